import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type ErrorName, errors } from '../../errors/errors.ts'
import { forAllTests, startApi } from '../../test/api.ts'
import { describeApi } from '../openapi/openapi.ts'
import origin from './explorer/origin.json' with { type: 'json' }

const api = await forAllTests(startApi())

test.each(['/docs', '/docs/'])(
  '%s and everything that it loads come from this server',
  async (url) => {
    const page = await api.request(`GET ${url}`)
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])

    const loaded = [...page.text.matchAll(/<(?:link|script)[^>]* (?:src|href)="([^"]*)"/g)].map(
      ([, address = '']) => address,
    )
    expect(loaded.length).toBeGreaterThan(3)
    for (const address of loaded) {
      expect(address).toMatch(/^\/docs\/assets\/[\w.-]+$/)
      const asset = await api.request(`GET ${address}`)
      expect([address, asset.status, asset.text.length > 100]).toEqual([address, 200, true])
      const again = await api.request(`GET ${address}`, {
        headers: { 'if-none-match': String(asset.headers.etag) },
      })
      expect([again.status, again.text]).toEqual([304, ''])
    }
  },
)

test('its policy allows no other servers, no inline scripts and no frames', async () => {
  const { headers, text } = await api.request('GET /docs')
  const policy = Object.fromEntries(
    String(headers['content-security-policy'])
      .split('; ')
      .map((directive) => [
        directive.slice(0, directive.indexOf(' ')),
        directive.slice(directive.indexOf(' ') + 1),
      ]),
  )
  expect(policy).toMatchObject({
    'default-src': "'none'",
    'script-src': "'self'",
    'connect-src': "'self'",
    'frame-ancestors': "'none'",
    'form-action': "'none'",
    'base-uri': "'none'",
  })
  expect(JSON.stringify(policy)).not.toMatch(/https?:|\*/)
  expect(text).not.toMatch(/<script>|<style|\bon\w+=/)
})

test('the bundle of the page is the one that was taken from its package', async () => {
  const { rawPayload } = await api.server.inject('/docs/assets/openapi-explorer.js')
  const compressed = await api.server.inject({
    url: '/docs/assets/openapi-explorer.js',
    headers: { 'accept-encoding': 'gzip, deflate, br' },
  })

  expect(createHash('sha256').update(rawPayload).digest('hex')).toBe(origin.sha256)
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: expect.any(String) })
  expect(gunzipSync(compressed.rawPayload).equals(rawPayload)).toBe(true)
  expect(compressed.rawPayload.length).toBeLessThan(rawPayload.length / 3)
})

describe.each<[string, string, (text: string) => unknown]>([
  ['/openapi.json', 'application/json; charset=utf-8', JSON.parse],
  ['/openapi.yaml', 'application/yaml; charset=utf-8', parse],
])('%s', (url, type, read) => {
  test('is the document of the whole API', async () => {
    const { headers, body } = await api.server.inject(url)
    expect(headers['content-type']).toBe(type)
    expect(read(body)).toEqual(describeApi('http://lyceum.test'))
  })

  test.each([
    ['br', 'gzip, deflate, br;q=0.9', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    [undefined, 'identity', (whole: Buffer) => whole],
    [undefined, 'br;q=0, gzip;q=0.0', (whole: Buffer) => whole],
  ])('is sent as %s to who accepts %s, and once only', async (encoding, accepted, unpack) => {
    const whole = await api.server.inject(url)
    const headers = { 'accept-encoding': accepted }
    const first = await api.server.inject({ url, headers })
    const etag = String(first.headers.etag)

    expect(first.headers['content-encoding']).toBe(encoding)
    expect(unpack(first.rawPayload).equals(whole.rawPayload)).toBe(true)
    if (encoding !== undefined)
      expect(first.rawPayload.length).toBeLessThan(whole.rawPayload.length / 8)
    expect(String(first.headers.vary)).toContain('accept-encoding')

    const again = await api.server.inject({ url, headers: { ...headers, 'if-none-match': etag } })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    const other = await api.server.inject({ url, headers: { 'if-none-match': '"other"' } })
    expect(other.statusCode).toBe(200)
  })
})

test('readers of YAML 1.1 get the same, dates and the word no included', async () => {
  const { body } = await api.server.inject('/openapi.yaml')
  expect(parse(body, { version: '1.1' })).toEqual(describeApi('http://lyceum.test'))
})

test.each([
  ['help@school.example', { name: 'Knot School', email: 'help@school.example' }],
  ['https://school.example/help', { name: 'Knot School', url: 'https://school.example/help' }],
])('the document names whom to ask for help: %s', async (support, contact) => {
  const brand = { ...api.deps.config.brand, name: 'Knot School', support }
  await using school = await startApi({ config: { brand } })

  expect((await school.server.inject('/openapi.json')).json().info.contact).toEqual(contact)
})

test('the type of an error links to its explanation', async () => {
  const { body } = await api.request('GET /api/v1/cart')
  const { pathname, hash } = new URL(body.type)
  const { status, text } = await api.request(`GET ${pathname}`)

  expect([status, hash]).toEqual([200, '#TokenMissing'])
  expect(text).toContain('<article id="TokenMissing">')
})

test.each(Object.keys(errors) as ErrorName[])(
  '%s is explained: its cause, what to do, and which operations raise it',
  async (name) => {
    const { text } = await api.request('GET /docs/errors')
    const article = text.split('<article ').find((part) => part.startsWith(`id="${name}"`)) ?? ''

    const [cause, message, raisedBy] = [...article.matchAll(/<dd>(.*?)<\/dd>/gs)].map(
      ([, words = '']) => words,
    )
    expect(plain(cause)).toBe(errors[name].cause)
    expect(plain(message)).toBe(errors[name].message)
    expect(raisedBy).toMatch(/\w/)
  },
)

function plain(text = ''): string {
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
}
