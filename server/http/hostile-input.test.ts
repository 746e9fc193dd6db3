import { describe, expect, test } from 'vitest'
import { goodPassword, newEmail, outcomeOf } from '../features/people/auth/test-support.ts'
import { forAllTests, startApi } from '../test/api.ts'

const api = await forAllTests(startApi())
const { token } = await api.given.learner()
const login = ['POST /auth/login', 'POST /trpc/auth.login'] as const
const signup = ['POST /auth/signup', 'POST /trpc/auth.register'] as const
const json = { 'content-type': 'application/json' }

function send(address: string, body: string, type = 'application/json') {
  return api.request(address, { body, headers: { 'content-type': type } })
}

describe.each(signup)('at %s', (address) => {
  test.each([
    ['an email of 60 kB', { email: `${'a'.repeat(60_000)}@example.com` }],
    ['a domain of 60 kB', { email: `a@${'a.'.repeat(30_000)}com` }],
    [
      'an email of 255 characters',
      { email: `a@${`${'b'.repeat(60)}.`.repeat(4)}${'c'.repeat(9)}` },
    ],
    ['65 characters before the @', { email: `${'a'.repeat(65)}@example.com` }],
    ['a label that ends with a hyphen', { email: 'x@x-.test' }],
    ['a label that begins with a hyphen', { email: 'x@-x.test' }],
    ['a last label that ends with a hyphen', { email: 'x@x.test-' }],
    ['a label of 64 characters', { email: `x@${'x'.repeat(64)}.test` }],
    ['an empty label', { email: 'x@x..test' }],
    ['no dot after the @', { email: 'x@localhost' }],
    ['an IP after the @', { email: 'x@192.0.2.1' }],
    ['a last label of digits', { email: 'x@x.123' }],
    ['an underscore in the domain', { email: 'x@x_y.test' }],
    ['two dots before the @', { email: 'x..y@x.test' }],
    ['a dot right before the @', { email: 'x.@x.test' }],
    ['a NUL in the email', { email: 'a\u0000b@example.com' }],
    ['a lone surrogate in the email', { email: 'a\ud800b@example.com' }],
    ['a line break in the email', { email: 'a\nb@example.com' }],
    ['a second address in the email', { email: 'a@example.com,b@example.com' }],
    ['a header in the email', { email: 'a@example.com\r\nBcc: b@example.com' }],
    ['an escape sequence in the email', { email: '\u001b[31ma@example.com' }],
    ['a NUL in the password', { password: `${goodPassword}\u0000` }],
    ['a lone surrogate in the password', { password: `${goodPassword}\udc00` }],
    ['a NUL in the name', { name: 'Ada\u0000' }],
    ['a lone surrogate in the name', { name: 'Ada\ud83d' }],
  ])('%s is refused, at once', async (_what, field) => {
    const started = performance.now()
    const answer = await api.request(address, {
      body: { email: newEmail(), password: goodPassword, ...field },
    })
    expect(outcomeOf(answer)).toBe('400 InvalidFields')
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  test('an email of 200 kB is too large', async () => {
    expect(
      outcomeOf(
        await api.request(address, {
          body: { email: `a@${'a.'.repeat(100_000)}com`, password: goodPassword },
        }),
      ),
    ).toBe('413 PayloadTooLarge')
  })
})

test.each([
  '%00',
  '%ED%A0%80',
  '2147483648',
  '9007199254740993',
  '1e400',
  '-0',
  '{id}',
  'x'.repeat(101),
  '99999-99-99',
])('an id like %.20j in a path finds nothing', async (id) => {
  for (const address of [
    `/api/lessons/${id}`,
    `/api/v1/transaction/${id}`,
    `/certificates/verify/${id}`,
    `/api/v1/progress/${id}`,
    `/api/v1/courses/${id}`,
  ]) {
    const { status } = await api.request(`GET ${address}`, { token })
    expect([address, [400, 404].includes(status)]).toEqual([address, true])
  }
})

test('values that PostgreSQL or JavaScript cannot hold are refused in bodies', async () => {
  const id = crypto.randomUUID()
  for (const body of [
    '{"courseId":"\\u0000"}',
    '{"courseId":9007199254740993}',
    '{"courseId":1e400}',
    `{"courseId":"${id}\\u0000"}`,
    `{"courseId":["${id}"]}`,
    '{"courseId":-0}',
  ]) {
    const answer = await api.request('POST /api/cart', { token, body, headers: json })
    expect([body, outcomeOf(answer)]).toEqual([body, '400 InvalidFields'])
  }
})

describe.each(login)('at %s', (address) => {
  test('names that reach into the prototype are refused or have no effect, for this request and later ones', async () => {
    const email = newEmail()
    for (const poison of [
      `{"__proto__":{"email":"${email}","password":"x","role":"admin"}}`,
      `{"\\u005f\\u005fproto\\u005f\\u005f":{"email":"${email}","password":"x"}}`,
      `{"constructor":{"prototype":{"email":"${email}","password":"x"}}}`,
      `{"email":{"__proto__":{"length":3}},"password":"x"}`,
    ]) {
      const answer = await send(address, poison)
      expect([poison, answer.status]).toEqual([poison, 400])
    }
    expect(({} as Record<string, unknown>).email).toBeUndefined()
    expect(outcomeOf(await send(address, '{}'))).toBe('400 MissingFields')
  })

  test.each([
    ['text/plain', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/x-www-form-urlencoded', 415],
    ['application/jsonx', 415],
    ['application/json\ta', 415],
    ['text/json, application/json', 415],
    ['application/json; charset=utf-7', 401],
    ['APPLICATION/JSON', 401],
  ])('the media type %j is answered %i', async (type, status) => {
    const body = JSON.stringify({ email: newEmail(), password: 'x' })
    expect((await send(address, body, type)).status).toBe(status)
  })

  test.each(['gzip', 'br', 'deflate', 'gzip, gzip'])(
    'a body compressed with %s is refused unread',
    async (encoding) => {
      const answer = await api.request(address, {
        body: 'bomb',
        headers: { ...json, 'content-encoding': encoding },
      })
      expect(outcomeOf(answer)).toBe('415 UnsupportedMediaType')
    },
  )

  test('deep nesting and very many keys are answered without delaying anyone', async () => {
    const keys = Array.from({ length: 6_000 }, (_, index) => `"k${index}":0`).join(',')
    for (const [body, outcome] of [
      [`{"email":${'['.repeat(32_000)}${']'.repeat(32_000)},"password":"x"}`, '400 InvalidFields'],
      [`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, '400 MissingFields'],
      [`${'['.repeat(64_000)}`, '400 MalformedJson'],
      [`{${keys}}`, '400 MissingFields'],
      [`{"email":"${'x'.repeat(65_536)}"}`, '413 PayloadTooLarge'],
      ['['.repeat(500_000), '413 PayloadTooLarge'],
    ] as const) {
      const started = performance.now()
      expect([body.slice(0, 12), outcomeOf(await send(address, body))]).toEqual([
        body.slice(0, 12),
        outcome,
      ])
      expect(performance.now() - started).toBeLessThan(10_000)
    }
  })
})
