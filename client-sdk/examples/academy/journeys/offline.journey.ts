import { newLearner } from './support/school.ts'
import { expect, openAs, settle, test } from './support/test.ts'

const titles = [
  'What you will build',
  'Register and verify your email',
  'Log in, and stay logged in',
]

test('three lessons without a network, and a reload: all there once it is back', async ({
  page,
  context,
}) => {
  const { lyceum, ...learner } = await newLearner('Olga Offline')
  const course = await lyceum.courses.get.query({ idOrSlug: 'first-hour-with-the-api' })
  await lyceum.transactions.create.mutate({ courseIds: [course.id] })
  const [first] = course.sections.flatMap(({ lessons }) => lessons)

  await openAs(page, { lyceum, ...learner }, `/course/${course.slug}/lesson/${first?.id}`)
  await settle(page)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.waitForTimeout(1_000)

  await context.setOffline(true)
  const heading = page.getByRole('heading', { level: 1 })
  for (const [index, title] of titles.entries()) {
    await expect(heading).toHaveText(title)
    await page.getByRole('button', { name: 'Complete and continue' }).click()
    await expect(heading).not.toHaveText(title)
    await expect(page.getByText('You are offline.', { exact: false })).toBeVisible()
    if (index === 1) {
      await page.reload()
      await expect(heading).toHaveText(titles[2] ?? '')
    }
  }
  const before = await lyceum.progress.get.query({ courseId: course.id })
  expect(before.completedLessons).toBe(0)

  await context.setOffline(false)
  await expect
    .poll(async () => (await lyceum.progress.get.query({ courseId: course.id })).completedLessons)
    .toBe(3)
  await expect(page.getByText('You are offline.', { exact: false })).toHaveCount(0)
})
