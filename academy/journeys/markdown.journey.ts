import { expect, type Page, test } from '@playwright/test'
import { disguisedTargets, documentParts, htmlAttacks } from '../../content/test/html-attacks.ts'
import { newLearner } from './support/school.ts'
import { openAs } from './support/test.ts'

const canary = 'https://canary.example'
/** Attacks that need a browser to reparse the markup, or the page's styles to apply. */
const ofBrowsers = [
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=ran()&gt;">',
  '<svg><style><img title="</style><img src=x onerror=ran()>">',
  '<noscript><p title="</noscript><img src=x onerror=ran()>">',
  '<form id=x><input name=attributes></form><img name=body><a id=location>x</a>',
  '<details open ontoggle=ran()><summary onclick=ran()>x</summary></details>',
  '<p class="fixed inset-0 z-50" style="position:fixed;inset:0" id="content" tabindex=0>cover</p>',
  '<a href="java\nscript:ran()">x</a> <a href="//canary.example/protocol">x</a>',
  '```ts"><img src=x onerror=ran()>\nconst a = "<img src=x onerror=ran()>"\n```',
  '![x" onerror="ran()](https://example.org/x.png "x\\" onerror=\\"ran()")',
]
const attacks = [...disguisedTargets, ...htmlAttacks(canary), ...ofBrowsers, ...documentParts]
const elements =
  'a abbr b blockquote br button code dd del details div dl dt em figcaption figure h2 h3 h4 h5 h6 hr i ' +
  'img kbd li mark ol p pre s small span strong sub summary sup table tbody td th thead tr u ul'
const attributes =
  'align alt aria-label aria-live class colspan decoding height href id loading open rel role ' +
  'rowspan src start tabindex target title type width'

// All at once as text; one by one as HTML, because one could swallow the next.
const sent = [['none', attacks.join('\n\n')], ...attacks.map((attack) => ['basic', attack])]
const parts = Array.from({ length: 4 }, (_, part) => sent.filter((_, at) => at % 4 === part))

for (const [part, contents] of parts.entries())
  test(`nothing in a lesson runs, whatever the server sends (${part + 1} of ${parts.length})`, async ({
    page,
  }) => {
    const ran: string[] = []
    page.on('dialog', (dialog) => ran.push(`dialog: ${dialog.message()}`))
    page.on('request', (request) => {
      // Pictures may come from anywhere.
      const isStrange = request.url().startsWith(canary) && request.resourceType() !== 'image'
      if (isStrange) ran.push(request.url())
    })
    await page.addInitScript(() => Object.assign(window, { ran: () => alert('ran') }))
    // Ends what a link opened: dozens of pages beside it make each load slow.
    page.on('popup', (popup) => popup.close())
    const lesson = { html: 'none', content: '' }
    await sendInLessons(page, lesson)
    await openAs(page, await newLearner(), '/sign-in')

    for (const [html, content] of contents) {
      Object.assign(lesson, { html, content: `${content}\n\nThe end of it.` })
      await page.goto('/course/first-hour-with-the-api/lesson/01-what-you-will-build')
      await expect(page.locator('.markdown')).toHaveCount(1)
      await expect(page.locator('.markdown')).not.toHaveAttribute('aria-busy', 'true')

      expect([content, await strangersIn(page)]).toEqual([content, []])
      const address = page.url()
      // Clicks each link: nothing but the browser's own behavior may run.
      await page.locator('.markdown a').evaluateAll((links) => {
        for (const link of links) link.dispatchEvent(new MouseEvent('click', { bubbles: true }))
      })
      expect([content, page.url(), ran]).toEqual([content, address, []])
    }
  })

test('no text makes a page stand still', async ({ page }) => {
  const texts = [
    '# a\n'.repeat(12_500),
    '#\n'.repeat(25_000),
    `~~~cs\n${'a<b> '.repeat(10_000)}`,
    `$$\n${'a\n'.repeat(30_000)}`,
  ]
  const lesson = { html: 'none', content: '' }
  await sendInLessons(page, lesson)
  await openAs(page, await newLearner(), '/sign-in')
  for (const content of texts) {
    Object.assign(lesson, { content })
    await page.goto('/course/first-hour-with-the-api/lesson/01-what-you-will-build')
    await expect(page.locator('.markdown > *').first()).toBeAttached()
    // Code is highlighted after it is shown.
    await page.waitForLoadState('networkidle')
    const start = Date.now()
    await page.evaluate(() => 'awake')
    expect(Date.now() - start).toBeLessThan(2_000)
  }
})

test('formulas are MathML, loaded where one is; tasks and footnotes are shown', async ({
  page,
}) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  const lesson = { html: 'none', content: 'Costs $5 and $10. &copy;&semi; &notit;' }
  await sendInLessons(page, lesson)
  await openAs(page, await newLearner(), '/sign-in')
  const address = '/course/first-hour-with-the-api/lesson/01-what-you-will-build'
  await page.goto(address)
  await expect(page.locator('.markdown')).toHaveText('Costs $5 and $10. ©; &notit;')
  expect(loaded.filter((url) => /formulas/.test(url))).toEqual([])

  const bomb = '$\\def\\a{xx}\\def\\b{\\a\\a\\a\\a}\\def\\c{\\b\\b\\b\\b\\b}\\c\\c\\c\\c\\c\\c\\c$'
  const unsafe = '$\\href{javascript:ran()}{x}$ $\\class{fixed}{x}$'
  const wrong = `${bomb} ${unsafe}`
  lesson.content = [
    'Speed[^1] is $v=\\sqrt{\\frac{L}{2}}$.',
    '$$\n\\sum_{i=1}^{n} i\n- 1\n$$',
    '- [x] Read\n- [ ] Count',
    'See https://a.example/x_y.',
    wrong,
    '[^1]: Of a *boat*.',
  ].join('\n\n')
  await page.goto(address)
  await expect(page.locator('.markdown math')).toHaveCount(2)
  await expect(page.locator('.markdown math[display=block] munderover')).toHaveCount(1)
  await expect(page.locator('.markdown code')).toHaveText(
    [bomb, ...unsafe.split(/ (?=\$)/)].map((one) => one.slice(1, -1)),
  )
  await expect(page.getByRole('checkbox', { name: 'Done' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'To do' })).toBeDisabled()
  await page.getByRole('link', { name: 'Footnote 1' }).click()
  await expect(page.getByRole('link', { name: 'Back to the text' })).toBeInViewport()
  await expect(page.getByRole('link', { name: 'https://a.example/x_y' })).toBeVisible()
  await page.screenshot({ path: `${process.env.SCREENSHOTS}/formulas.png`, fullPage: true })
})

/** Simulates a compromised server whose lessons hold something else. */
async function sendInLessons(page: Page, lesson: { html: string; content: string }): Promise<void> {
  await page.route(/\/trpc\/.*lessons\.get/, async (route) => {
    const answer = await route.fetch()
    const results = (await answer.json()) as { result?: { data?: { content?: string } } }[]
    for (const { result } of results)
      if (result?.data?.content !== undefined) Object.assign(result.data, lesson)
    await route.fulfill({ response: answer, json: results })
  })
}

/** Finds elements, attributes and addresses that no text may bring into the page. */
function strangersIn(page: Page): Promise<string[]> {
  return page.locator('.markdown *').evaluateAll(
    (all, [elements = '', attributes = '']) => {
      const isKnown = (list: string, name: string) => list.split(' ').includes(name)
      return all.flatMap((element) => {
        const found = [...element.attributes]
          .filter(({ name, value }) => {
            if (!isKnown(attributes, name)) return true
            if (name === 'href') return !/^(https?:|mailto:|#part-|\/course\/)/.test(value)
            if (name === 'src') return !/^(https?:|data:image\/|\/)/.test(value)
            if (name === 'id') return !value.startsWith('part-')
            return (
              name === 'class' &&
              !/^(language-|hljs-|sr-only$|markdown-(table|code|copy|picture|address)$)/.test(value)
            )
          })
          .map(({ name, value }) => `${name}=${value}`)
        const name = element.localName
        return isKnown(elements, name) ? found : [`<${name}>`, ...found]
      })
    },
    [elements, attributes],
  )
}
