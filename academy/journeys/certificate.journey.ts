import { course } from './support/lesson.ts'
import { accessibilityFaults, expect, openAs, picture, settle, test } from './support/test.ts'

test('a teacher designs a certificate, and sees it printed while typing', async ({ page }) => {
  const { author, courseId, path } = await course('Diplomas')
  const { revision } = await author.lyceum.authoring.get.query({ courseId })
  await author.lyceum.authoring.update.mutate({ courseId, revision, grade: 'printed' })
  await openAs(page, author, `${path}/settings`)
  await page.getByRole('button', { name: 'See the certificate' }).click()
  const certificate = page.getByRole('img', { name: 'A certificate of this course' })
  await expect(certificate).toBeVisible({ timeout: 60_000 })

  const drawn = (words: string) =>
    page.waitForResponse(
      (response) =>
        response.url().includes('authoring.certificatePreview') &&
        response.ok() &&
        (response.request().postData() ?? '').includes(words),
      { timeout: 60_000 },
    )
  await page.getByLabel(/^Heading/).fill('Diploma')
  const inPortrait = drawn('"portrait"')
  await page.getByLabel('Orientation').selectOption('portrait')
  await inPortrait
  const withGrade = drawn('95')
  await page.getByLabel('With a grade of (in %)').fill('95')
  await withGrade
  await settle(page)
  expect(await accessibilityFaults(page)).toEqual([])
  await picture(page, 'certificate-design')
  await page.setViewportSize({ width: 390, height: 844 })
  await picture(page, 'certificate-design-phone')

  await page.getByRole('button', { name: 'Save', exact: true }).last().click()
  await expect(page.getByText('Saved.').first()).toBeVisible()
  expect((await author.lyceum.authoring.get.query({ courseId })).certificate).toMatchObject({
    ...{ heading: 'Diploma', orientation: 'portrait' },
  })
})
