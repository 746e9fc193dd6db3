import { administrator, newLearner } from './support/school.ts'
import { expect, openAs, test } from './support/test.ts'

test('an administrator enrolls a class by CSV, mends what failed, and reads the report', async ({
  page,
}) => {
  const [admin, ada] = [await administrator(), await newLearner('Ada Byron')]
  const invited = `invited.${process.pid}@example.com`
  await openAs(page, admin, '/desk/bulk')
  const csv = `email,course\n${ada.email},first-hour-with-the-api\n${invited},first-hour-with-the-api\nnobody,first-hour-with-the-api\n`
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'class.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByRole('button', { name: 'Enroll them' }).click()

  const rows = page.getByRole('row')
  await expect(rows.filter({ hasText: ada.email })).toContainText('enrolled', { ignoreCase: true })
  await expect(rows.filter({ hasText: invited })).toContainText('invited', { ignoreCase: true })
  await expect(rows.filter({ hasText: 'nobody' })).toContainText('email', { ignoreCase: true })

  await page.getByRole('link', { name: 'Reports' }).click()
  await page.getByRole('row', { name: /Your first hour/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Your first hour/)
  await expect(page.getByRole('img').first()).toBeVisible()
})

test.describe('far ahead of the school', () => {
  test.use({ timezoneId: 'Pacific/Kiritimati' })

  test('a class ends on the day that was typed, and a new name moves nothing', async ({ page }) => {
    const admin = await administrator()
    const { cohorts } = admin.lyceum.admin
    const name = `Night class ${process.pid}`
    await openAs(page, admin, '/desk/cohorts')
    await page.getByRole('button', { name: 'New cohort' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('Ends on').fill('2097-06-30')
    await dialog.getByRole('button', { name: 'New cohort' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(page.getByText('Jun 30, 2097').first()).toBeVisible()

    const cohortId = page.url().split('/').at(-1) ?? ''
    const endsAt = '2097-06-30T12:34:56.789Z'
    await cohorts.update.mutate({ cohortId, endsAt })
    await page.reload()
    await page.getByRole('button', { name: 'Change' }).click()
    await dialog.getByLabel('Name').fill(`${name} B`)
    await dialog.getByRole('button', { name: 'Change' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name} B`)
    const { startsAt, ...after } = await cohorts.get.query({ cohortId })
    expect([startsAt, after.endsAt, after.endsOn]).toEqual([null, endsAt, '2097-06-30'])
  })
})
