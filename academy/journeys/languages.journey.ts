import type { Page } from '@playwright/test'
import { accessibilityFaults, expect, openAs, settle, test } from './support/test.ts'
import { accountOf, addressOf } from './support/things.ts'

const pages = [
  '/',
  '/course/building-a-course-player',
  '/course/first-hour-with-the-api/lesson/01-what-you-will-build',
  '/learning',
  '/cart',
  '/account',
]

for (const [language, courses] of Object.entries({
  de: 'Meine Kurse',
  fr: 'Mes cours',
  es: 'Mis cursos',
  ar: 'دوراتي',
})) {
  test(`learners read the school in ${language} on a phone, and no word breaks`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openAs(page, await accountOf('learner'), `/learning?lang=${language}`)
    await expect(page.getByRole('heading', { level: 1, name: courses })).toBeVisible()
    await expect(page).toHaveURL('/learning')
    const direction = language === 'ar' ? 'rtl' : 'ltr'
    await expect(page.locator('html')).toHaveAttribute('dir', direction)

    for (const path of pages) {
      await page.goto(await addressOf(path))
      await settle(page)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      expect([path, await brokenWords(page)]).toEqual([path, []])
      const overflow = () => document.documentElement.scrollWidth - innerWidth
      expect([path, await page.evaluate(overflow)]).toEqual([path, 0])
    }
    // Other directions are where labels and controls may lose each other.
    if (language === 'ar') expect(await accessibilityFaults(page)).toEqual([])
  })
}

test('a language that the academy does not have is not chosen by an address', async ({ page }) => {
  await page.goto('/sign-in?lang=tlh')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

/** Lists words that stand on two lines, of those short enough for one; addresses may break. */
function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      for (const word of node.nodeValue?.matchAll(
        /(?<![@.]\w*)[\p{L}\p{M}\d]{2,14}(?![@.]?\w)/gu,
      ) ?? []) {
        const range = document.createRange()
        range.setStart(node, word.index)
        range.setEnd(node, word.index + word[0].length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) broken.push(word[0])
      }
    }
    return broken
  })
}
