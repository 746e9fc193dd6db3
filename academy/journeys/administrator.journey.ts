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
  await page.getByRole('button', { name: 'See what would happen' }).click()
  await page.getByRole('button', { name: 'Enroll 1, invite 1' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Enrollments, /)

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
    await page.getByRole('button', { name: 'New class' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('Ends on').fill('2097-06-30')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(page.getByText('Jun 30, 2097').first()).toBeVisible()

    const cohortId = page.url().split('/').at(-1) ?? ''
    const endsAt = '2097-06-30T12:34:56.789Z'
    await cohorts.update.mutate({ cohortId, endsAt })
    await page.reload()
    await page.getByRole('button', { name: 'Change' }).click()
    await dialog.getByLabel('Name').fill(`${name} B`)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name} B`)
    const { startsAt, ...after } = await cohorts.get.query({ cohortId })
    expect([startsAt, after.endsAt, after.endsOn]).toEqual([null, endsAt, '2097-06-30'])
  })
})

test('the desk shows all ways into a course, and who has it until an end may buy it', async ({
  page,
}) => {
  const [admin, bea] = [await administrator(), await newLearner('Bea Byron')]
  const { cohorts } = admin.lyceum.admin
  const { id: courseId, slug } = await admin.lyceum.courses.get.query({
    idOrSlug: 'building-a-course-player',
  })
  const terms = { name: `Autumn ${process.pid}`, endsAt: '2030-01-31T12:00:00.000Z' }
  const { id: cohortId } = await cohorts.create.mutate(terms)
  await cohorts.addCourse.mutate({ cohortId, course: courseId })
  await cohorts.addMember.mutate({ cohortId, user: bea.email })
  const endsAt = '2029-06-30T12:00:00.000Z'
  await admin.lyceum.learners.enroll.mutate({ user: bea.email, courseId, endsAt })

  await openAs(page, admin, `/desk/enrollments/${bea.id}/${courseId}`)
  const ways = page.getByRole('listitem')
  await expect(ways.filter({ hasText: terms.name })).toContainText('until Jan 31, 2030')
  await expect(ways.filter({ hasText: 'The school' })).toContainText('until Jun 30, 2029')
  await page.screenshot({ path: `${process.env.SCREENSHOTS}/desk-ways.png` })

  await openAs(page, bea, `/course/${slug}`)
  await expect(page.getByText('Buy the course to keep your access.')).toBeVisible()
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByRole('link', { name: 'Go to the cart' })).toBeVisible()
  await page.screenshot({ path: `${process.env.SCREENSHOTS}/course-keep.png` })
})

test('what does not fit is told at its field before it is sent, in the language of the reader', async ({
  page,
}) => {
  const admin = await administrator()
  await openAs(page, admin, '/desk/coupons')
  await page.evaluate(() => localStorage.setItem('academy.language', 'de'))
  await page.reload()
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await page.getByRole('button', { name: 'Neuer Gutschein' }).click()
  const dialog = page.getByRole('dialog')
  const field = (label: string) => dialog.getByLabel(label, { exact: false })
  const button = dialog.getByRole('button', { name: 'Anlegen' })
  await button.click()
  await expect(field('Code')).toBeFocused()
  await expect(field('Code')).toHaveAccessibleDescription(/Bitte ausfüllen\./)

  const code = `zu kurz? ${process.pid}`
  await field('Code').fill(code)
  await field('Prozent').fill('10')
  await field('Nutzungen höchstens').fill('0')
  await button.click()
  await expect(field('Code')).toHaveAttribute('aria-invalid', 'true')
  await expect(field('Code')).toHaveAccessibleDescription(/3 bis 40 Buchstaben/)
  await expect(field('Nutzungen höchstens')).toHaveAccessibleDescription(/Bitte mindestens 1\./)
  await expect(field('Code')).toHaveValue(code)
  expect(sent).toEqual([])

  await field('Code').fill(`KURZ-${process.pid}`)
  await field('Nutzungen höchstens').fill('1')
  await button.click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(`KURZ-${process.pid}`)).toBeVisible()
})
