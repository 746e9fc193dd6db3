import { cp, mkdir, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Browser, Page } from 'puppeteer-core'
import { demoAccounts } from '../server/demo/demo-accounts.ts'
import { freePort } from '../server/test/free-port.ts'
import { mailedCode } from './support/mailed-code.ts'
import { openBrowser } from './support/open-browser.ts'
import { type Demo, openDemo } from './support/place.ts'
import { root, run, startProgram } from './support/programs.ts'
import { say } from './support/say.ts'

/*
 * Installs and builds the SDK's example page as in a fresh clone, serves it from a different origin
 * than the API, and uses it in a real browser: registers, verifies, logs in, lists the courses,
 * reloads, and lets the token expire. Then two tabs: a logout and another user's login in one are
 * noticed in the other. The argument is the file for a screenshot.
 */
const tokenSeconds = 15
const email = 'ada.lovelace@example.com'
const password = 'short but not too short any more'

async function visit(page: Page, { baseUrl, folder }: Demo, pageUrl: string): Promise<void> {
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
  await page.type('[name=password]', password.slice(0, 5))
  await page.click('[value=register]')
  say('a mistake shows', await errorOf(page, 'InvalidFields'))

  await page.type('[name=password]', password.slice(5))
  await page.click('[value=register]')
  await page.waitForSelector('#verification:not([hidden])')
  await page.type('[name=code]', await mailedCode(folder, email))
  await page.click('#verification button')
  await page.waitForSelector('#catalogue:not([hidden])')
  const signedInAt = Date.now()
  say('signed in', await textOf(page, '#name'))
  say('courses', await textOf(page, '#courses'))

  await page.reload()
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

/** Two tabs with one storage; the second one only watches. */
async function useTwoTabs(browser: Browser, page: Page): Promise<void> {
  await signInAs(page, { email, password })
  const other = await browser.newPage()
  await other.goto(page.url())
  await other.waitForSelector('#catalogue:not([hidden])')

  await page.click('#signOut')
  await other.waitForSelector('#login:not([hidden])')
  say('after a logout, the other tab shows', 'the login')

  await signInAs(page, { email, password })
  await other.waitForSelector('#changed:not([hidden])')
  await other.click('#accept')
  await other.waitForSelector('#catalogue:not([hidden])')
  const [account] = demoAccounts
  if (account === undefined) throw new Error('There are no demo accounts.')
  // The storage changes under the page, as by a second sign-in without a logout.
  await page.$eval('#login', (section) => section.removeAttribute('hidden'))
  await signInAs(page, account)

  await other.waitForSelector('#changed:not([hidden])')
  await other.$eval('#catalogue', (section) => section.removeAttribute('hidden'))
  const shown = await textOf(other, '#name')
  await other.click('#reload')
  say(`a call of the other tab, which still shows ${shown}`, await errorOf(other, 'SessionChanged'))
  await other.click('#accept')
  await other.waitForFunction(
    `document.querySelector('#name').textContent !== ${JSON.stringify(shown)}`,
  )
  say('after it accepted, it shows', await textOf(other, '#name'))
}

async function signInAs(page: Page, account: { email: string; password: string }): Promise<void> {
  await page.waitForSelector('#login:not([hidden])')
  for (const name of ['email', 'password'] as const) {
    await page.$eval(`[name=${name}]`, (field) => {
      ;(field as unknown as { value: string }).value = ''
    })
    await page.type(`[name=${name}]`, account[name])
  }
  await page.click('[value=signIn]')
  await page.waitForSelector('#catalogue:not([hidden])')
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

/**
 * Installs and builds the example as its README says, in what a clone holds of the SDK after
 * `npm ci`, and serves it.
 */
async function servePage({ folder, baseUrl }: Demo, port: number): Promise<AsyncDisposable> {
  const clone = join(folder, 'clone')
  const example = join(clone, 'client-sdk/examples/browser')
  await mkdir(clone)
  for (const name of ['package.json', 'package-lock.json', 'client-sdk'])
    await cp(join(root, name), join(clone, name), {
      recursive: true,
      filter: (path) => !['node_modules', 'dist'].includes(basename(path)),
    })
  await symlink(join(root, 'node_modules'), join(clone, 'node_modules'))
  await run('npm', ['install', '--no-audit', '--no-fund'], example)
  await run('npm', ['run', 'build'], example, { VITE_LYCEUM_URL: baseUrl })
  const vite = ['node_modules/vite/bin/vite.js', 'preview', '--port', String(port), '--strictPort']
  return startProgram([process.execPath, ...vite], `http://localhost:${port}`, { cwd: example })
}

await using world = await openDemo('sdk', { TOKEN_TTL: `${tokenSeconds}s` })
await using opened = await openBrowser(world.folder)
const port = await freePort()
await using _pages = await servePage(world, port)
const page = await opened.browser.newPage()
await visit(page, world, `http://localhost:${port}`).catch(async (error: unknown) => {
  throw new Error(`The page says "${await textOf(page, '#message')}".`, { cause: error })
})
await useTwoTabs(opened.browser, page)
