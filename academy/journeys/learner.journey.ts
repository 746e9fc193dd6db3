import type { Page } from '@playwright/test'
import { mailedCode } from './support/school.ts'
import { accessibilityFaults, expect, picture, settle, test } from './support/test.ts'

const email = `grace.hopper.${process.pid}@example.com`
const password = 'a moth in the relay of panel F'

test('a learner registers, pays for a course, passes its quiz and gets a certificate', async ({
  page,
}) => {
  await page.goto('/course/building-a-course-player')
  await register(page)
  await buy(page)
  await learn(page)
  await seeCertificate(page)
})

/** Registers from a course's page, to which a stranger returns. */
async function register(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Your name').fill('Grace Hopper')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('short')
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expect(page.getByText(/at least 8/i).last()).toBeVisible()
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create an account' }).click()

  await page.getByLabel('Code from the email').fill(await mailedCode(email))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/course\/building-a-course-player$/)
}

async function buy(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.getByRole('link', { name: 'Go to the cart' }).click()
  await expect(page.getByText('$29.00').last()).toBeVisible()
  await page.getByRole('button', { name: 'Pay' }).click()

  // The page of the payment provider: the sandbox, which takes no real money.
  await expect(page.getByRole('heading', { name: 'Sandbox payment' })).toBeVisible()
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByText('Thank you! Your courses are ready.')).toBeVisible()
  await page.getByRole('link', { name: 'Start learning' }).click()
}

async function learn(page: Page): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('link', { name: /^(Start|Continue)$/ })
    .click()
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText('A typed client in ten lines')
  for (const next of [
    'Handling tokens without surprises',
    'Errors by name',
    'Progress that survives retries and tunnels',
    'Prices and checkout',
    'Certificates that employers can trust',
    'What a player promises',
  ]) {
    await page.getByRole('button', { name: 'Complete and continue' }).click()
    await expect(title).toHaveText(next)
  }

  await page.getByRole('button', { name: 'Start the quiz' }).click()
  await page.getByRole('radio', { name: 'Its name' }).check()
  await page.getByRole('checkbox', { name: 'It can be sent again' }).check()
  await page.getByRole('checkbox', { name: 'It can come late' }).check()
  const pairs = {
    'A token': 'says who is signed in',
    'A verification code': 'says that a certificate is real',
    'An idempotency key': 'says that two requests are one',
  }
  for (const [left, right] of Object.entries(pairs)) {
    const select = page.getByLabel(left)
    const choice = await select.locator('option', { hasText: right }).getAttribute('value')
    await select.selectOption(choice)
  }
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Hand in' }).click()
  // One question was left out, which the page asks about.
  await page.getByRole('dialog').getByRole('button', { name: 'Hand in' }).click()
}

async function seeCertificate(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Completed: your certificate' }).first().click()
  await expect(page).toHaveURL(/\/done$/)
  const image = page.getByRole('img', { name: /certificate/i })
  await expect(image).toBeVisible({ timeout: 60_000 })
  expect(await image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(1200)

  await picture(page, 'completion')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /PDF/ }).click()
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
  await putIntoWallet(page)

  const verification = await page
    .getByRole('link', { name: 'Verify', exact: true })
    .getAttribute('href')
  await page.goto(verification ?? '')
  await expect(page.getByText('Grace Hopper').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: /valid/ })).toBeVisible()
}

async function putIntoWallet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Put it into my wallet' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: 'QR code for your wallet app' })).toBeVisible()
  const link = dialog.getByRole('link', { name: 'Open my wallet' })
  await expect(link).toHaveAttribute('href', /^openid-credential-offer:\/\/\?credential_offer=%7B/)
  await settle(page)
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'wallet')
  await dialog.getByRole('button', { name: 'Close' }).click()
}
