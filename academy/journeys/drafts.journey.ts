import { course } from './support/lesson.ts'
import { accessibilityFaults, expect, openAs, picture, settle, test } from './support/test.ts'

test('an author leaves a quiz unfinished, is told what it lacks, and is led there', async ({
  page,
}) => {
  const { author, path } = await course('Unfinished')
  await openAs(page, author, path)
  await page.getByRole('button', { name: 'Add a lesson' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Which knot holds')
  await dialog.getByLabel('Type').selectOption({ label: 'Quiz' })
  await dialog.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('button', { name: 'Add a question' }).click()
  const question = page.getByRole('listitem').filter({ hasText: 'One answer' })
  await question.getByRole('textbox', { name: 'Title' }).fill('Which knot keeps its loop?')
  await page.getByRole('textbox', { name: 'Answer' }).first().fill('The bowline')
  const saved = page.getByText('Saved', { exact: true })
  await expect(saved).toBeVisible()
  await expect(page.getByText('Question 1 has no right answer: mark one')).toBeVisible()
  await settle(page)
  await picture(page, 'incomplete')
  expect(await accessibilityFaults(page)).toEqual([])

  // A question that lacks something cannot be tried, and the dialog says what.
  await page.getByRole('button', { name: 'Try it' }).click()
  await expect(dialog.getByText('Question 1, answer 2: still empty')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()

  await page.goto(path)
  await expect(page.getByText('Incomplete')).toBeVisible()
  await page.getByRole('link', { name: 'Publish', exact: true }).first().click()
  await expect(page.getByText('Question 1, answer 2: still empty')).toBeVisible()
  await page.getByRole('link', { name: 'Which knot holds' }).first().click()
  const empty = page.getByRole('link', { name: 'Question 1, answer 2: still empty' })
  await empty.click()
  await expect(page.getByRole('textbox', { name: 'Answer' }).nth(1)).toBeFocused()
  await page.keyboard.type('The slip knot')
  await page.getByRole('radio', { name: 'Answer 1 is right' }).check()
  await expect(empty).toHaveCount(0)
  await expect(page.getByText('no right answer')).toHaveCount(0)

  await page.getByRole('button', { name: 'Duplicate: Question 1' }).click()
  await expect(saved).toBeVisible()
  await page.getByRole('button', { name: 'Try it' }).click()
  await dialog.getByRole('button', { name: 'Begin' }).click()
  await dialog.getByRole('button', { name: 'See the result' }).click()
  await expect(dialog.getByText('Not passed, with 0%.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Import questions' }).click()
  await dialog.getByLabel('From a file').setInputFiles({
    name: 'knots.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Which joins two ropes?\nA. The sheet bend\nB. The bowline\nANSWER: A\n'),
  })
  await picture(page, 'bring-questions')
  await dialog.getByRole('button', { name: 'Add 1 question' }).click()
  await expect(page.getByText('3. Which joins two ropes?')).toBeVisible()
  await expect(saved).toBeVisible()

  await page.goto(path)
  await page.getByRole('button', { name: 'Duplicate: Which knot holds' }).click()
  await dialog.getByRole('button', { name: 'Duplicate' }).click()
  await expect(page.getByText('3. Which joins two ropes?')).toBeVisible()
  await expect(page).toHaveURL(/which-knot-holds-copy$/)

  await page.goto(`${path}/settings`)
  await page.getByRole('button', { name: 'Duplicate the course' }).click()
  await dialog.getByRole('button', { name: 'Duplicate the course' }).click()
  await expect(page.getByText('Unfinished (copy)')).toBeVisible()
  await expect(page.getByText('Which knot holds').first()).toBeVisible()
})
