import type { Page } from '@playwright/test'
import { newLearner } from './support/school.ts'
import { accessibilityFaults, expect, openAs, test } from './support/test.ts'

const course = '/course/first-hour-with-the-api'
const lesson = `${course}/lesson/01-what-you-will-build`

test('a learner copies a program, and opens a picture large', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await show(page, {
    content: 'H~2~O\n\n```sh\nnpm ci\n```\n\n![A knot, tied](/favicon.ico)',
  })
  await openAs(page, await newLearner(), lesson)
  await expect(page.locator('.markdown sub')).toHaveText('2')

  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect((await page.evaluate(() => navigator.clipboard.readText())).trim()).toBe('npm ci')

  await page.getByRole('button', { name: 'Enlarge the picture: A knot, tied' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'A knot, tied' })
  await expect(dialog.getByText('A knot, tied')).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('a learner watches at a speed of their own, with captions and a transcript', async ({
  page,
}) => {
  const words = 'WEBVTT\n\n00:00.000 --> 00:02.000\nTake the end\n\n00:02.000 --> 00:04.000\nPull\n'
  await page.route('**/knot.vtt', (route) =>
    route.fulfill({ contentType: 'text/vtt', body: words }),
  )
  const captions = [{ language: 'en', label: 'English', url: '/knot.vtt' }]
  const sources = [{ url: '/knot.webm', type: 'video/webm' }]
  const video = { sources, captions, poster: null, seconds: 4, transcript: null }
  await show(page, { type: 'video', content: '', video })
  await openAs(page, await newLearner(), lesson)

  await page.getByRole('button', { name: 'Captions' }).click()
  await expect(page.getByRole('button', { name: 'Captions' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.getByLabel('Speed').selectOption('1.5')
  await page.getByText('Read along').click()
  await expect(page.getByRole('button', { name: '0:02 Pull' })).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])

  await page.getByLabel('What you will build').press('ArrowRight')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What you will build')
  await page.reload()
  await expect(page.getByLabel('Speed')).toHaveValue('1.5')
})

test('a learner keeps a course on the device, and reads it without a network', async ({
  page,
  context,
}) => {
  const learner = await newLearner()
  const { id: courseId } = await learner.lyceum.courses.get.query({
    idOrSlug: 'first-hour-with-the-api',
  })
  await learner.lyceum.transactions.create.mutate({ courseIds: [courseId] })
  await openAs(page, learner, course)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.getByRole('button', { name: /^Keep on this device/ }).click()
  await expect(page.getByText(/^Kept on this device/)).toBeVisible({ timeout: 60_000 })

  await context.setOffline(true)
  await page.goto(course)
  await expect(page.getByText(/^Kept on this device/)).toBeVisible()
  await page.getByRole('link', { name: /What you will build/ }).click()
  await expect(page.locator('.markdown')).toBeVisible()

  await context.setOffline(false)
  await page.goto(course)
  await page.getByRole('button', { name: 'Remove from this device' }).click()
  await expect(page.getByRole('button', { name: /^Keep on this device/ })).toBeVisible()
})

/** Puts something else into the lesson that the server sends. */
async function show(page: Page, fields: Record<string, unknown>): Promise<void> {
  await page.route(/\/trpc\/.*lessons\.get/, async (route) => {
    const answer = await route.fetch()
    const results = (await answer.json()) as { result?: { data?: { content?: string } } }[]
    for (const { result } of results)
      if (result?.data?.content !== undefined) Object.assign(result.data, fields)
    await route.fulfill({ response: answer, json: results })
  })
}
