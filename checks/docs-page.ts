import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'puppeteer-core'
import { demoAccounts } from '../server/demo/demo-accounts.ts'
import type { OperationObject } from '../server/http/endpoints/document.ts'
import { logIn } from './support/ask.ts'
import { openBrowser } from './support/open-browser.ts'
import { listen, violationsOn } from './support/page-faults.ts'
import { type Demo, openDemo } from './support/place.ts'
import { report, reportNone, say } from './support/say.ts'

/*
 * Opens /docs in a real browser, light and dark: every operation is shown with samples, axe finds
 * nothing to complain about in any area, nothing is requested from another host, GET
 * /api/v1/courses can be tried with a token, the page is small, and no public page is wider than a
 * phone. The argument is the folder for the screenshots.
 */
const mostBytes = 500_000
const demoCourses = ['first-hour-with-the-api', 'building-a-course-player']
const [, , screenshots = join(tmpdir(), 'lyceum-docs')] = process.argv

const tokenField = '>>> input[name="api-key"]'
const tryButton = '>>> [part~="btn-try"]'

/** The text of a page and of all that it has in shadow trees. */
const deepText = `function textIn(root) {
  let text = root.textContent ?? ''
  for (const element of root.querySelectorAll('*'))
    if (element.shadowRoot) text += textIn(element.shadowRoot)
  return text
}`

await mkdir(screenshots, { recursive: true })
await using world = await openDemo('docs')
await using opened = await openBrowser(world.folder)
for (const scheme of ['light', 'dark'] as const) await checkPage(opened.browser, world, scheme)
say('screenshots', screenshots)

async function checkPage(
  browser: Browser,
  { baseUrl }: Demo,
  scheme: 'light' | 'dark',
): Promise<void> {
  const page = await browser.newPage()
  const complaints = listen(page, baseUrl)
  const picture = (name: string) =>
    page.screenshot({ path: join(screenshots, `${name}-${scheme}.png`) as `${string}.png` })
  await page.setViewport({ width: 1280, height: 1000 })
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])

  await page.goto(`${baseUrl}/docs`, { waitUntil: 'networkidle0' })
  await picture('start')
  const violations = await violationsOn(page)
  const bytes = await bytesOf(page)

  const { status, body } = await tryCourses(page, baseUrl, await logIn(baseUrl, demoAccounts[0]))
  await picture('tried')
  violations.push(...(await violationsOn(page)))
  const courses = demoCourses.filter((slug) => body.includes(slug))

  // A link names an operation, and the page opens with it.
  await page.goto(`${baseUrl}/docs?link#tag/cart/cart_add`, { waitUntil: 'networkidle0' })
  const opened = String(await page.evaluate('location.hash')).includes('post-/api/v1/cart')
  report(opened, `${scheme}: a link to an operation opens it`, String(opened))
  const described = await canonicalOperations(baseUrl)
  const shown: string[] = []
  for (const { id, area } of described) {
    if (await showsOperation(page, id)) shown.push(id)
    if (described.find((other) => other.area === area)?.id === id)
      violations.push(...(await violationsOn(page)))
  }
  const missing = described.map(({ id }) => id).filter((id) => !shown.includes(id))

  const isRight = status.includes('(200)') && courses.length === demoCourses.length
  const tried = `${status}, ${courses.length} courses`
  report(isRight, `${scheme}: GET /api/v1/courses with a token`, tried)
  reportNone(`${scheme}: operations that are not shown with their samples`, missing)
  report(bytes <= mostBytes, `${scheme}: bytes over the wire`, `${bytes}, at most ${mostBytes}`)
  reportNone(`${scheme}: pages that scroll sideways at 390 pixels`, await wideOf(page, baseUrl))
  reportNone(`${scheme}: accessibility`, violations)
  reportNone(`${scheme}: foreign, blocked or failed`, complaints)
  await page.close()
}

async function canonicalOperations(baseUrl: string): Promise<{ id: string; area: string }[]> {
  const { paths } = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, OperationObject>>
  }
  return Object.values(paths)
    .flatMap((item) => Object.values(item))
    .filter((operation) => operation['x-alias-of'] === undefined)
    .map(({ operationId, tags: [area = ''] }) => ({ id: operationId, area }))
}

/** Does what a reader does (enter the token, test, send) and returns what the page shows. */
async function tryCourses(
  page: Page,
  baseUrl: string,
  token: string,
): Promise<{ status: string; body: string }> {
  await page.goto(`${baseUrl}/docs?auth#?route=auth`, { waitUntil: 'networkidle0' })
  await (await page.waitForSelector(tokenField))?.type(token)
  await page.keyboard.press('Enter')
  await page.evaluate(`document.querySelector('openapi-explorer').scrollTo('get-/api/v1/courses')`)
  await (await page.waitForSelector(tryButton))?.click()
  const status = await page.waitForSelector('>>> .response-message.success')
  return {
    status: (await status?.evaluate((it) => it.textContent?.trim() ?? '')) ?? 'none',
    body: String(await page.evaluate(`(${deepText})(document)`)),
  }
}

async function showsOperation(page: Page, id: string): Promise<boolean> {
  const operation = `document.querySelector('openapi-explorer').resolvedSpec.tags
    .flatMap(({ paths }) => paths).find(({ operationId }) => operationId === '${id}')`
  const samples = (await page.evaluate(`${operation}?.xCodeSamples?.length ?? 0`)) as number
  await page.evaluate(
    `document.querySelector('openapi-explorer').scrollTo(${operation}?.elementId)`,
  )
  await new Promise((resolve) => setTimeout(resolve, 50))
  const text = String(await page.evaluate(`(${deepText})(document)`))
  const summary = String(await page.evaluate(`${operation}?.summary`))
  return samples > 0 && text.includes(summary)
}

async function bytesOf(page: Page): Promise<number> {
  return (await page.evaluate(
    `performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
      .reduce((sum, { transferSize }) => sum + transferSize, 0)`,
  )) as number
}

/** The public pages that are wider than a phone. */
async function wideOf(page: Page, baseUrl: string): Promise<string[]> {
  await page.setViewport({ width: 390, height: 844 })
  const wide: string[] = []
  for (const path of ['/', '/docs', '/docs/errors', '/verify', '/dev/mail']) {
    await page.goto(baseUrl + path, { waitUntil: 'networkidle0' })
    const width = (await page.evaluate('document.documentElement.scrollWidth')) as number
    if (width > 390) wide.push(`${path}: ${width}`)
  }
  return wide
}
