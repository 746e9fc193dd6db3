import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { demoAccounts } from '../../server/demo/seed-demo.ts'
import { openBrowser } from './support/open-browser.ts'
import { say } from './support/say.ts'
import { type SdkWorld, startSdkWorld } from './support/sdk-world.ts'

/*
 * Opens /docs in a real browser: every operation is shown, nothing is requested from another host,
 * and GET /api/courses can be tried with a token. The argument is the file for a screenshot.
 */
const demoCourses = ['first-hour-with-the-api', 'building-a-course-player']
const [, , screenshot = join(tmpdir(), 'lyceum-docs.png')] = process.argv

await using world = await startSdkWorld()
const folder = await mkdtemp(join(tmpdir(), 'lyceum-browser-'))
const { browser } = await openBrowser(folder)
try {
  await checkPage(await browser.newPage(), world)
} finally {
  await browser.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

async function checkPage(page: Page, { baseUrl }: SdkWorld): Promise<void> {
  const foreign: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(baseUrl) && !request.url().startsWith('data:'))
      foreign.push(request.url())
  })
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))

  await page.setViewport({ width: 1280, height: 1400 })
  await page.goto(`${baseUrl}/docs`, { waitUntil: 'networkidle0' })
  await page.waitForSelector('.opblock')
  const shown = await page.$$eval('.opblock', (operations) => operations.length)
  const { paths } = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as {
    paths: Record<string, object>
  }
  const described = Object.values(paths).flatMap((item) => Object.keys(item)).length
  say('operations shown', `${shown} of ${described}`)

  const { status, body } = await tryCourses(page, await signIn(baseUrl))
  const courses = demoCourses.filter((slug) => body.includes(slug))
  await page.$eval('#operations-courses-courses_list', (operation) => operation.scrollIntoView())
  await page.screenshot({ path: screenshot as `${string}.png` })
  say('GET /api/courses with a token', `${status}, ${courses.length} courses`)
  say('requests to other hosts', foreign.join(', ') || 'none')
  say('blocked by the policy, or failed', complaints.join(', ') || 'nothing')
  say('screenshot', screenshot)
  if (
    shown !== described ||
    status !== '200' ||
    courses.length !== demoCourses.length ||
    foreign.length + complaints.length > 0
  )
    process.exitCode = 1
}

async function signIn(baseUrl: string): Promise<string> {
  const [account] = demoAccounts
  const answer = await fetch(`${baseUrl}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: account?.email, password: account?.password }),
  })
  return ((await answer.json()) as { token: string }).token
}

/** Does what a reader does (authorize, open, try out, execute) and returns what the page shows. */
async function tryCourses(page: Page, token: string): Promise<{ status: string; body: string }> {
  await page.click('.auth-wrapper .authorize')
  await page.waitForSelector('.auth-container input')
  await page.type('.auth-container input', token)
  await page.click('.auth-container button.authorize')
  await page.click('.auth-container .btn-done')

  const operation = '#operations-courses-courses_list'
  await page.click(`${operation} .opblock-summary-control`)
  await page.waitForSelector(`${operation} .try-out__btn`)
  await page.click(`${operation} .try-out__btn`)
  await page.waitForSelector(`${operation} .execute`)
  await page.click(`${operation} .execute`)
  const answer = await page.waitForSelector(`${operation} .live-responses-table .response`)
  const status = await answer?.$eval('.response-col_status', (cell) => cell.textContent ?? '')
  const body = await answer?.$eval('.highlight-code', (code) => code.textContent ?? '')
  return { status: status?.trim().slice(0, 3) ?? 'none', body: body ?? '' }
}
