import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { outcomeOf } from './test-support.ts'

const api = await forAllTests(startApi())

async function loginTwice() {
  const { email, password } = await api.given.learner()
  const login = async () =>
    (await api.request('POST /auth/login', { body: { email, password } })).body.token as string
  return [await login(), await login()] as const
}

const me = async (token: string) => [
  outcomeOf(await api.request('GET /api/v1/me', { token })),
  outcomeOf(await api.request('GET /trpc/me.get?input={}', { token })),
]

test('a logout ends its own session at once, and no other', async () => {
  const [one, other] = await loginTwice()
  expect(outcomeOf(await api.request('POST /api/v1/auth/logout', { token: one }))).toBe('200')

  expect(await me(one)).toEqual(['401 TokenInvalid', '401 TokenInvalid'])
  expect(await me(other)).toEqual(['200', '200'])
  expect(outcomeOf(await api.request('POST /api/v1/auth/logout', { token: one }))).toBe(
    '401 TokenInvalid',
  )
})

test('a logout everywhere ends all sessions of the user, and of nobody else', async () => {
  const [one, other] = await loginTwice()
  const stranger = await api.given.learner()
  expect(
    outcomeOf(await api.request('POST /trpc/auth.logoutEverywhere', { token: one, body: {} })),
  ).toBe('200')

  expect(await me(one)).toEqual(['401 TokenInvalid', '401 TokenInvalid'])
  expect(await me(other)).toEqual(['401 TokenInvalid', '401 TokenInvalid'])
  expect(await me(stranger.token)).toEqual(['200', '200'])
})

test('a mail scanner that opens the verification URL changes nothing', async () => {
  const { email } = await api.given.learner({ verified: false })
  await api.request('POST /api/v1/auth/verify-email/resend', { body: { email } })
  const code = await api.codeFor(email)
  for (const method of ['HEAD', 'GET']) {
    expect(
      (await api.request(`${method} /api/v1/auth/verify-email?email=${email}&code=${code}`)).status,
    ).toBe(405)
  }
  const verify = () => api.request('POST /api/v1/auth/verify-email', { body: { email, code } })

  const first = await verify()
  expect([outcomeOf(first), first.text.includes('token')]).toEqual(['200', false])
  expect(outcomeOf(await verify())).toBe('400 InvalidCode')
})
