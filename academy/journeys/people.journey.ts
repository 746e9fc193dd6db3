import type { Page } from '@playwright/test'
import { administrator, newLearner } from './support/school.ts'
import { expect, openAs, test } from './support/test.ts'

/** Presses the button that opens a dialog, and the one of the same name in it. */
async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).first().click()
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('who cannot get in is helped from their page: why, the mails, a link for a password', async ({
  page,
  browser,
}) => {
  const [admin, ada] = [await administrator(), await newLearner('Ada Byron')]
  for (let count = 0; count < 2; count += 1)
    await ada.lyceum.auth.login
      .mutate({ email: ada.email, password: 'not her password' })
      .catch(() => undefined)

  await openAs(page, admin, `/desk/users/${ada.id}`)
  const why = page.getByRole('listitem').filter({ hasText: 'Wrong password' })
  await expect(why).toContainText('2 times')
  await press(page, 'Mail a link for a new password')
  await page.getByRole('link', { name: /^Mails \(/ }).click()
  const mail = page.getByRole('row', { name: /Link to set a new password/ })
  await expect(async () => {
    await page.reload()
    await expect(mail).toContainText('Sent', { timeout: 1_000 })
  }).toPass()
  await page.getByRole('link', { name: 'Audit trail' }).last().click()
  const entry = page.getByRole('row', { name: /A link to set a password was mailed/ })
  await expect(entry.getByRole('link', { name: admin.name })).toBeVisible()

  const answer = await page.request.get(`/dev/mail.json?to=${encodeURIComponent(ada.email)}`)
  const { items } = (await answer.json()) as { items: { text: string }[] }
  const [, link = ''] = /Link: (\S+)/.exec(items[0]?.text ?? '') ?? []
  const hers = await (await browser.newContext()).newPage()
  await hers.goto(link)
  await hers.getByLabel('New password').fill('a brand new way to get in')
  await hers.getByRole('button', { name: 'Set' }).click()
  await expect(hers.getByRole('link', { name: 'My courses' }).first()).toBeVisible()
})

test('whoever is only invited is found by their email, with what became of the mail', async ({
  page,
}) => {
  const admin = await administrator()
  const email = `only.invited.${process.pid}@example.com`
  await admin.lyceum.admin.invitations.create.mutate({ email })
  await openAs(page, admin, `/desk/users?q=${encodeURIComponent(email)}`)
  await expect(async () => {
    await page.reload()
    const row = page.getByRole('row', { name: email })
    await expect(row).toContainText('Sent', { timeout: 1_000 })
  }).toPass()
})

test('an email is changed, verified by hand, and the account erased, foretold', async ({
  page,
}) => {
  const [admin, grace] = [await administrator(), await newLearner('Grace Murray')]
  const email = `grace.${process.pid}.${Date.now()}@example.com`
  await openAs(page, admin, `/desk/users/${grace.id}`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Change the email' }).click()
  await dialog.getByLabel('New email').fill(email)
  await dialog.getByLabel('Current password').fill(admin.password)
  await dialog.getByRole('button', { name: 'Save the email' }).click()
  await expect(page.getByText('The email is not verified.')).toBeVisible()

  await page.getByRole('button', { name: 'Verify by hand' }).click()
  await dialog.getByLabel('Current password').fill(admin.password)
  await dialog.getByRole('button', { name: 'Verify by hand' }).click()
  await expect(page.getByText('With the right password, they can sign in.')).toBeVisible()

  await page.getByRole('button', { name: 'Erase' }).click()
  await expect(dialog).toContainText('Certificates that stay valid')
  await dialog.getByLabel('Email of the account').fill(email)
  await dialog.getByLabel('Current password').fill(admin.password)
  await dialog.getByRole('button', { name: 'Erase' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('People')
})
