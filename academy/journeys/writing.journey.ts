import { lesson } from './support/lesson.ts'
import { accessibilityFaults, expect, openAs, picture, settle, test } from './support/test.ts'

const sample = [
  '# Knots',
  'A **loop** that *never* slips, `const knot = 1`, ~~never~~ and [a link](two.md). See $v=\\frac{1}{2}$.',
  '## Steps',
  '- [ ] Take the rope\n- [x] Tie it\n- A plain item\n  - within',
  '> **Hint**\n>\n> Pull it tight.',
  '| Knot | Use |\n| --- | ---: |\n| Bowline | loop |',
  '```ts\nconst knot = true\n```',
  '$$\n\\sum_{i=1}^{n} i\n$$',
  '---',
  'The end.',
].join('\n\n')

test('a text is written by buttons, the menu and keys, and stays byte for byte where nobody wrote', async ({
  page,
}) => {
  const { path, author, stored } = await lesson(`Start.\n\n${sample}\n\n__a__\\\r\n* b\n\n\n`)
  await openAs(page, author, path)
  const content = async () => (await stored()).content
  const before = await content()
  const text = page.getByRole('textbox', { name: 'Text' })
  const bar = page.getByRole('toolbar', { name: 'Formatting: Text' })
  const undone = async () => {
    await text.press('Control+z')
    await expect.poll(content).toBe(before)
  }
  await expect(page.locator('.markdown-table table')).toBeVisible()
  await expect(page.locator('.cm-formula math').first()).toBeVisible()
  // The bar is one stop, its buttons are reached by arrows, and what is typed goes on.
  await text.press('Control+Home')
  await text.press('Alt+F10')
  await expect(bar.getByRole('button', { name: 'Bold' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect.poll(content).toBe(before.replace('Start', '*Start*'))
  await undone()

  await text.press('Control+End')
  await bar.getByRole('button', { name: 'Markdown' }).click()
  await bar.getByRole('button', { name: 'Markdown' }).click()
  expect(await content()).toBe(before)

  await text.press('Control+Home')
  await text.press('Control+b')
  await expect(bar.getByRole('button', { name: 'Bold' })).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(content).toBe(before.replace('Start', '**Start**'))
  await undone()

  // What is typed over lines is not left to the browser, and takes no mark of the next line.
  await text.press('Control+Home')
  await text.press('Shift+ArrowDown')
  await text.press('Shift+ArrowDown')
  await page.keyboard.type('x')
  await expect.poll(content).toContain('x# Knots')
  await undone()

  await text.press('Control+Home')
  await text.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/tab')
  await expect(page.getByRole('option', { name: 'Table' })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Rope')
  const table = '| Rope | Column 2 |\n| --- | --- |\n|  |  |\n|  |  |'
  await expect.poll(content).toContain(`Start.\n\n${table}\n`)
})

test('what is copied elsewhere arrives as Markdown, and a link is chosen', async ({ page }) => {
  const { path, author, stored } = await lesson()
  await openAs(page, author, path)
  const content = async () => (await stored()).content.trim()
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.evaluate((editor) => {
    const clipboardData = new DataTransfer()
    const html = '<h2 style="color:red">Knots</h2><p>A <b>loop</b><img src=x onerror=ran()></p>'
    clipboardData.setData('text/html', html)
    clipboardData.setData('text/plain', 'Knots A loop')
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  })
  await expect.poll(content).toBe('## Knots\n\nA **loop**')
  await text.press('Control+End')
  await text.press('Control+k')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Text')).toBeFocused()
  await dialog.getByLabel('Text').fill('This one')
  await dialog.getByLabel('Or a lesson or file of this course').selectOption({ label: 'One' })
  await dialog.getByRole('button', { name: 'Insert' }).click()
  await expect.poll(content).toBe('## Knots\n\nA **loop**[This one](one.md)')
})

test('the editor is good to look at, wide and narrow, light and dark, in both languages', async ({
  page,
}) => {
  const { path, author } = await lesson(sample)
  for (const [name, width, colorScheme, language] of [
    ['wide', 1280, 'light', 'en'],
    ['narrow', 390, 'dark', 'de'],
  ] as const) {
    await page.setViewportSize({ width, height: 1_100 })
    await page.emulateMedia({ colorScheme })
    await openAs(page, author, path)
    await page.evaluate((tag) => localStorage.setItem('academy.language', tag), language)
    await page.reload()
    await expect(page.locator('.markdown-table table')).toBeVisible()
    await settle(page)
    const bar = page.getByRole('toolbar')
    await bar.scrollIntoViewIfNeeded()
    // Two rows at most.
    expect((await bar.boundingBox())?.height).toBeLessThan(90)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `writing-${name}`)
  }
})
