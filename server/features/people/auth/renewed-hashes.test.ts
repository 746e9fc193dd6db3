import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Mail } from '../../../adapters/mailer/types.ts'
import { AppError } from '../../../errors/errors.ts'
import { makeKeys, makeSecret } from '../../../security/key-ring/keys.ts'
import { type Api, forAllTests, startApi } from '../../../test/api.ts'
import { atOnce } from '../../../test/at-once.ts'
import type { GivenUser } from '../../../test/given.ts'
import { goodPassword, otherPassword, outcomeOf } from './test-support.ts'

const keys = await makeKeys()
/** Whatever either mails: which of them takes a job is chance. */
const mails: Mail[] = []
const api = await forAllTests(startApi({ keys, logLines: [], mails }))
/** Stands for the service after its operator raised the cost and rotated the pepper. */
const later = await forAllTests(
  startApi({
    mails,
    keys: { ...keys, peppers: [...keys.peppers, { version: 2, secret: makeSecret() }] },
    config: { bcryptCost: 11 },
  }),
)

function login(from: Api, { email }: GivenUser, password = goodPassword) {
  return from.request('POST /auth/login', { body: { email, password } })
}

async function storedFor({ id }: GivenUser) {
  const { rows } = await api.database.db.execute<{ hash: string; pepper: number }>(
    sql`select substr(password_hash, 1, 7) as hash, pepper_version as pepper
      from users where id = ${id}`,
  )
  return rows[0]
}

test('the right password is hashed again after the cost was raised or the pepper rotated, and still works', async () => {
  const user = await api.given.learner()
  expect(outcomeOf(await login(later, user, 'wrong'))).toBe('401 InvalidCredentials')
  expect(await storedFor(user)).toEqual({ hash: '$2b$10$', pepper: 1 })

  expect(outcomeOf(await login(later, user))).toBe('200')

  expect(await storedFor(user)).toEqual({ hash: '$2b$11$', pepper: 2 })
  expect(outcomeOf(await login(later, user))).toBe('200')
  expect(outcomeOf(await login(later, user, otherPassword))).toBe('401 InvalidCredentials')
})

test('concurrent logins all succeed, whichever hashes again', async () => {
  const user = await api.given.learner()
  const answers = await atOnce(6, () => login(later, user))
  expect(answers.map(outcomeOf)).toEqual(Array(6).fill('200'))
  expect(await storedFor(user)).toEqual({ hash: '$2b$11$', pepper: 2 })
})

test('a password set while the old one is hashed again stays', async () => {
  const user = await api.given.learner()
  await later.request('POST /auth/forgetpassword', { body: { email: user.email } })
  const otp = await later.codeFor(user.email)
  const { passwords } = later.deps
  later.deps.passwords = {
    ...passwords,
    renew: async (...args) => {
      const renewed = await passwords.renew(...args)
      const body = { email: user.email, otp, newPassword: otherPassword }
      expect(outcomeOf(await later.request('POST /api/v1/auth/resetpassword', { body }))).toBe(
        '200',
      )
      return renewed
    },
  }
  const first = await login(later, user)
  later.deps.passwords = passwords

  expect(outcomeOf(await later.request('GET /api/v1/me', { token: first.body.token }))).toBe(
    '401 TokenInvalid',
  )
  expect(outcomeOf(await login(later, user))).toBe('401 InvalidCredentials')
  expect(outcomeOf(await login(later, user, otherPassword))).toBe('200')
})

test('a login succeeds even if there is no time to hash again', async () => {
  const user = await api.given.learner()
  const { passwords } = later.deps
  later.deps.passwords = {
    ...passwords,
    renew: () => Promise.reject(new AppError('ServiceUnavailable')),
  }
  expect(outcomeOf(await login(later, user))).toBe('200')
  later.deps.passwords = passwords
  expect(await storedFor(user)).toEqual({ hash: '$2b$10$', pepper: 1 })
})

test('a right code stays valid if the new password could not be hashed', async () => {
  const user = await api.given.learner()
  await api.request('POST /auth/forgetpassword', { body: { email: user.email } })
  const body = { email: user.email, otp: await api.codeFor(user.email), newPassword: otherPassword }
  const { passwords } = api.deps
  api.deps.passwords = {
    ...passwords,
    hash: () => Promise.reject(new AppError('ServiceUnavailable', { retryAfterSeconds: 5 })),
  }
  for (let count = 0; count < 7; count++) {
    expect(outcomeOf(await api.request('POST /api/v1/auth/resetpassword', { body }))).toBe(
      '503 ServiceUnavailable',
    )
  }
  api.deps.passwords = passwords

  expect(outcomeOf(await api.request('POST /api/v1/auth/resetpassword', { body }))).toBe('200')
})
