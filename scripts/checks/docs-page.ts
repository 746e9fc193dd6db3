import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { demoAccounts } from '../../server/demo/seed-demo.ts'
import { openBrowser } from './open-browser.ts'
import { type SdkWorld, startSdkWorld } from './sdk-world.ts'

/**
 * Opens /docs in a real browser: looks that the operations are there and that nothing is asked of
 * another host, signs in with a token, tries GET /api/courses, and takes a screenshot. The first
 * argument is the file to write it to.
 */
const demoCourses = ['first-hour-with-the-api', 'building-a-course-player']
const [, , screenshot = join(tmpdir(), 'lyceum-docs.png')] = process.argv

await using world = await startSdkWorld()
const folder = await mkdtemp(join(tmpdir(), 'lyceum-browser-'))
const { browser } = await openBrowser(folder)
try {
  await look(await browser.newPage(), world)
} finally {
  await browser.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

async function look(page: Page, { baseUrl }: SdkWorld): Promise<void> {
  const foreign: string[] = []
  const refusals: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(baseUrl) && !request.url().startsWith('data:'))
      foreign.push(request.url())
  })
  page.on('console', (message) => {
    if (message.type() === 'error') refusals.push(message.text())
  })
  page.on('pageerror', (error) => refusals.push(String(error)))

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
  say('GET /api/courses, tried with a token', `${status}, ${courses.length} courses`)
  say('asked of other hosts', foreign.join(', ') || 'nothing')
  say('refused by the policy, or failed', refusals.join(', ') || 'nothing')
  say('screenshot', screenshot)
  if (
    shown !== described ||
    status !== '200' ||
    courses.length !== demoCourses.length ||
    foreign.length + refusals.length > 0
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

/**
 * Does what a reader does: authorize, open the operation, try it out, execute. Gives what the page
 * then shows.
 */
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

function say(what: string, words: string): void {
  process.stdout.write(`${what}: ${words}\n`)
}
