import { describe, expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { goodPassword, outcomeOf, routes } from './test-support.ts'

const api = await forAllTests(startApi())
const learner = await api.given.learner()
const unverified = await api.given.learner({ verified: false })

/** A thousand characters, too many for any index entry. */
const incompressible = Array.from({ length: 1000 }, (_, index) =>
  String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000)),
).join('')

describe('a login with an email that is not one is InvalidCredentials (401) too', () => {
  test.each(routes.login)('%s', async (route) => {
    for (const email of [
      'ada',
      'ada@',
      '@',
      'a b@example.com',
      'x'.repeat(1000),
      incompressible,
      'ada\0',
      '\ud800',
    ])
      expect([
        email,
        outcomeOf(await api.request(route, { body: { email, password: learner.password } })),
      ]).toEqual([email, '401 InvalidCredentials'])
  })

  test('it counts towards the same limits', async () => {
    await using strict = await startApi({ config: { rateLimitScale: 1 } })
    const outcomes: string[] = []
    for (let guess = 0; guess < 6; guess++) {
      const body = { email: ' nobody\0 ', password: 'wrong' }
      outcomes.push(outcomeOf(await strict.request('POST /auth/login', { body, ip: '192.0.2.77' })))
    }
    expect(outcomes).toEqual([...Array(5).fill('401 InvalidCredentials'), '429 RateLimited'])
  })
})

describe('a registered email is DuplicateEmail (409), however it is typed', () => {
  test.each(routes.register)('%s', async (route) => {
    for (const email of [
      learner.email,
      ` ${learner.email.toUpperCase()} `,
      learner.email.replace('learner', 'ｌｅａｒｎｅｒ'),
    ]) {
      expect(outcomeOf(await api.request(route, { body: { email, password: goodPassword } }))).toBe(
        '409 DuplicateEmail',
      )
    }
  })
})

describe('the right password without a verified email is EmailNotVerified (403), and opens nothing', () => {
  test.each(routes.login)('%s', async (route) => {
    const answer = await api.request(route, {
      body: { email: unverified.email, password: unverified.password },
    })

    expect(outcomeOf(answer)).toBe('403 EmailNotVerified')
    expect(answer.text).not.toMatch(/"token|eyJ/)
  })
})

test('an expired JWT is TokenExpired (401), over REST and tRPC, to the second that the login promised', async () => {
  await using api = await startApi()
  const { email, password } = await api.given.learner()
  const { body: login } = await api.request('POST /auth/login', { body: { email, password } })
  const call = async () => {
    const options = { token: login.token }
    const answers = [
      await api.request('GET /api/v1/me', options),
      await api.request('GET /trpc/me.get?input={}', options),
    ]
    return answers.map(outcomeOf)
  }

  api.advance(Date.parse(login.expiresAt) - Date.now() - 2_000)
  expect(await call()).toEqual(['200', '200'])
  api.advance(2_001)
  expect(await call()).toEqual(['401 TokenExpired', '401 TokenExpired'])
})
