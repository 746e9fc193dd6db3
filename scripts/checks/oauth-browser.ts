import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser, Page } from 'puppeteer-core'
import { build } from 'tsdown'
import { freePort } from '../../server/test/free-port.ts'
import { startIdentityProvider } from '../../server/test/identity-providers/identity-provider.ts'
import { startServerProcess } from '../../server/test/server-process.ts'
import { openFolder } from './support/folder.ts'
import { openBrowser } from './support/open-browser.ts'
import { root, stop } from './support/programs.ts'
import { say } from './support/say.ts'

/*
 * Signs in with a third party in a real browser by means of the SDK, both as a single-page frontend
 * and by plain redirects. Three origins take part: the frontend and the server on different ports
 * of localhost, and an OpenID Connect provider at 127.0.0.1. Checks the cookie, and that no URL
 * holds a token.
 */
const person = { sub: 'ada', email: 'ada.king@example.com', email_verified: true, name: 'Ada King' }

await using opened = await openFolder('oauth')
const folder = opened.path
const sdk = await bundleSdk(folder)
const frontend = createServer((request, response) => {
  if (request.url === '/sdk.js') {
    response.setHeader('content-type', 'text/javascript').end(sdk)
    return
  }
  response.setHeader('content-type', 'text/html')
  response.end(
    request.url?.startsWith('/page')
      ? pageOf(apiUrl)
      : '<!doctype html><title>Nothing here</title>',
  )
})
await new Promise<void>((resolve) => frontend.listen(0, '127.0.0.1', resolve))
const frontendUrl = `http://localhost:${(frontend.address() as AddressInfo).port}`
const pages = { spa: `${frontendUrl}/page/spa`, redirect: `${frontendUrl}/page/redirect` }
const port = await freePort()
const apiUrl = `http://localhost:${port}`

await using provider = await startIdentityProvider({
  redirectUris: [pages.spa, `${apiUrl}/api/v1/auth/oauth/school/return`],
})
provider.knows(person)
const server = await startServerProcess(folder, {
  PORT: String(port),
  PUBLIC_URL: apiUrl,
  CORS_ORIGINS: frontendUrl,
  OAUTH_RETURN_URLS: `${pages.spa},${pages.redirect}`,
  OAUTH_SCHOOL_ISSUER: provider.config.issuer,
  OAUTH_SCHOOL_CLIENT_ID: provider.config.clientId,
  OAUTH_SCHOOL_CLIENT_SECRET: provider.config.clientSecret,
})
const faults: string[] = []
try {
  await server.ready()
  await using opened = await openBrowser(folder)
  for (const way of ['spa', 'redirect'] as const) await signIn(opened.browser, way)
} finally {
  await stop(server.process)
  frontend.closeAllConnections()
  frontend.close()
}
if (faults.length > 0) throw new Error(faults.join('\n'))
say('result', 'both ways end signed in, and no URL held a token')

async function signIn(browser: Browser, way: keyof typeof pages): Promise<void> {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  page.on('pageerror', (error) => faults.push(`${way}: the page threw ${String(error)}`))

  await page.goto(pages[way])
  await page.click('#sign-in')
  await page.waitForSelector('input[name=sub]')
  const [cookie] = (await context.cookies()).filter(({ name }) => name === 'lyceum-oauth-school')
  say(
    `${way}: cookie`,
    `HttpOnly ${cookie?.httpOnly}, SameSite ${cookie?.sameSite}, path ${cookie?.path}`,
  )
  if (cookie?.httpOnly !== true || cookie.sameSite !== 'Lax')
    faults.push(`${way}: the cookie has the wrong attributes`)

  await page.type('input[name=sub]', person.sub)
  await page.click('button')
  await page.waitForSelector('#name:not(:empty)')
  const token = String(await page.evaluate('globalThis.token'))
  say(`${way}: signed in as`, await textOf(page, '#name'))
  say(`${way}: address bar`, page.url())

  if ((await textOf(page, '#name')) !== person.name)
    faults.push(`${way}: the wrong user is signed in`)
  if (token.length < 100 || urls.some((url) => url.includes(token)))
    faults.push(`${way}: the token is missing, or in a URL`)
  if ((await context.cookies()).some(({ name }) => name.startsWith('lyceum')))
    faults.push(`${way}: the cookie is still there`)
  await context.close()
}

function textOf(page: Page, selector: string): Promise<string> {
  return page.$eval(selector, (element) => element.textContent ?? '')
}

/** The least that a frontend has to do. */
function pageOf(api: string): string {
  return `<!doctype html><title>Frontend</title><button id="sign-in">Sign in</button><p id="name"></p><script type="module">
import { createLyceum } from '/sdk.js'
const api = ${JSON.stringify(api)}
const lyceum = createLyceum({ baseUrl: api })
const here = location.origin + location.pathname
const { code, state, iss, signInCode } = Object.fromEntries(new URLSearchParams(location.search))
history.replaceState(null, '', here)

function base64url(bytes) {
  return btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

async function show(login) {
  globalThis.token = login.token
  await lyceum.keepLogin(login)
  document.getElementById('name').textContent = (await lyceum.me.get.query()).name
}

document.getElementById('sign-in').onclick = async () => {
  if (here.endsWith('/spa')) {
    location.assign((await lyceum.auth.startOAuth.mutate({ provider: 'school', returnUrl: here })).authorizationUrl)
    return
  }
  const codeVerifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  sessionStorage.setItem('codeVerifier', codeVerifier)
  const codeChallenge = base64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeVerifier)))
  location.assign(api + '/api/v1/auth/oauth/school/redirect?' + new URLSearchParams({ returnUrl: here, codeChallenge }))
}

if (code !== undefined) show(await lyceum.auth.finishOAuth.mutate({ provider: 'school', code, state, iss }))
if (signInCode !== undefined) {
  const codeVerifier = sessionStorage.getItem('codeVerifier')
  show(await lyceum.auth.exchangeOAuth.mutate({ signInCode, codeVerifier }))
}
</script>`
}

/** The SDK as one file, as a frontend's bundler makes it. */
async function bundleSdk(outDir: string): Promise<string> {
  await build({
    config: false,
    cwd: join(root, 'client-sdk'),
    entry: { sdk: 'src/index.ts' },
    format: 'esm',
    platform: 'browser',
    deps: { alwaysBundle: /./ },
    dts: false,
    clean: false,
    outDir,
    logLevel: 'error',
  })
  return readFile(join(outDir, 'sdk.js'), 'utf8')
}
