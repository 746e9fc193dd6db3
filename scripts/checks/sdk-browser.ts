import { spawn } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { freePort } from '../../server/test/free-port.ts'
import { openBrowser } from './support/open-browser.ts'
import { say } from './support/say.ts'
import { root, run, type SdkWorld, startSdkWorld } from './support/sdk-world.ts'
import { untilReady } from './support/until-ready.ts'

/*
 * Builds the SDK's example page with Vite, serves it from a different origin than the API, and uses
 * it in a real browser: registers, verifies, logs in, lists the courses, reloads, and lets the
 * token expire. The argument is the file for a screenshot.
 */
const tokenSeconds = 8
const email = 'ada.lovelace@example.com'

async function main(): Promise<void> {
  await using world = await startSdkWorld({ TOKEN_TTL: `${tokenSeconds}s` })
  const { browser, label } = await openBrowser(world.folder)
  say('browser', `${label}, ${await browser.version()}`)

  try {
    const port = await freePort()
    await using _pages = await servePage(world, port)
    const page = await browser.newPage()
    await visit(page, world, `http://localhost:${port}`).catch(async (error: unknown) => {
      throw new Error(`The page says "${await textOf(page, '#message')}".`, { cause: error })
    })
  } finally {
    await browser.close()
  }
}

async function visit(page: Page, { baseUrl }: SdkWorld, pageUrl: string): Promise<void> {
  const failures: string[] = []
  const requests: string[] = []
  page.on('pageerror', (error) => failures.push(String(error)))
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin === baseUrl && request.method() !== 'OPTIONS')
      requests.push(`${request.method()} ${url.pathname}`)
  })

  await page.goto(pageUrl)
  await page.type('[name=email]', email)
  await page.type('[name=password]', 'short')
  await page.click('[value=register]')
  say('a mistake shows', await errorOf(page, 'InvalidFields'))

  await page.type('[name=password]', ' but not too short any more')
  await page.click('[value=register]')
  await page.waitForSelector('#verification:not([hidden])')
  await page.type('[name=code]', await codeFor(baseUrl))
  await page.click('#verification button')
  await page.waitForSelector('#catalogue:not([hidden])')
  const signedInAt = Date.now()
  say('signed in', await textOf(page, '#name'))
  say('courses', await textOf(page, '#courses'))

  await page.reload()
  await page.evaluate(`document.getElementById('reload').click()`)
  await page.waitForSelector('#catalogue:not([hidden])')
  say('still signed in after a reload', await textOf(page, '#name'))
  const [screenshot] = process.argv.slice(2)
  if (screenshot !== undefined) await page.screenshot({ path: screenshot })

  await new Promise((resolve) =>
    setTimeout(resolve, signedInAt + (tokenSeconds + 1) * 1000 - Date.now()),
  )
  await page.click('#reload')
  say('after the token expired', await errorOf(page, 'TokenExpired'))
  await page.waitForSelector('#login:not([hidden])')
  say('token in the storage', String(await page.evaluate(`localStorage.getItem('lyceum.token')`)))

  say('requests', requests.join(', '))
  if (failures.length > 0) throw new Error(`The page threw: ${failures.join('; ')}`)
}

/** The message that the page shows for the error of this name. */
async function errorOf(page: Page, name: string): Promise<string> {
  await page.waitForSelector(`#message[data-error=${name}]`)
  return `${name}: ${await textOf(page, '#message')}`
}

function textOf(page: Page, selector: string): Promise<string> {
  return page.$eval(selector, (found) =>
    [...found.childNodes].map((node) => node.textContent ?? '').join(', '),
  )
}

async function codeFor(baseUrl: string): Promise<string> {
  for (;;) {
    const answer = await fetch(`${baseUrl}/dev/mail.json?to=${email}`)
    const { items } = (await answer.json()) as { items: { text: string }[] }
    const code = items[0]?.text.match(/\d{8}/)?.[0]
    if (code !== undefined) return code
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Builds the example as its README says, with the SDK as it is published, and serves it. */
async function servePage(
  { folder, tarball, baseUrl }: SdkWorld,
  port: number,
): Promise<AsyncDisposable> {
  const example = join(folder, 'browser')
  await cp(join(root, 'client-sdk/examples/browser'), example, { recursive: true })
  await run('npm', ['install', '--no-audit', '--no-fund', tarball], example)
  await run('npm', ['run', 'build'], example, { VITE_LYCEUM_URL: baseUrl })
  const server = spawn(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'preview', '--port', String(port), '--strictPort'],
    {
      cwd: example,
      stdio: 'ignore',
    },
  )
  const stopped = new Promise((resolve) => server.once('exit', resolve))
  async function stop(): Promise<void> {
    server.kill('SIGTERM')
    await stopped
  }
  await untilReady(`http://localhost:${port}`)
  return { [Symbol.asyncDispose]: stop }
}

await main()
