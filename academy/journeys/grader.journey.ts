import { administrator, newLearner } from './support/school.ts'
import { expect, openAs, test } from './support/test.ts'

const work = 'My player keeps the position in the queue, and sends it once there is a network.'

test('a learner hands in an assignment, a grader grades it, and the learner reads why', async ({
  page,
}) => {
  const [admin, learner, grader] = await Promise.all([
    administrator(),
    newLearner('Linus Learner'),
    newLearner('Gerda Grader'),
  ])
  const { id: courseId, sections } = await admin.lyceum.courses.get.query({
    idOrSlug: 'building-a-course-player',
  })
  const lesson = sections.flatMap(({ lessons }) => lessons).find((one) => one.type === 'assignment')
  await admin.lyceum.learners.enroll.mutate({ user: learner.email, courseId })
  await admin.lyceum.members.add.mutate({
    courseId,
    email: grader.email,
    role: 'grader',
    password: admin.password,
  })
  const lessonPage = `/course/building-a-course-player/lesson/${lesson?.id}`

  await openAs(page, learner, lessonPage)
  await page
    .getByRole('textbox')
    .first()
    .fill(`${work}\n\n![My player](https://pictures.example/x.png)`)
  await page.getByRole('button', { name: 'Hand in' }).click()
  await expect(page.getByText('Being graded').first()).toBeVisible()

  // The first page says what waits, and leads there.
  await openAs(page, grader, '/studio')
  await page.getByRole('link', { name: /submissions? to grade/ }).click()
  await page.getByRole('row', { name: /Linus Learner/ }).click()
  await expect(page.getByText(work)).toBeVisible()
  // A picture would tell its server who reads.
  await expect(page.getByRole('link', { name: 'My player' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'My player' })).toHaveCount(0)
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  for (const criterion of ['It survives a lost connection', 'It shows failures by their names'])
    await page.getByRole('group', { name: criterion }).locator('label').last().click()
  await page.getByLabel('To the learner').fill('Well thought out.')
  await expect(page.getByText('You are grading it')).toBeVisible()
  // What is typed stays on the device.
  await page.reload()
  await expect(page.getByLabel('To the learner')).toHaveValue('Well thought out.')
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(2)
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByRole('status').getByText('Graded.', { exact: false })).toBeVisible()

  await openAs(page, learner, lessonPage)
  await expect(page.getByText('Well thought out.')).toBeVisible()
})

test('a teacher of a class sees how it does, tells it something, and meets no refusal', async ({
  page,
}) => {
  const [admin, learner, teacher] = await Promise.all([
    administrator(),
    newLearner('Lea Learner'),
    newLearner('Tessa Teacher'),
  ])
  const course = 'building-a-course-player'
  const { id: courseId } = await admin.lyceum.courses.get.query({ idOrSlug: course })
  const name = `Class of ${learner.email}`
  const { id: cohortId } = await admin.lyceum.admin.cohorts.create.mutate({ name })
  await admin.lyceum.admin.cohorts.addCourse.mutate({ cohortId, course })
  await admin.lyceum.admin.cohorts.addMember.mutate({ cohortId, user: learner.email })
  const member = { email: teacher.email, cohorts: [name] }
  await admin.lyceum.members.add.mutate({
    courseId,
    role: 'teacher',
    ...member,
    password: admin.password,
  })

  await openAs(page, teacher, `/studio/${courseId}/learners`)
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByRole('row', { name: /Lea Learner/ })).toBeVisible()
  await expect(page.getByText('Enrolled').first()).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByRole('link', { name: 'Gradebook' }).click()
  await expect(page.getByRole('row', { name: /Lea Learner/ })).toBeVisible()
  await page.getByRole('link', { name: 'Lessons' }).click()
  await page.getByRole('main').getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await page.getByRole('link', { name: 'Announcements' }).click()
  await page.getByRole('button', { name: 'New announcement' }).click()
  await page.getByLabel('What you tell them').fill('We meet on Tuesday.')
  await page.getByRole('dialog').getByRole('button', { name: 'Post it' }).click()
  await expect(page.getByRole('row', { name: /We meet on Tuesday/ })).toContainText(name)
})

test('a grader goes through one queue of two courses by the keyboard, with own comments', async ({
  page,
}) => {
  const [admin, grader] = [await administrator(), await newLearner('Quentin Queue')]
  const { password } = admin
  const name = `Queue of ${grader.email}`
  const learners = [await newLearner('Olga Oldest'), await newLearner('Nora Newest')]
  for (const [at, learner] of learners.entries()) {
    const slug = `queue-${Date.now()}-${at}`
    const summary = 'Tie knots.'
    const created = await admin.lyceum.authoring.create.mutate({
      ...{ title: `${name} ${at}`, summary, slug, language: 'en', password },
      price: { amount: 0, currency: 'EUR' },
    })
    const { id: courseId } = created
    const levels = ['Slips', 'Holds'].map((title, points) => ({ title, points: 10 * points }))
    const { revision } = await admin.lyceum.drafts.replaceOutline.mutate({
      ...{ courseId, revision: 1, sections: [{ title: 'Knots', lessons: [] }] },
    })
    const lesson = await admin.lyceum.drafts.createLesson.mutate({
      ...{ courseId, revision, key: 'tie-one', title: 'Tie one', type: 'assignment' },
      ...{ content: 'Tie a *bowline*.', assignment: { rubric: [{ title: 'It holds', levels }] } },
    })
    await admin.lyceum.drafts.publish.mutate({
      ...{ courseId, revision: lesson.draftRevision, baseVersion: null },
    })
    const terms = await admin.lyceum.authoring.get.query({ courseId })
    const published = { courseId, revision: terms.revision, status: 'published' as const }
    await admin.lyceum.authoring.update.mutate(published)
    const member = { courseId, email: grader.email, role: 'grader' as const, password }
    await admin.lyceum.members.add.mutate(member)
    await admin.lyceum.learners.enroll.mutate({ courseId, user: learner.email })
    const { sections } = await learner.lyceum.courses.get.query({ idOrSlug: courseId })
    const lessonId = sections[0]?.lessons[0]?.id ?? ''
    await learner.lyceum.submissions.create.mutate({ lessonId, text: `By ${learner.name}.` })
  }

  await openAs(page, grader, '/studio')
  await page
    .getByRole('link', { name: /1 submission to grade/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('row', { name: /Olga Oldest/ }).click()
  await expect(page.getByText('Tie a bowline.')).toBeVisible()
  await expect(page.getByText('1 of 2')).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByText('By Nora Newest.')).toBeVisible()
  await page.keyboard.press('k')
  await expect(page.getByText('By Olga Oldest.')).toBeVisible()

  await page.getByText('Holds', { exact: true }).click()
  await expect(page.getByText('10 of 10 points')).toBeVisible()
  await page.getByLabel('To the learner').fill('It holds.')
  await page.getByText(/^Your comments/).click()
  await page.getByRole('button', { name: 'Keep this comment' }).click()
  await expect(page.getByRole('button', { name: 'It holds.', exact: true })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('By Nora Newest.')).toBeVisible()
  await page.getByText(/^Your comments/).click()
  await page.getByRole('button', { name: 'It holds.', exact: true }).click()
  await expect(page.getByLabel('To the learner')).toHaveValue('It holds.')
  await page.getByText('Slips', { exact: true }).click()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Nothing waits for you.', { exact: false })).toBeVisible()
})
