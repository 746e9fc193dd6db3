import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test as always, expect } from 'vitest'
import { academyFolder } from '../../config/academy-settings.ts'
import { type Api, forAllTests, startApi } from '../../test/api.ts'

/** Skips the tests if the folder is deleted, as schools with a frontend of their own do. */
const test = always.skipIf(!existsSync(academyFolder))
const [api, without] = await Promise.all([
  forAllTests(startApi({ config: { academy: existsSync(academyFolder) } })),
  forAllTests(startApi()),
])
const html = { accept: 'text/html' }

test('the API answers before the academy is built, and / says that it is being built', async () => {
  await using early = await startApi({ config: { academy: true } })

  const page = await early.request('GET /', { headers: html })

  expect([page.status, page.headers.refresh]).toEqual([200, '2'])
  expect(page.text).toContain('are being built')
  expect((await early.request('GET /api/v1/config')).status).toBe(200)
  const deep = await early.request('GET /cart', { headers: html })
  expect([deep.status, deep.headers.refresh]).toEqual([200, '2'])
  expect(deep.text).toContain('are being built')
})

test('streams may be read from where the operator says, and nothing else from elsewhere', async () => {
  await api.deps.academy?.prepare()

  const policyOf = async (on: Api) =>
    String((await on.request('GET /', { headers: html })).headers['content-security-policy'])
  expect(await policyOf(api)).toContain("connect-src 'self';")
  expect(await policyOf(api)).not.toContain('blob:')
  await using streaming = await startApi({
    config: { academy: true, streamOrigins: ['https://video.example.org'] },
  })
  await streaming.deps.academy?.prepare()
  expect(await policyOf(streaming)).toContain("connect-src 'self' https://video.example.org;")
  expect(await policyOf(streaming)).toContain(' https: blob:;')
})

test('its pages are one document, whose scripts and styles are files of this server', async () => {
  await api.deps.academy?.prepare()

  for (const path of ['/', '/course/knots/lesson/1', '/desk', '/studio/x?y=1']) {
    const { status, headers, text } = await api.request(`GET ${path}`, { headers: html })
    expect([path, status, headers['content-type']]).toEqual([path, 200, 'text/html; charset=utf-8'])
    expect(headers['content-security-policy']).toContain("script-src 'self';")
    expect(headers['cache-control']).toBe('no-cache')
    // Checks that nothing inside it runs: neither a script nor a handler. Data does not run.
    expect(text).not.toMatch(/<script(?![^>]* src=| type="application\/ld\+json">)| on\w+=| style=/)
    // Of styles, it has those that the policy knows.
    const styles = [...text.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = '']) => style)
    expect(styles.length).toBe(2)
    for (const style of styles)
      expect(headers['content-security-policy']).toContain(
        `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
      )
    expect(headers).not.toHaveProperty('set-cookie')
  }

  const { text } = await api.request('GET /', { headers: html })
  const assets = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path)
  expect(assets.length).toBeGreaterThan(1)
  for (const path of assets) {
    const { status, headers } = await api.request(`GET ${path}`, {
      headers: { 'accept-encoding': 'br' },
    })
    expect([path, status, headers['content-encoding']]).toEqual([path, 200, 'br'])
    expect(headers['cache-control']).toContain('immutable')
  }

  // Serves the worker, which starts the app without a network and fetches what pages ask for.
  const { status, headers } = await api.request('GET /sw.js')
  expect([status, headers['cache-control']]).toEqual([200, 'no-cache'])
  expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'")
})

const ofApi = ['/api/v1/nothing', '/api', '/assets/nothing.js', '/trpc', '/livez/x']
test.each([...ofApi, '/media', '/verify/x/y', '/dev/nothing', '/docs/nothing'])(
  '%s is an address of the API, where browsers get its error, too',
  async (path) => {
    const { status, body, headers } = await api.request(`GET ${path}`, { headers: html })
    expect([status, body.error]).toEqual([404, 'NotFound'])
    expect(headers.vary).not.toContain('accept')
  },
)

const asBrowser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
test.each(['/coursess', '/foo/bar?x=<b>', '/course/knots/', '/course/a//b'])(
  'a browser that opens %s gets a page with status 404, that nobody keeps',
  async (path) => {
    await api.deps.academy?.prepare()
    const headers = { accept: asBrowser, 'if-none-match': '*' }

    for (const school of [api, without]) {
      const page = await school.request(`GET ${path}`, { headers })
      expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
      expect(page.headers['cache-control']).toBe('no-store')
      expect(page.headers.vary).toContain('accept')
      expect(page.headers).not.toHaveProperty('etag')
      expect(page.headers['content-security-policy']).toContain("default-src 'none'")
      expect(page.text).not.toContain('<b>')
      const head = await school.request(`HEAD ${path}`, { headers })
      expect([head.status, head.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    }
  },
)

test.each([
  ['GET', undefined],
  ['GET', '*/*'],
  ['GET', 'application/json, text/html;q=0.9'],
  ['GET', 'text/html;q=0, */*'],
  ['POST', 'text/html'],
])('a program that asks with %s for %s gets the error', async (method, accept) => {
  const headers = accept === undefined ? {} : { accept }
  const { status, body } = await api.request(`${method} /coursess`, { headers })
  expect([status, body.error]).toEqual([404, 'NotFound'])
})

test('a page is found with a slash at its end, too', async () => {
  const { status, headers } = await api.request('GET /desk/', { headers: html })
  expect([status, headers.location]).toEqual([308, '/desk'])
})

test('no address of the API changes by it, and no answer', async () => {
  const { body } = await without.request('GET /openapi.json')
  const paths = Object.entries(body.paths as Record<string, Record<string, object>>)
    .filter(([path, operations]) => 'get' in operations && !['/', '/metrics'].includes(path))
    .map(([path]) => path.replaceAll(/\{\w+\}/g, 'x'))
  expect(paths.length).toBeGreaterThan(100)

  for (const path of paths) {
    const [withIt, without_] = [
      await api.request(`GET ${path}`),
      await without.request(`GET ${path}`),
    ]
    expect([path, withIt.status, withIt.headers['content-type']]).toEqual([
      path,
      without_.status,
      without_.headers['content-type'],
    ])
  }
  const json = { headers: { accept: 'application/json' } }
  expect((await api.request('GET /', json)).body).toEqual(
    (await without.request('GET /', json)).body,
  )
})

test('pages.json has the first part of each of its addresses', async () => {
  const zones = ['learn', 'studio', 'desk']
  const routes = await Promise.all(
    zones.map((zone) => readFile(join(academyFolder, 'src', zone, 'routes.ts'), 'utf8')),
  )
  // Takes only the first: routes of the studio and the desk lie below one of their own.
  const paths = routes.flatMap((text, index) => {
    const found = [...text.matchAll(/path: '([a-z][\w-]*)/g)].map(([, path]) => path)
    return index === 0 ? found : found.slice(0, 1)
  })
  const pages = JSON.parse(await readFile(join(academyFolder, 'pages.json'), 'utf8'))
  expect([...new Set(paths)].sort()).toEqual(pages)
})

test('each text of the academy has one name in one place, in every language', async () => {
  const texts = join(academyFolder, 'src/texts')
  const files = (await readdir(texts, { recursive: true })).filter((file) => file.endsWith('.ts'))
  const languages = Map.groupBy(files, (file) => dirname(file))
  languages.delete('.')
  expect(languages.size).toBeGreaterThan(4)
  for (const zones of languages.values()) {
    const read = await Promise.all(zones.map((file) => readFile(join(texts, file), 'utf8')))
    const names = read.flatMap((text) => text.match(/^ {2}(?:'[^']+'|\w+)(?=:)/gm) ?? [])
    expect(names.length).toBeGreaterThan(500)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  }
})
