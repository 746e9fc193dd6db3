import type { Page } from '@playwright/test'
import { administrator, newLearner } from './support/school.ts'
import { expect, openAs, test } from './support/test.ts'

async function givenCourse() {
  const admin = await administrator()
  const slug = `many-${process.pid}-${Date.now()}`
  const { id: courseId } = await admin.lyceum.authoring.create.mutate({
    ...{ slug, title: `Many ${slug}`, summary: 'A course for many.', language: 'en' },
    price: { amount: 0, currency: 'EUR' },
  })
  const { drafts } = admin.lyceum
  const { revision } = await drafts.get.query({ courseId })
  const lesson = { key: 'one', title: 'One', content: 'Hello.' }
  const { revision: written } = await drafts.createLesson.mutate({ courseId, revision, ...lesson })
  await drafts.publish.mutate({ courseId, revision: written, baseVersion: null, note: 'First' })
  return { admin, courseId, slug }
}

/** Looks at what would happen, and does it. */
async function act(page: Page, name: string, text?: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  const dialog = page.getByRole('dialog')
  if (text !== undefined) await dialog.getByRole('textbox').fill(text)
  await dialog.getByRole('button', { name: 'See what happens' }).click()
  await dialog.getByRole('button', { name: /^Do it for/ }).click()
}

test('all invitations of a course are mailed again: choose all, act, see each result', async ({
  page,
}) => {
  const { admin, courseId, slug } = await givenCourse()
  const rows = Array.from({ length: 25 }, (_, at) => ({ email: `invited-${at}@${slug}.example` }))
  const { bulkEnrollments } = admin.lyceum.admin
  const { id } = await bulkEnrollments.create.mutate({ course: slug, rows })
  const status = async () => (await bulkEnrollments.get.query({ bulkEnrollmentId: id })).status
  await expect.poll(status, { timeout: 60_000 }).toBe('done')

  await openAs(page, admin, `/desk/invitations?course=${courseId}`)
  await page.getByRole('checkbox', { name: 'Choose all that are shown' }).click({ force: true })
  await page.getByRole('button', { name: 'Choose all that match' }).click()
  await expect(page.getByText('25 chosen')).toBeVisible()
  await act(page, 'Send again')

  await expect(page).toHaveURL(/\/desk\/bulk\//)
  await expect(page.getByText('25 of 25 rows')).toBeVisible({ timeout: 60_000 })
})

test('on a phone, a teacher writes to one learner, who reads it in the course', async ({
  page,
}) => {
  const { admin, courseId } = await givenCourse()
  const [ada, ben] = [await newLearner('Ada Byron'), await newLearner('Ben Okri')]
  for (const { email } of [ada, ben])
    await admin.lyceum.learners.enroll.mutate({ courseId, user: email })

  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, admin, `/studio/${courseId}/learners`)
  await page
    .getByRole('row', { name: /Ada Byron/ })
    .getByRole('checkbox')
    .click({ force: true })
  await act(page, 'Send a message', 'Come at ten, Ada.')
  await expect(page.getByRole('dialog').getByText('Done for 1')).toBeVisible()

  const told = async ({ lyceum }: typeof ada) =>
    (await lyceum.me.announcements.query({ courseId })).items.map(({ text }) => text)
  expect([await told(ada), await told(ben)]).toEqual([['Come at ten, Ada.'], []])
})

test('the certificates of a course are replaced after a look, and come as a ZIP', async ({
  page,
}) => {
  const { admin, courseId, slug } = await givenCourse()
  const ada = await newLearner('Ada Byron')
  await admin.lyceum.learners.enroll.mutate({ courseId, user: ada.email })
  const { sections } = await ada.lyceum.courses.get.query({ idOrSlug: slug })
  const lessonId = sections[0]?.lessons[0]?.id ?? ''
  await ada.lyceum.progress.update.mutate({ lessonId, completed: true })
  const { verificationCode: code } = await ada.lyceum.certificates.issue.mutate({ courseId })
  const { revision } = await admin.lyceum.authoring.get.query({ courseId })
  const certificate = { issuer: 'Faculty of Knots' }
  await admin.lyceum.authoring.update.mutate({ courseId, revision, certificate })

  await openAs(page, admin, `/desk/certificates?q=${code.slice(0, 9)}`)
  await page
    .getByRole('row', { name: /Ada Byron/ })
    .getByRole('checkbox')
    .click({ force: true })
  await page.getByRole('button', { name: 'Replace', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('The faculty signs them now.')
  await dialog.getByRole('button', { name: 'See what happens' }).click()
  await dialog.getByRole('button', { name: 'Replace them now' }).click()
  await expect(dialog.getByText('This happened:')).toBeVisible()
  const { supersededBy } = await ada.lyceum.certificates.verify.query({ code })

  await openAs(page, admin, `/studio/${courseId}/learners`)
  await page.getByRole('button', { name: 'Certificates (ZIP)' }).click()
  await page.getByRole('button', { name: 'Put together' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click({ timeout: 60_000 })
  expect([(await download).suggestedFilename(), supersededBy]).toEqual([
    'certificates.zip',
    expect.any(String),
  ])
})
