import { Secret, TOTP } from 'otpauth'
import { newLearner } from './support/school.ts'
import { accessibilityFaults, expect, openAs, picture, settle, test } from './support/test.ts'

test('a passkey is added, and is asked for at the next sign-in', async ({ page, context }) => {
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', isUserVerified: true } as const
  const automatic = { automaticPresenceSimulation: true, hasUserVerification: true }
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, ...automatic } })
  const learner = await newLearner()
  await openAs(page, learner, '/account')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill(learner.password)
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByLabel('Name').fill('Laptop')
  await dialog.getByRole('button', { name: 'Create passkey' }).click()
  await expect(dialog.getByLabel('Your recovery codes')).toHaveValue(/^([a-z2-9]{4}-){3}/)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('Laptop')).toBeVisible()
  await settle(page)
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'second-factors')

  await page.evaluate(() => localStorage.clear())
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(learner.email)
  await page.getByLabel('Password').fill(learner.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByLabel('Code')).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'second-factor')
  await page.getByRole('button', { name: 'Use your passkey' }).click()
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
})

test('an app is added, and the recovery codes stay until they are read', async ({ page }) => {
  const learner = await newLearner()
  await openAs(page, learner, '/account')
  await page.getByRole('button', { name: 'Add an app' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill(learner.password)
  await dialog.getByRole('button', { name: 'Add an app' }).click()
  const secret = await dialog.getByLabel('Or enter this in the app').inputValue()
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  await dialog.getByLabel('Code from the app').fill(code)
  await dialog.getByLabel('Name').fill('Phone')
  await dialog.getByRole('button', { name: 'Add app' }).click()
  await expect(page.getByText('10 recovery codes left.')).toBeAttached()
  await expect(dialog.getByLabel('Your recovery codes')).toHaveValue(/^([a-z2-9]{4}-){3}/)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('button', { name: 'Add an app' })).toBeHidden()
})
