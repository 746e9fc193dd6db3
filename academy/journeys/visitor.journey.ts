import { administrator, mailedCode } from './support/school.ts'
import { accessibilityFaults, expect, picture, settle, test } from './support/test.ts'

// One after the other: the catalogue is opened once, and closed once.
test.describe.configure({ mode: 'serial' })
// Runs when all others are done: an open catalogue changes what each visitor sees.
test.beforeAll(() => openCatalogue(true))
test.afterAll(() => openCatalogue(false))

async function openCatalogue(publicCatalogue: boolean): Promise<void> {
  const { lyceum, password } = await administrator()
  const { revision } = await lyceum.admin.settings.get.query()
  await lyceum.admin.settings.updateAny.mutate({ revision, publicCatalogue, password })
}

const looks = [
  { language: 'en', width: 1280 },
  { language: 'ar', width: 390 },
] as const
const words = {
  en: {
    add: 'Add to cart',
    name: 'Your name',
    confirm: 'Confirm',
    outcomes: 'What you will learn',
  },
  ar: { add: 'إضافة إلى السلة', name: 'اسمك', confirm: 'تأكيد', outcomes: 'ما ستتعلمه' },
}
const title = 'Building a course player with the Lyceum SDK'

for (const { language, width } of looks)
  test(`a visitor reads, chooses, and registers only to pay, in ${language}`, async ({ page }) => {
    const say = words[language]
    const see = async (name: string) => {
      await settle(page)
      expect([name, await accessibilityFaults(page)]).toEqual([name, []])
      expect(await page.evaluate(() => document.body.scrollWidth <= innerWidth)).toBe(true)
      await picture(page, `visitor-${name}-${language}`)
    }
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/?lang=${language}`)
    await page.getByRole('link', { name: title }).first().waitFor()
    await see('front')
    await page.getByRole('link', { name: title }).first().click()
    await expect(page.getByRole('heading', { name: say.outcomes })).toBeVisible()
    await see('course')
    await page.getByRole('link', { name: 'A typed client in ten lines' }).click()
    await expect(page.locator('.markdown')).toContainText('The SDK is the package')
    await see('preview')
    await page.goBack()
    await page.getByRole('button', { name: say.add }).click()
    await page.locator('header a[href="/cart"]').click()
    await expect(page.getByText(title)).toBeVisible()
    await see('cart')

    const email = `vera.visitor.${language}.${process.pid}@example.com`
    const password = 'a visitor is always right'
    await page.locator('main a[href^="/register"]').click()
    await page.getByLabel(say.name).fill('Vera Visitor')
    await page.locator('input[type=email]').fill(email)
    await page.locator('input[type=password]').fill(password)
    await page.locator('main button[type=submit]').click()
    await page.locator('input[inputmode=numeric]').fill(await mailedCode(email))
    await page.getByRole('button', { name: say.confirm }).click()
    await expect(page).toHaveURL('/cart')
    await expect(page.getByText(title)).toBeVisible()
    await see('own-cart')
  })
