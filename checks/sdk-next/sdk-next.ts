import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'puppeteer-core'
import { demoAccounts } from '../../server/demo/demo-accounts.ts'
import { freePort } from '../../server/test/free-port.ts'
import { openBrowser, textOf } from '../support/open-browser.ts'
import { packSdk } from '../support/pack-sdk.ts'
import { type Demo, openDemo } from '../support/place.ts'
import { type RunningProgram, root, run, startProgram } from '../support/programs.ts'
import { say } from '../support/say.ts'

/*
 * Builds the SDK's Next.js example with the packed SDK, runs it against a real server, and uses it
 * in a browser: the proxy, server components, server actions, and a token in an httpOnly cookie,
 * which server components can read but not write. Ends the session elsewhere, too.
 */
const [account] = demoAccounts

interface Visit {
  world: Demo
  site: string
  /** Returns what Next.js has printed so far. */
  log: () => string
}

async function use(browser: Browser, { world, site, log }: Visit): Promise<void> {
  const page = await browser.newPage()
  await page.goto(site)
  expectPath(page, '/login', 'a stranger is sent to')

  await logIn(page, 'not the password')
  await page.waitForFunction(`document.querySelector('#message').textContent !== ''`)
  say('a wrong password shows', await textOf(page, '#message'))

  await logIn(page, account?.password ?? '')
  await page.waitForSelector('#name')
  say('signed in', await textOf(page, '#name'))
  const cookie = (await browser.cookies()).find(({ name }) => name === 'lyceum')
  say('cookie', `HttpOnly ${cookie?.httpOnly}, Secure ${cookie?.secure}, ${cookie?.sameSite}`)
  if (cookie?.httpOnly !== true || !cookie.secure) throw new Error('A script could read the token.')

  await page.click('button[name=courseId]')
  await page.waitForFunction(`document.querySelector('#cart').textContent === '1'`)
  say('in the cart, added by a server action', await textOf(page, '#cart'))
  await page.goto(`${site}/login`)
  expectPath(page, '/', 'the login sends who is signed in to')

  // Simulates "sign out everywhere" on another device.
  const ended = await fetch(`${world.baseUrl}/api/v1/auth/logout-all`, {
    method: 'POST',
    headers: { authorization: `Bearer ${cookie.value}` },
  })
  if (!ended.ok) throw new Error(`The session could not be ended: ${ended.status}`)
  await page.goto(site)
  expectPath(page, '/login', 'after the session ended elsewhere, the page leads to')
  say('because of', await textOf(page, '#message'))
  if ((await textOf(page, '#message')) !== 'TokenInvalid')
    throw new Error('The server component did not see the refusal.')
  if (!log().includes('signed out: TokenInvalid')) throw new Error('onSignedOut was not called.')
  if ((await browser.cookies()).some(({ name }) => name === 'lyceum'))
    throw new Error('The cookie is still there.')

  await logIn(page, account?.password ?? '')
  await page.waitForSelector('#signOut')
  await page.click('#signOut')
  await page.waitForSelector('[name=email]')
  if ((await browser.cookies()).some(({ name }) => name === 'lyceum'))
    throw new Error('The cookie is still there after the logout.')
  say('after the logout', 'the cookie is gone')
}

async function logIn(page: Page, password: string): Promise<void> {
  await page.waitForSelector('[name=email]')
  await page.type('[name=email]', account?.email ?? '')
  await page.type('[name=password]', password)
  await page.click('button[type=submit]')
}

function expectPath(page: Page, path: string, subject: string): void {
  const { pathname } = new URL(page.url())
  say(subject, pathname)
  if (pathname !== path) throw new Error(`${subject} ${pathname} instead of ${path}.`)
}

/** Starts the example as users have it: outside the repository, with the SDK from the registry. */
async function startNext({ folder, baseUrl }: Demo, port: number): Promise<RunningProgram> {
  const example = join(folder, 'clone/client-sdk/examples/next')
  const env = { LYCEUM_URL: baseUrl, NEXT_TELEMETRY_DISABLED: '1' }
  await cp(join(root, 'client-sdk/examples/next'), example, {
    recursive: true,
    filter: (path) => !/\/(node_modules|\.next)$/.test(path),
  })
  const tarball = await packSdk(folder)
  await run('npm', ['install', '--no-audit', '--no-fund', tarball], example)
  await run(process.execPath, ['node_modules/next/dist/bin/next', 'build'], example, env)

  const next = ['node_modules/next/dist/bin/next', 'start', '--port', String(port)]
  const url = `http://localhost:${port}/login`
  return startProgram([process.execPath, ...next], url, { cwd: example, env })
}

await using world = await openDemo('next')
await using opened = await openBrowser(world.folder)
const port = await freePort()
await using next = await startNext(world, port)
await use(opened.browser, { world, site: `http://localhost:${port}`, log: next.printed })
