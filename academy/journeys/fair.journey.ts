import { administrator, newLearner } from './support/school.ts'
import { expect, openAs, test } from './support/test.ts'

const pairs = ['bowline', 'hitch', 'reef', 'bend'].map((left, at) => ({ left, right: `Use ${at}` }))
const levels = [
  { title: 'Slips', points: 0 },
  { title: 'Holds', points: 10 },
]
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

test('points, due dates and choices are what was said', async ({ page }) => {
  const [admin, learner, grader] = await Promise.all([
    administrator(),
    newLearner('Frida Fair'),
    newLearner('Gregor Grader'),
  ])
  const { drafts } = admin.lyceum
  const { id: courseId } = await admin.lyceum.authoring.create.mutate({
    slug: `fair-${learner.id.slice(-12)}`,
    title: 'Fair knots',
    summary: 'Knots that are graded.',
    language: 'en',
    price: { amount: 0, currency: 'EUR' },
  })
  const quiz = {
    pools: [{ questions: [{ key: 'uses', type: 'match' as const, title: 'What for?', pairs }] }],
  }
  const assignment = {
    dueAt: inDays(-2),
    takesLate: false,
    rubric: [{ title: 'It holds', levels }],
  }
  const first = { courseId, key: 'uses', title: 'Uses' }
  const made = await drafts.createLesson.mutate({ ...first, revision: 1, type: 'quiz', quiz })
  const second = { courseId, key: 'tie', title: 'Tie it', revision: made.revision }
  const { revision } = await drafts.createLesson.mutate({
    ...{ ...second, type: 'assignment', assignment },
  })
  await drafts.publish.mutate({ courseId, revision, baseVersion: null })
  await admin.lyceum.learners.enroll.mutate({ user: learner.email, courseId })
  await admin.lyceum.members.add.mutate({
    courseId,
    email: grader.email,
    role: 'grader',
    password: admin.password,
  })
  const course = await admin.lyceum.courses.get.query({ idOrSlug: courseId })
  const [uses, tie] = course.sections.flatMap(({ lessons }) => lessons)
  const lessonAt = (id = '') => `/course/${course.slug}/lesson/${id}`

  // Three of four pairs of a question worth one point.
  await openAs(page, learner, lessonAt(uses?.id))
  await page.getByRole('button', { name: 'Start the quiz' }).click()
  for (const { left, right } of pairs) {
    const select = page.getByLabel(left)
    const option = select.locator('option', { hasText: left === 'bend' ? 'Use 0' : right })
    await select.selectOption(await option.getAttribute('value'))
  }
  await page.getByRole('button', { name: 'Hand in' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hand in' }).click()
  await expect(page.getByText('0.75 of 1 points').first()).toBeVisible()

  // A grader gives more time: it can be handed in.
  await openAs(page, learner, lessonAt(tie?.id))
  await expect(page.getByText('You can no longer hand in', { exact: false })).toBeVisible()
  await openAs(page, grader, `/studio/${courseId}/gradebook`)
  await page.getByRole('button', { name: 'Extend the due date' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Learner' }).fill('Frida')
  await page.getByRole('option', { name: /Frida Fair/ }).click()
  await dialog.getByLabel('Lesson').selectOption('Tie it')
  await dialog.getByLabel('Due on').fill(inDays(2).slice(0, 10))
  await dialog.getByLabel('Reason').fill('Ill')
  await dialog.getByRole('button', { name: 'Extend the due date' }).click()
  await expect(dialog).toHaveCount(0)
  await openAs(page, learner, lessonAt(tie?.id))
  await page.getByRole('textbox').first().fill('My knot.')
  await page.getByRole('button', { name: 'Hand in' }).click()
  await expect(page.getByText('Being graded').first()).toBeVisible()

  // A rubric that nobody touched is not saved.
  await openAs(page, grader, `/studio/${courseId}/grading`)
  await page.getByRole('row', { name: /Frida Fair/ }).click()
  const criterion = page.getByRole('group', { name: 'It holds' })
  const save = page.getByRole('button', { name: /^Save/ })
  await expect(criterion.getByRole('radio', { checked: true })).toHaveCount(0)
  await save.click()
  await expect(criterion).toContainText('Choose one.')
  await criterion.getByText('Holds', { exact: true }).click()
  await save.click()
  await expect(page.getByRole('status').getByText('Graded.', { exact: false })).toBeVisible()

  // Another choice is foretold anew before it is done.
  await openAs(page, admin, `/studio/${courseId}/questions`)
  await page.getByRole('button', { name: 'Grade again' }).first().click()
  const regrade = page.getByRole('dialog')
  const act = regrade.getByRole('button', { name: 'Grade again now' })
  const foretell = regrade.getByRole('button', { name: 'See what would happen' })
  const how = regrade.getByLabel('How')
  await foretell.click()
  await expect(act).toHaveCount(0)
  await how.selectOption('full-points')
  await foretell.click()
  await expect(act).toBeVisible()
  await how.selectOption('recompute')
  await expect(act).toHaveCount(0)
  await how.selectOption('full-points')
  await foretell.click()
  await act.click()
  await expect(regrade.getByText('Frida Fair')).toBeVisible()
  await expect(regrade.getByText('75% → 100%')).toBeVisible()
})
