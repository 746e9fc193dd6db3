import type { Page } from '@playwright/test'
import { administrator, newLearner } from './support/school.ts'
import { accessibilityFaults, expect, openAs, picture, settle, test } from './support/test.ts'

const slug = 'building-a-course-player'

/** Opens the first lesson with a text as a new learner of the course. */
async function openLesson(page: Page) {
  const learner = await newLearner('Grace Hopper')
  const { id, sections } = await learner.lyceum.courses.get.query({ idOrSlug: slug })
  await learner.lyceum.transactions.create.mutate({ courseIds: [id] }).catch(() => undefined)
  const admin = await administrator()
  await admin.lyceum.learners.enroll
    .mutate({ user: learner.id, courseId: id })
    .catch(() => undefined)
  const lessons = sections.flatMap((section) => section.lessons)
  const lesson = lessons.find(({ type }) => type === 'text')
  await openAs(page, learner, `/course/${slug}/lesson/${lesson?.id}`)
  await settle(page)
  return { learner, admin, courseId: id }
}

/** Marks the beginning of the first paragraph, as a reader does. */
async function markWords(page: Page): Promise<string> {
  return page.evaluate(() => {
    const text = document.querySelector('article > .markdown p')?.firstChild
    const range = document.createRange()
    if (!text) throw new Error('The lesson has no paragraph.')
    range.setStart(text, 0)
    range.setEnd(text, 20)
    document.getSelection()?.removeAllRanges()
    document.getSelection()?.addRange(range)
    return range.toString()
  })
}

for (const width of [1280, 390])
  test(`a learner marks words, notes, finds it again, and loses nothing offline, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await openLesson(page)
    const words = await markWords(page)
    const marked = page.getByRole('toolbar', { name: 'Selected text' })
    await marked.getByRole('button', { name: 'Note', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(words)).toBeVisible()

    // Typed without a network, it stays, also over a reload.
    await page.route('**/trpc/notes.save*', (route) => route.abort())
    await dialog.getByRole('textbox').fill('Look at this again.')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await page.unroute('**/trpc/notes.save*')
    await page.reload()
    await page.getByRole('button', { name: 'Continue your note' }).click()
    await expect(dialog.getByRole('textbox')).toHaveValue('Look at this again.')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('Look at this again.')).toBeVisible()
    await expect.poll(() => page.evaluate(() => CSS.highlights.get('notes')?.size)).toBe(1)
    await settle(page)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('toolbar', { name: 'Your notes' }).scrollIntoViewIfNeeded()
    await picture(page, `lesson-notes-${width}`)

    await page.goto('/learning/notes')
    await page.getByRole('searchbox').fill('LOOK AT')
    await page.keyboard.press('Enter')
    await expect(page.getByText(words)).toBeVisible()
    await settle(page)
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `notes-${width}`)
    await page.locator('article a').first().click()
    await expect(page.locator('article > .markdown p').first()).toBeInViewport()
  })

test('a report costs one click, another takes it back, and its author settles it', async ({
  page,
}) => {
  const { learner, admin, courseId } = await openLesson(page)
  const words = await markWords(page)
  const marked = page.getByRole('toolbar', { name: 'Selected text' })
  await marked.getByRole('button', { name: 'Something is wrong here' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(words)).toBeVisible()
  await dialog.getByRole('button', { name: 'A typo' }).click()
  await expect(dialog.getByText('You reported: A typo')).toBeVisible()
  await picture(page, 'report-flaw')
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expect(dialog.getByText('You reported')).toHaveCount(0)
  await dialog.getByRole('textbox').fill('A letter is missing.')
  await dialog.getByRole('button', { name: 'A typo' }).click()
  await expect(dialog.getByText('A letter is missing.')).toBeVisible()

  await openAs(page, admin, `/studio/${courseId}/flaws`)
  await page.getByRole('row').nth(1).click()
  await expect(page.getByText('A letter is missing.')).toBeVisible()
  await expect(page.getByRole('blockquote').first()).toHaveText(words.trim())
  await settle(page)
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'flaw')
  await page.getByRole('button', { name: 'Settle' }).click()
  await page.getByRole('dialog').getByRole('combobox').selectOption({ label: 'It is corrected' })
  await page.getByRole('dialog').getByRole('button', { name: 'Settle' }).click()
  await expect(page.getByText('It is corrected')).toBeVisible()
  await expect
    .poll(async () => (await learner.lyceum.flaws.mine.query({})).items[0]?.outcome)
    .toBe('mended')
})
