import { newLearner } from './support/school.ts'
import { expect, openAs, test } from './support/test.ts'

test('a learner goes on learning without a network, and nothing of it is lost', async ({
  page,
  context,
}) => {
  const learner = await newLearner()
  const { id: courseId } = await learner.lyceum.courses.get.query({
    idOrSlug: 'first-hour-with-the-api',
  })
  await learner.lyceum.transactions.create.mutate({ courseIds: [courseId] })
  await openAs(page, learner, '/course/first-hour-with-the-api/lesson/01-what-you-will-build')
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText('What you will build')
  await expect.poll(() => page.evaluate(countKept)).toBeGreaterThanOrEqual(6)
  await expect
    .poll(() => page.evaluate(async () => (await caches.match('/')) !== undefined))
    .toBe(true)

  await context.setOffline(true)
  const next = [
    'Register and verify your email',
    'Log in, and stay logged in',
    'Find a course and enroll',
  ]
  for (const name of next) {
    await page.getByRole('button', { name: 'Complete and continue' }).click()
    await expect(title).toHaveText(name)
  }
  const done = page.getByRole('complementary').getByText('Done')
  await expect(done).toHaveCount(3)
  await page.reload()
  await expect(title).toHaveText('Find a course and enroll')
  await expect(done).toHaveCount(3)

  await context.setOffline(false)
  await expect
    .poll(async () => {
      const { completedLessons } = await learner.lyceum.progress.get.query({ courseId })
      return completedLessons
    })
    .toBe(3)

  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
  // The sign-out loads a new document.
  await expect.poll(() => page.evaluate(countKept).catch(() => undefined)).toBe(0)
})

/** Counts the lessons and outlines kept on the device. */
function countKept(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('academy')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const reading = opening.result.transaction('answers').objectStore('answers').getAllKeys()
      reading.onsuccess = () =>
        resolve(reading.result.filter((key) => !String(key).includes('"config"')).length)
    }
  })
}
