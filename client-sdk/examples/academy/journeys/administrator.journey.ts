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
