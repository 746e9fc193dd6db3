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
  await page.getByLabel('It survives a lost connection').selectOption({ index: 2 })
  await page.getByLabel('It shows failures by their names').selectOption({ index: 2 })
  await page.getByLabel('To the learner').fill('Well thought out.')
  await page.getByRole('button', { name: 'Save the grade' }).click()
  await expect(page.getByRole('status').getByText('Graded.', { exact: false })).toBeVisible()

  await openAs(page, learner, lessonPage)
  await expect(page.getByText('Well thought out.')).toBeVisible()
})

test('a teacher of a cohort sees how it does, tells it something, and meets no refusal', async ({
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
  await expect(page.getByText('Enrolled')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Gradebook' })).toHaveCount(0)

  await page.getByRole('link', { name: 'Announcements' }).click()
  await page.getByRole('button', { name: 'Announce something' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('We meet on Tuesday.')
  await page.getByRole('dialog').getByRole('button', { name: 'Announce something' }).click()
  await expect(page.getByRole('row', { name: /We meet on Tuesday/ })).toContainText(name)
})
