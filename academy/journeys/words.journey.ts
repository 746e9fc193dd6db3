import type { Page } from '@playwright/test'
import type { QuestionInput } from '../../client-sdk/src/index.ts'
import { lesson } from './support/lesson.ts'
import { expect, openAs, test } from './support/test.ts'

const saving = /drafts\.updateLesson/

test('one refused field holds back no other, and stays until it is right', async ({ page }) => {
  const { author, courseId, path, stored } = await lesson()
  await openAs(page, author, path)
  await page.getByLabel('Title').fill('')
  await page.getByRole('textbox', { name: 'Text' }).fill('Kept words.')
  await expect.poll(async () => (await stored()).content).toBe('Kept words.')
  await expect(page.getByText('Not saved', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveAttribute('aria-invalid', 'true')

  // Asks before the page is left, and again at the next one.
  page.once('dialog', (question) => question.dismiss())
  await page.getByRole('link', { name: 'Files' }).click()
  await expect(page).toHaveURL(path)
  page.on('dialog', (question) => question.accept())
  await page.getByRole('link', { name: 'Files' }).click()
  await expect(page).toHaveURL(`/studio/${courseId}/files`)
  await expect(elsewhere(page)).toBeVisible()
  await page.reload()
  await elsewhere(page).getByRole('link').click()
  await expect(page.getByText('What you wrote here last time')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('')
  await page.getByLabel('Title').fill('Two')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await stored()).toMatchObject({ title: 'Two', content: 'Kept words.' })
  expect(await typedOn(page)).toEqual([])
})

test('a question that is not right yet holds back no other', async ({ page }) => {
  const { author, courseId, path, stored } = await lesson()
  const question = (key: string): QuestionInput => ({
    key,
    title: key,
    type: 'text',
    accepted: ['bowline'],
  })
  const quiz = { passPercent: 50, pools: [{ questions: [question('q-1'), question('q-2')] }] }
  const { revision } = await stored()
  const changed = { courseId, key: 'one', revision, type: 'quiz', quiz } as const
  await author.lyceum.drafts.updateLesson.mutate(changed)
  await openAs(page, author, path)
  const [first, second] = [item(page, '1. q-1'), item(page, '2. q-2')]
  await first.getByText('1. q-1').click()
  await first.getByRole('button', { name: 'Remove: Answer 1' }).click()
  await expect(page.getByRole('link', { name: 'Question 1, answer: needs at' })).toBeVisible()
  const [alert, points] = [page.getByRole('alert'), first.getByLabel('Points')]
  await points.fill('0')
  await expect(alert).toContainText('Question 1, points')
  await expect(points).toHaveAttribute('aria-invalid', 'true')
  await second.getByText('2. q-2').click()
  await second.getByRole('textbox', { name: 'Explanation' }).fill('It never slips.')

  const questions = async () => {
    const one = await stored()
    return one.type === 'quiz' && one.quiz?.pools[0]?.questions
  }
  const right = { explanation: 'It never slips.' }
  await expect.poll(questions).toMatchObject([{ accepted: [], points: 1 }, right])
  await expect(alert).toContainText('Question 1, points')
  await expect(points).toHaveValue('0')
  await points.fill('2')
  await expect(alert).toHaveCount(0)
  await expect.poll(questions).toMatchObject([{ accepted: [], points: 2 }, right])
})

test('what could not be saved arrives from another page, and from another tab', async ({
  page,
  context,
}) => {
  const { author, courseId, path, stored } = await lesson()
  await context.route(saving, (route) => route.fulfill({ status: 503, body: '{}' }))
  await openAs(page, author, path)
  await page.getByRole('textbox', { name: 'Text' }).fill('From another page.')
  await expect(page.getByText('Not saved yet; we keep trying')).toBeVisible()
  page.on('dialog', (question) => question.accept())
  await page.getByRole('link', { name: 'Members' }).click()
  await expect(elsewhere(page)).toBeVisible()
  await context.unroute(saving)
  await expect.poll(async () => (await stored()).content).toBe('From another page.')
  await expect(elsewhere(page)).toHaveCount(0)

  await page.goBack()
  const text = page.getByRole('textbox', { name: 'Text' })
  await expect(text).toContainText('From another page.')
  await context.setOffline(true)
  await text.fill('Before it was closed.')
  await page.close({ runBeforeUnload: false })
  await context.setOffline(false)
  const other = await context.newPage()
  await other.goto(`/studio/${courseId}/files`)
  await expect.poll(async () => (await stored()).content).toBe('Before it was closed.')
  expect(await typedOn(other)).toEqual([])
})

test('two closed tabs and somebody else lose nothing to each other', async ({ page, context }) => {
  const { author, courseId, path, stored } = await lesson()
  await context.route(saving, (route) => route.fulfill({ status: 503, body: '{}' }))
  await openAs(page, author, path)
  const other = await context.newPage()
  await other.goto(path)
  await page.getByRole('textbox', { name: 'Text' }).fill('Of the first tab.')
  await other.getByRole('textbox', { name: 'Text' }).fill('Of the second tab.')
  for (const tab of [page, other]) await tab.close({ runBeforeUnload: false })
  await context.unroute(saving)
  const { revision } = await stored()
  const theirs = { courseId, key: 'one', revision, content: 'Of somebody else.' }
  await author.lyceum.drafts.updateLesson.mutate(theirs)

  const later = await context.newPage()
  await later.goto(path)
  const dialog = later.getByRole('dialog', { name: 'Somebody else saved first' })
  const seen = new Set<string | null>()
  for (const choice of ['Take theirs', 'Keep mine']) {
    await expect(dialog.locator('del').first()).toHaveText('somebody')
    seen.add(await dialog.locator('ins').last().textContent())
    await dialog.getByRole('button', { name: choice }).click()
  }
  expect(seen).toEqual(new Set(['first tab', 'second tab']))
  await expect.poll(async () => (await stored()).content).toContain([...seen].at(-1))
  expect(await typedOn(later)).toEqual([])
})

test('the page of learners is shown once the lesson is saved, however slow that is', async ({
  page,
}) => {
  const { author, path } = await lesson()
  await openAs(page, author, path)
  await page.getByRole('link', { name: 'See it as learners do' }).click()
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.route(saving, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.continue()
  })
  await page.getByRole('textbox', { name: 'Text' }).fill('New words.')
  await page.getByRole('link', { name: 'See it as learners do' }).click()
  await expect(page.getByText('As learners will read it')).toBeVisible()
  await expect(page.getByText('New words.')).toBeVisible({ timeout: 500 })
})

test('pictures come to their place, in their order, whatever is typed meanwhile', async ({
  page,
}) => {
  const { author, path, stored } = await lesson('First words.\n\n## Heading')
  await openAs(page, author, path)
  let finished = 0
  let insert = () => {}
  const inserted = new Promise<void>((resolve) => {
    insert = resolve
  })
  await page.route(/uploads\.finish/, async (route) => {
    await inserted
    finished += 1
    await new Promise((resolve) => setTimeout(resolve, 1_500 - 400 * finished))
    await route.continue()
  })
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.press('Control+Home')
  await text.press('ArrowRight')
  await paste(page, ['a.png', 'b.png', 'c.png'])
  // Asked is what they show; nothing has to.
  const dialog = page.getByRole('dialog', { name: 'What does the picture show?' })
  await dialog.getByLabel('a.png').fill('A [loop]')
  await dialog.getByRole('button', { name: 'Insert' }).click()
  await expect(page.getByText('Uploading a.png, b.png, c.png …')).toBeVisible()
  insert()
  await text.press('Control+Home')
  await text.pressSequentially('My ')
  const pictures = ['![A \\[loop\\]](img/a.png)', '![](img/b.png)', '![](img/c.png)']
  const expected = ['My First words.', ...pictures, '## Heading'].join('\n\n')
  await expect.poll(async () => (await stored()).content.trim()).toBe(expected)

  await page.route(/uploads\.start/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.abort()
  })
  await paste(page, ['d.png'])
  await dialog.getByRole('button', { name: 'Insert' }).click()
  await expect(page.getByText('Uploading d.png …')).toBeVisible()
  await expect(page.getByText('The school cannot be reached.')).toBeVisible()
  await expect(page.getByText('Uploading d.png …')).toHaveCount(0)
})

test('forms ask before they are left, and are sent again after any refusal', async ({ page }) => {
  const { author, courseId } = await lesson()
  await openAs(page, author, `/studio/${courseId}/settings`)
  await page.getByLabel('Summary').fill('A summary that nobody saved.')
  page.once('dialog', (question) => question.dismiss())
  await page.getByRole('link', { name: 'Outline' }).click()
  await expect(page.getByLabel('Summary')).toHaveValue('A summary that nobody saved.')
  page.once('dialog', (question) => question.accept())
  await page.getByRole('link', { name: 'Announcements' }).click()

  const open = page.getByRole('button', { name: 'New announcement' })
  await open.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('What you tell them')).toBeFocused()
  await page.keyboard.type('The harbor is closed.')
  page.once('dialog', (question) => question.dismiss())
  await page.keyboard.press('Escape')
  await dialog.getByLabel('Who it is for').selectOption({ label: 'A class' })
  await dialog.getByRole('button', { name: 'Post it' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Class' })).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await dialog.getByLabel('Who it is for').selectOption({ label: 'Everybody' })
  await dialog.getByRole('button', { name: 'Post it' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('The harbor is closed.')).toBeVisible()
})

const item = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

/** The notice that links to unsaved lessons. */
const elsewhere = (page: Page) => page.getByRole('status').filter({ hasText: 'Not saved yet:' })

/** Returns the names of unsent input on the device. */
function typedOn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.keys(localStorage).filter((name) => name.startsWith('academy.typed.')),
  )
}

/** Pastes one-pixel pictures, as from the clipboard. */
async function paste(page: Page, names: string[]): Promise<void> {
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='
  await page.getByRole('textbox', { name: 'Text' }).evaluate(
    (editor, { pixel, names }) => {
      const clipboardData = new DataTransfer()
      const bytes = Uint8Array.from(atob(pixel), (one) => one.charCodeAt(0))
      for (const name of names)
        clipboardData.items.add(new File([bytes, name], name, { type: 'image/png' }))
      editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    },
    { pixel, names },
  )
}
