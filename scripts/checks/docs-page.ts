import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'puppeteer-core'
import { demoAccounts } from '../../server/demo/seed-demo.ts'
import type { OperationObject } from '../../server/http/endpoints/document.ts'
import { logIn } from './support/ask.ts'
import { openBrowser } from './support/open-browser.ts'
import { listen, violationsOn } from './support/page-faults.ts'
import { type Demo, openDemo } from './support/place.ts'
import { report, reportNone, say } from './support/say.ts'

/*
 * Opens /docs in a real browser, light and dark: every operation is shown, axe finds nothing to
 * complain about (every area, and the form that sends a request), nothing is requested from another
 * host, and GET /api/v1/courses can be tried with a token. The argument is the folder
 * for the screenshots.
 */
const demoCourses = ['first-hour-with-the-api', 'building-a-course-player']
const [, , screenshots = join(tmpdir(), 'lyceum-docs')] = process.argv

const testButton = '[id$="tag/courses/courses_list"] .show-api-client-button'

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

  await page.goto(`${baseUrl}/docs#tag/courses/courses_list`, { waitUntil: 'networkidle0' })
  await page.waitForSelector(testButton)
  await picture('start')
  const violations = await violationsOn(page)

  const { status, body } = await tryCourses(page, await logIn(baseUrl, demoAccounts[0]))
  await picture('tried')
  violations.push(...(await violationsOn(page)))
  const courses = demoCourses.filter((slug) => body.includes(slug))

  const described = await canonicalOperations(baseUrl)
  const shown: string[] = []
  for (const area of new Set(described.map(({ area }) => area))) {
    await page.goto(`${baseUrl}/docs?${area}#tag/${area}`, { waitUntil: 'networkidle0' })
    shown.push(...(await readArea(page, area)))
    violations.push(...(await violationsOn(page)))
  }
  const missing = described.map(({ id }) => id).filter((id) => !shown.includes(id))

  const isRight = status.startsWith('200') && courses.length === demoCourses.length
  const tried = `${status}, ${courses.length} courses`
  report(isRight, `${scheme}: GET /api/v1/courses with a token`, tried)
  reportNone(`${scheme}: operations that are not shown`, missing)
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
async function tryCourses(page: Page, token: string): Promise<{ status: string; body: string }> {
  await page.type('input[placeholder="Token"]', token)
  await page.click(testButton)
  // There is one for narrow pages, too.
  for (const send of await page
    .waitForSelector('[data-addressbar-action="send"]')
    .then(() => page.$$('[data-addressbar-action="send"]')))
    if (await send.isVisible()) await send.click()
  const status = await page.waitForSelector('a[href*="HTTP/Status/"]')
  const body = await page.waitForSelector('.cm-content')
  // What is being faded in has too little contrast until it is there.
  await page.waitForFunction(
    `document.getAnimations().every(({ playState, effect }) =>
      playState === 'finished' || effect.getTiming().iterations === Infinity)`,
  )
  return {
    status: (await status?.evaluate((link) => link.textContent ?? '')) ?? 'none',
    body: (await body?.evaluate((text) => text.textContent ?? '')) ?? '',
  }
}

/** Scrolls to the end of the page, and returns the operations of the area that it shows. */
async function readArea(page: Page, area: string): Promise<string[]> {
  await page.waitForSelector(`a[href*="#tag/${area}/"]`)
  return (await page.evaluate(`(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += 900) {
      scrollTo(0, y)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const links = document.querySelectorAll('a[href*="#tag/${area}/"]')
    return [...links].map(({ href }) => href.split('/').at(-1))
  })()`)) as string[]
}
