import { expect, test } from 'vitest'
import { readConfig } from '../../../config/config.ts'
import { forAllTests, startApi } from '../../../test/api.ts'

const api = await forAllTests(
  startApi({
    config: {
      publicOperations: ['courses.list'],
      brand: readConfig({ NODE_ENV: 'test', SCHOOL_NAME: 'Analytical Academy' }).brand,
      oauthReturnUrls: ['https://app.example.org/signed-in'],
      checkoutReturnUrl: 'https://app.example.org/purchase',
      checkoutReturnUrls: ['https://m.example.org/purchase'],
    },
  }),
)

test('a frontend learns without a token what it needs to know of the server', async () => {
  const { status, body } = await api.request('GET /api/v1/config')

  expect(status).toBe(200)
  expect(body).toMatchObject({
    name: 'Analytical Academy',
    publicUrl: 'http://lyceum.test',
    colors: { color: expect.stringMatching(/^#/), accent: expect.stringMatching(/^#/) },
    signIn: {
      providers: [],
      returnUrls: ['https://app.example.org/signed-in'],
      tokenSeconds: 12 * 3600,
    },
    password: { minLength: 8, maxLength: 256 },
    openOperations: ['courses.list'],
    checkout: {
      returnUrl: 'https://app.example.org/purchase',
      returnUrls: ['https://app.example.org/purchase', 'https://m.example.org/purchase'],
    },
  })
  expect(body.languages.mails).toContain('en')
  expect(body.languages.pages).toContain('de')
})

test('currencies have the exponents of ISO 4217', async () => {
  const { body } = await api.request('GET /api/v1/config')
  const exponents = Object.fromEntries(
    body.currencies.map(({ code, exponent }: { code: string; exponent: number }) => [
      code,
      exponent,
    ]),
  )
  expect(exponents).toMatchObject({ USD: 2, JPY: 0, KWD: 3, HUF: 2, CLP: 0 })
  expect(exponents).not.toHaveProperty('XAU')
})

test('any cache may keep it, and it is not sent again to who has it', async () => {
  const first = await api.request('GET /api/v1/config')
  const again = await api.request('GET /api/v1/config', {
    headers: { 'if-none-match': String(first.headers.etag) },
  })

  expect(first.headers['cache-control']).toBe('public, max-age=300')
  expect([again.status, again.text]).toEqual([304, ''])
})

test('it is the same for everybody, and no secret of the settings is in it', async () => {
  const { token } = await api.given.learner()
  const strangers = await api.request('GET /api/v1/config')
  const learners = await api.request('GET /api/v1/config', { token })
  expect(learners.text).toBe(strangers.text)
  expect(learners.text).not.toMatch(/secret|postgres|smtp|\/keys|token":/i)
})
