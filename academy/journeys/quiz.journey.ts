import type { Page } from '@playwright/test'
import { newLearner } from './support/school.ts'
import { expect, openAs, test } from './support/test.ts'

test('a learner leaves a quiz that runs, comes back, and finds every answer', async ({ page }) => {
  await startQuiz(page)
  await page.getByRole('radio', { name: '401' }).check()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  // This one is not saved yet when the page is left.
  await page.getByRole('textbox', { name: 'Which field of an error' }).fill('error')
  await leaveAndComeBack(page)
  await expect(page.getByRole('radio', { name: '401' })).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'Which field of an error' })).toHaveValue('error')

  // The next answer adds to them.
  await page.getByRole('textbox', { name: 'How many digits' }).fill('8')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('radio', { name: '401' })).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'Which field of an error' })).toHaveValue('error')
  await expect(page.getByRole('textbox', { name: 'How many digits' })).toHaveValue('8')
})

test('an answer that the server refuses stops no other answer', async ({ page }) => {
  await startQuiz(page)
  await page.getByRole('textbox', { name: 'How many digits' }).fill('8'.repeat(100))
  await page.getByRole('radio', { name: '401' }).check()
  await expect(page.getByText('This answer is not saved')).toBeVisible()
  await expect(page.getByText('Not everything is saved')).toBeVisible()
  await page.getByRole('textbox', { name: 'Which field of an error' }).fill('error')
  await page.getByRole('button', { name: 'Hand in' }).click()
  await expect(page.getByText('1 question has no answer yet.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Hand in' }).click()
  await expect(page.getByText('2 of 3 points').first()).toBeVisible()
})

test('a number that may be two is asked for, and only then saved', async ({ page }) => {
  await startQuiz(page)
  const digits = page.getByRole('textbox', { name: 'How many digits' })
  await digits.fill('8,000')
  await expect(page.getByText('Which number do you mean?')).toBeVisible()
  await expect(page.getByText('Not everything is saved')).toBeVisible()
  await expect(digits).toHaveValue('8,000')
  await page.getByRole('button', { name: '8', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(digits).toHaveValue('8')
})

test('a quiz of a course in Arabic runs from right to left, and says its language', async ({
  page,
}) => {
  await page.route(/\/trpc\/.*courses\./, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll('"language":"en"', '"language":"ar"')
    await route.fulfill({ response, body })
  })
  await startQuiz(page)
  const questions = page.locator('fieldset')
  await expect(questions.first()).toHaveCSS('direction', 'rtl')
  await expect(questions.first().locator('[lang=ar][dir=rtl]').first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Which field of an error' })).toHaveAttribute(
    'lang',
    'ar',
  )
  await page.screenshot({ path: `${process.env.SCREENSHOTS}/quiz-rtl.png`, fullPage: true })

  await page.getByRole('radio', { name: '401' }).check()
  await page.getByRole('button', { name: 'Hand in' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hand in' }).click()
  const reviewed = page.locator('#attempts li:has(.markdown-line)').first()
  await expect(reviewed).toHaveCSS('direction', 'rtl')
  await page.screenshot({ path: `${process.env.SCREENSHOTS}/result-rtl.png`, fullPage: true })
})

async function startQuiz(page: Page): Promise<void> {
  const learner = await newLearner('Katherine Johnson')
  const { id, sections } = await learner.lyceum.courses.get.query({
    idOrSlug: 'first-hour-with-the-api',
  })
  await learner.lyceum.transactions.create.mutate({ courseIds: [id] })
  const quiz = sections.flatMap(({ lessons }) => lessons).find(({ type }) => type === 'quiz')
  await openAs(page, learner, `/course/first-hour-with-the-api/lesson/${quiz?.id}`)
  await page.getByRole('button', { name: 'Start the quiz' }).click()
}

async function leaveAndComeBack(page: Page): Promise<void> {
  const outline = page.getByRole('complementary')
  await outline.getByRole('link', { name: /Record progress/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Record progress/)
  await outline.getByRole('link', { name: /What you know by now/ }).click()
  await expect(page.getByRole('heading', { level: 2, name: /Attempt/ })).toBeVisible()
}
