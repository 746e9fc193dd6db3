import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser } from 'puppeteer-core'
import { build } from 'tsdown'
import { freePort } from '../server/test/free-port.ts'
import { startIdentityProvider } from '../server/test/identity-providers/identity-provider.ts'
import { openFolder } from './support/folder.ts'
import { openBrowser, textOf } from './support/open-browser.ts'
import { asDemo, openPlace } from './support/place.ts'
import { root } from './support/programs.ts'
import { confirm, report, say } from './support/say.ts'

/*
 * Signs in with a third party in a real browser by means of the SDK, both as a single-page frontend
 * and by plain redirects. Three origins take part: the frontend and the server on different ports
 * of localhost, and an OpenID Connect provider at 127.0.0.1. Checks the cookie, and that no URL
 * holds a token.
 */
const person = { sub: 'ada', email: 'ada.king@example.com', email_verified: true, name: 'Ada King' }

await using built = await openFolder('oauth')
const sdk = await bundleSdk(built.path)
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
await using place = await openPlace('oauth', {
  ...asDemo,
  PORT: String(port),
  PUBLIC_URL: apiUrl,
  CORS_ORIGINS: frontendUrl,
  OAUTH_RETURN_URLS: `${pages.spa},${pages.redirect}`,
  OAUTH_SCHOOL_ISSUER: provider.config.issuer,
  OAUTH_SCHOOL_CLIENT_ID: provider.config.clientId,
  OAUTH_SCHOOL_CLIENT_SECRET: provider.config.clientSecret,
})
await place.startServer()
{
  await using opened = await openBrowser(place.folder)
  for (const way of ['spa', 'redirect'] as const) await signIn(opened.browser, way)
}
frontend.closeAllConnections()
frontend.close()

async function signIn(browser: Browser, way: keyof typeof pages): Promise<void> {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  page.on('pageerror', (error) => report(false, `${way}: the page threw`, String(error)))

  await page.goto(pages[way])
  await page.click('#sign-in')
  await page.waitForSelector('input[name=sub]')
  const [cookie] = (await context.cookies()).filter(({ name }) => name === 'lyceum-oauth-school')
  report(
    cookie?.httpOnly === true && cookie.sameSite === 'Lax',
    `${way}: cookie`,
    `HttpOnly ${cookie?.httpOnly}, SameSite ${cookie?.sameSite}, path ${cookie?.path}`,
  )

  await page.type('input[name=sub]', person.sub)
  await page.click('button')
  await page.waitForSelector('#name:not(:empty)')
  const token = String(await page.evaluate('globalThis.token'))
  const name = await textOf(page, '#name')
  report(name === person.name, `${way}: signed in as`, name)
  say(`${way}: address bar`, page.url())
  const isHidden = token.length >= 100 && !urls.some((url) => url.includes(token))
  confirm(`${way}: there is a token, and no URL holds it`, isHidden)
  const left = (await context.cookies()).filter(({ name }) => name.startsWith('lyceum'))
  confirm(`${way}: the cookie is gone`, left.length === 0)
  await context.close()
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
