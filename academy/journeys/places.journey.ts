import { administrator, newLearner } from './support/school.ts'
import { accessibilityFaults, expect, openAs, settle, test } from './support/test.ts'

test('a purchase is marked as paid, and the person has the course', async ({ page }) => {
  const [admin, ada] = [await administrator(), await newLearner('Bea Banked')]
  const { items } = await admin.lyceum.courses.list.query({ limit: 100 })
  const priced = items.find(({ price }) => price.amount > 0)
  const { id } = await ada.lyceum.transactions.create.mutate({ courseIds: [priced?.id ?? ''] })
  await openAs(page, admin, `/desk/transactions/${id}`)
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record a payment' })
  await dialog.getByLabel('How you know').fill('Bank transfer')
  await dialog.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(page.getByText('Recorded as paid. The courses are open.')).toBeVisible()

  await page.goto(`/desk/users/${ada.id}`)
  await page.getByRole('link', { name: 'Progress' }).click()
  await expect(page.getByRole('row', { name: new RegExp(priced?.title ?? '?') })).toBeVisible()
  await settle(page)
  expect(await accessibilityFaults(page)).toEqual([])
})

test('a lesson gets another address; its old one is gone', async ({ page }) => {
  const admin = await administrator()
  const slug = `addressed-${process.pid}-${Date.now()}`
  const terms = {
    title: 'Addressed',
    summary: 'Links that hold.',
    language: 'en',
    price: { amount: 0, currency: 'USD' },
  }
  const { id: courseId } = await admin.lyceum.authoring.create.mutate({ slug, ...terms })
  const draft = await admin.lyceum.drafts.get.query({ courseId })
  const { key } = await admin.lyceum.drafts.createLesson.mutate({
    ...{ courseId, revision: draft.revision, key: 'old-knot', type: 'text', title: 'Knot' },
  })
  await openAs(page, admin, `/studio/${courseId}/lesson/${key}`)
  await page.getByRole('button', { name: 'Change the address' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address of the lesson').fill('new-knot')
  await dialog.getByRole('button', { name: 'Save the address' }).click()
  await expect(page.getByText('The lesson has a new address.')).toBeVisible()
  await expect(page).toHaveURL(/lesson\/new-knot$/)
})
