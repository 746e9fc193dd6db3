import { afterAll, describe, expect, test } from 'vitest'
import { startApi } from '../../test/api.ts'
import { addresses, goodPassword, newEmail, outcomeOf, problemOf } from './test-support.ts'

const api = await startApi()
afterAll(() => api[Symbol.asyncDispose]())
const learner = await api.given.learner()
const unverified = await api.given.learner({ verified: false })

describe('wrong email or password is InvalidCredentials (401)', () => {
  test.each(addresses.login)('%s', async (address) => {
    for (const credentials of [
      { email: learner.email, password: 'wrong' },
      { email: newEmail(), password: learner.password },
    ]) {
      const answer = await api.request(address, { body: credentials })
      expect(outcomeOf(answer)).toBe('401 InvalidCredentials')
      expect(answer.headers['www-authenticate']).toBe('Bearer')
    }
  })
})

describe('an email that is registered already is DuplicateEmail (409), however it is typed', () => {
  test.each(addresses.register)('%s', async (address) => {
    for (const email of [
      learner.email,
      ` ${learner.email.toUpperCase()} `,
      learner.email.replace('learner', 'ｌｅａｒｎｅｒ'),
    ]) {
      expect(
        outcomeOf(await api.request(address, { body: { email, password: goodPassword } })),
      ).toBe('409 DuplicateEmail')
    }
  })
})

describe('a required field that is not given is MissingFields (400), and is named', () => {
  const cases = [
    ...addresses.register.map((address) => [address, ['email', 'password']] as const),
    ...addresses.login.map((address) => [address, ['email', 'password']] as const),
    ...addresses.forgotPassword.map((address) => [address, ['email']] as const),
    ...addresses.resetPassword.map(
      (address) => [address, ['email', 'otp', 'newPassword']] as const,
    ),
  ]
  test.each(cases)('%s', async (address, fields) => {
    const answer = await api.request(address, { body: {} })

    expect(outcomeOf(answer)).toBe('400 MissingFields')
    expect(problemOf(answer).issues).toEqual(
      fields.map((path) => ({ path, message: 'is required' })),
    )
  })
})

describe('the right password without a verified email is EmailNotVerified (403), and opens nothing', () => {
  test.each(addresses.login)('%s', async (address) => {
    const answer = await api.request(address, {
      body: { email: unverified.email, password: unverified.password },
    })

    expect(outcomeOf(answer)).toBe('403 EmailNotVerified')
    expect(answer.text).not.toMatch(/"token|eyJ/)
  })
})

test('a JWT that expired is TokenExpired (401), over REST and tRPC, to the second that the login promised', async () => {
  await using api = await startApi()
  const { email, password } = await api.given.learner()
  const { body: login } = await api.request('POST /auth/login', { body: { email, password } })
  const call = async () => {
    const options = { token: login.token }
    const answers = [
      await api.request('GET /api/me', options),
      await api.request('GET /trpc/me.get?input={}', options),
    ]
    return answers.map(outcomeOf)
  }

  api.advance(Date.parse(login.expiresAt) - Date.now() - 2_000)
  expect(await call()).toEqual(['200', '200'])
  api.advance(2_001)
  expect(await call()).toEqual(['401 TokenExpired', '401 TokenExpired'])
})
