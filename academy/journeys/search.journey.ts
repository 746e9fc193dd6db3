import { administrator, newLearner } from './support/school.ts'
import { accessibilityFaults, expect, openAs, settle, test } from './support/test.ts'

test('Ctrl+K finds a person by a part of their name, whoever they are, and pages', async ({
  page,
}) => {
  const [admin, ada] = [await administrator(), await newLearner('Adalind Searched')]
  const invited = `searched.invited.${process.pid}@example.com`
  await admin.lyceum.admin.invitations.create.mutate({ email: invited })
  await openAs(page, admin, '/studio')
  await expect(page.getByRole('button', { name: 'Search people' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').fill('searched')
  await expect(dialog.getByRole('option', { name: invited })).toBeVisible()
  await settle(page)
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole('combobox').fill(ada.email)
  await expect(dialog.getByRole('option', { name: 'Adalind Searched' }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Adalind Searched')

  await page.keyboard.press('Control+k')
  await dialog.getByRole('combobox').fill('classe')
  await dialog.getByRole('option', { name: 'Classes' }).click()
  await expect(page).toHaveURL(/\/desk\/cohorts$/)

  const [course] = (await admin.lyceum.search.everything.query({ kind: 'course' })).items
  await page.goto(`/studio/${course?.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await dialog.getByRole('combobox').fill('publ')
  await expect(dialog.getByRole('option', { name: 'Publish' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/studio/${course?.id}/publish$`))
})

test('who enrolls somebody chooses the person, the course and the class: no id is typed', async ({
  page,
}) => {
  const [admin, ada] = [await administrator(), await newLearner('Chosen Byron')]
  const name = `Chosen class ${process.pid}`
  await admin.lyceum.admin.cohorts.create.mutate({ name })
  await openAs(page, admin, '/desk/enrollments')
  await page.getByRole('button', { name: 'Enroll' }).click()
  const dialog = page.getByRole('dialog')
  const choose = async (field: string, typed: string, option: string) => {
    await dialog.getByRole('combobox', { name: field }).fill(typed)
    await page.getByRole('option', { name: option }).click()
  }
  await choose('Person', 'chosen byr', ada.email)
  await choose('Course', 'first hour', 'Your first hour')
  await choose('Class', 'chosen class', name)
  await settle(page)
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Enroll' }).click()
  await expect(dialog.getByRole('status')).toHaveText(/enrolled/i)
  await dialog.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('combobox', { name: 'Person' }).fill('chosen byr')
  await page.getByRole('option', { name: ada.email }).click()
  await expect(page).toHaveURL(new RegExp(`user=${ada.id}`))
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Person' })).toHaveValue('Chosen Byron')
  await expect(page.getByRole('row')).toHaveCount(2)
})
