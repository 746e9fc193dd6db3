import { afterAll, expect, test } from 'vitest'
import { type ErrorName, errors } from '../../errors/errors.ts'
import { startApi } from '../../test/api.ts'

const api = await startApi()
afterAll(() => api[Symbol.asyncDispose]())

test('the page of operations and everything that it loads come from this server', async () => {
  const page = await api.request('GET /docs')
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])

  const loaded = [...page.text.matchAll(/(?:src|href)="([^"]*)"/g)].map(
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
})

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

test('the type of an error links to its explanation', async () => {
  const { body } = await api.request('GET /api/cart')
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
