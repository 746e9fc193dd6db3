import { administrator } from './support/school.ts'
import { accessibilityFaults, expect, openAs, picture, settle, test } from './support/test.ts'

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><rect width="120" height="40" rx="8" fill="#7a1f1f"/></svg>'

// One after the other: a change that knows nothing of another is refused.
test.describe.configure({ mode: 'default' })

test('an administrator gives the school its name, color, logo and legal pages', async ({
  page,
}) => {
  const { settings } = (await administrator()).lyceum.admin
  await openAs(page, await administrator(), '/desk/settings')
  await page.getByLabel('Name of the school').fill('Knot School')
  await page.getByRole('textbox', { name: /^Color/ }).fill('#7a1f1f')
  await page.getByLabel('Address and other lines').fill('Long Street 1, 12345 Town\nRegister 42')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) })
  await expect(page.getByRole('img', { name: 'Logo' })).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(page.getByText('Saved')).toBeVisible()
  expect(await settings.get.query()).toMatchObject({
    schoolName: 'Knot School',
    schoolLines: ['Long Street 1, 12345 Town', 'Register 42'],
  })
  await page.getByLabel('Legal notice').fill('https://knots.example.org/imprint')
  await page.getByRole('button', { name: 'Save' }).last().click()
  await expect
    .poll(async () => (await settings.get.query()).imprintUrl)
    .toBe('https://knots.example.org/imprint')

  await page.reload()
  await expect(page.getByRole('banner')).toContainText('Knot School')
  await expect(
    page.getByRole('contentinfo').getByRole('link', { name: 'Legal notice' }),
  ).toBeVisible()
  await settle(page)
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'desk-settings')
  const { revision } = await settings.get.query()
  const undone = { schoolName: null, schoolColor: null, schoolLogo: null, schoolLines: null }
  await settings.update.mutate({ revision, ...undone, imprintUrl: null })
})

test('a certificate is tried in a sample, and a mail in one’s own words', async ({ page }) => {
  const admin = await administrator()
  await openAs(page, admin, '/desk/settings/certificate')
  await page.getByLabel('Organization').fill('Guild of Knots')
  await page.getByRole('button', { name: 'Try it in the sample' }).click()
  await expect(page.getByRole('img', { name: 'Sample' })).toBeVisible({ timeout: 60_000 })
  expect(await accessibilityFaults(page)).toEqual([])
  expect((await admin.lyceum.admin.settings.get.query()).certificateIssuer).toBeNull()

  // Asked whether to leave what was typed.
  page.on('dialog', (dialog) => dialog.accept())
  await page.goto('/desk/settings/mails')
  await page.getByRole('row', { name: /Account suspended/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First sentence').fill('{school} has closed your account, {name}.')
  await dialog.getByLabel('Current password').fill(admin.password)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText(/\{name\} is unknown/)).toBeVisible()
  await dialog.getByLabel('First sentence').fill('{school} has closed your account.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /Account suspended/ })).toContainText('Your words')
  await settle(page)
  expect(await accessibilityFaults(page)).toEqual([])
})
