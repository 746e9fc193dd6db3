import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listSecretPepperVersions } from '../../../../db/queries/authoring/sources.ts'
import { makeKeys } from '../../../security/key-ring/keys.ts'
import { addKey } from '../../../security/key-ring/rotate-keys.ts'
import { AdminPermission } from '../../../security/permissions.ts'
import { type Answer, forAllTests, startApi } from '../../../test/api.ts'
import { makeTestDatabase } from '../../../test/database.ts'
import type { GivenUser } from '../../../test/given.ts'
import { startIdentityProvider } from '../../../test/identity-providers/identity-provider.ts'
import { outcomeOf } from '../auth/test-support.ts'
import { frontend, newPerson, ownReturn, signIn } from '../identities/test-support.ts'
import { addTotp, answerWith, codeOf, logIn, makeAuthenticator } from './test-support.ts'

const school = await forAllTests(
  startIdentityProvider({ redirectUris: [frontend, ownReturn('school')] }),
)
const config = {
  oauthProviders: [school.config],
  oauthReturnUrls: [frontend],
  oauthLinkVerifiedEmails: true,
  secondFactorFor: ['admin'],
}
const api = await forAllTests(startApi({ config }))
const base = '/api/v1/me/second-factors'

async function givenTotp(user?: GivenUser) {
  const given = user ?? (await api.given.learner())
  return { user: given, ...(await addTotp(api, given)) }
}

const outcomes = (answers: Answer[]) => answers.map(outcomeOf).toSorted()

test('a right password alone opens no session, and a code opens one, once', async () => {
  const { user, secret } = await givenTotp()
  const asked = await logIn(api, user)
  expect(outcomeOf(asked)).toBe('403 SecondFactorRequired')
  expect(asked.body.facts.methods).toEqual(['totp', 'recovery-code'])
  expect(outcomeOf(await logIn(api, { ...user, password: 'wrong horse' }))).toBe(
    '401 InvalidCredentials',
  )

  const code = codeOf(api, secret)
  const answers = await Promise.all([1, 2, 3].map(() => answerWith(api, asked, { code })))
  expect(outcomes(answers)).toEqual(['200', '403 WrongSecondFactor', '403 WrongSecondFactor'])
  const { token } = answers.find(({ status }) => status === 200)?.body ?? {}
  expect(outcomeOf(await api.request('GET /api/v1/me', { token }))).toBe('200')
})

test('a recovery code stands in for it, once, and new ones end those from before', async () => {
  const { user, recoveryCodes } = await givenTotp()
  expect(new Set(recoveryCodes).size).toBe(10)
  const [code = '', other = ''] = recoveryCodes
  const asked = await logIn(api, user)
  const answers = await Promise.all(
    [code, code.toUpperCase()].map((code) => answerWith(api, asked, { code })),
  )
  expect(outcomes(answers)).toEqual(['200', '403 WrongSecondFactor'])

  const { token } = answers.find(({ status }) => status === 200)?.body ?? {}
  const body = { password: user.password }
  const renewed = await api.request(`POST ${base}/recovery-codes`, { token, body })
  expect(renewed.body.recoveryCodes).toHaveLength(10)
  expect(outcomeOf(await answerWith(api, asked, { code: other }))).toBe('403 WrongSecondFactor')
})

test('no other door opens a session: third party, reset, changed password', async () => {
  const person = newPerson()
  const user = await api.given.learner({ email: person.email ?? '' })
  const { secret } = await givenTotp(user)
  const signedIn = await signIn(api, school, person)
  expect(outcomeOf(signedIn)).toBe('403 SecondFactorRequired')
  expect(outcomeOf(await answerWith(api, signedIn, { code: codeOf(api, secret) }))).toBe('200')

  const before = await logIn(api, user)
  const { email } = user
  await api.request('POST /api/v1/auth/forget-password', { body: { email } })
  const password = 'another horse battery staple'
  const otp = await api.codeFor(email)
  const reset = await api.request('POST /api/v1/auth/resetpassword', {
    body: { email, otp, newPassword: password },
  })
  expect(outcomeOf(reset)).toBe('200')
  expect(reset.text).not.toContain('token')
  expect(outcomeOf(await logIn(api, { ...user, password }))).toBe('403 SecondFactorRequired')
  // Expects failure: the challenge was for the earlier password.
  api.advance(30_000)
  expect(outcomeOf(await answerWith(api, before, { code: codeOf(api, secret) }))).toBe(
    '400 SignInExpired',
  )
})

test('a challenge ends after ten minutes, and is for a sign-in alone', async () => {
  const { user, secret } = await givenTotp()
  const { token, password } = user
  const { body } = await api.request(`POST ${base}/totp/start`, { token, body: { password } })
  const code = codeOf(api, secret)
  const foreign = { body: { facts: { challenge: body.ticket } } }
  expect(outcomeOf(await answerWith(api, foreign, { code }))).toBe('400 SignInExpired')
  const asked = await logIn(api, user)
  api.advance(10 * 60_000 + 1_000)
  expect(outcomeOf(await answerWith(api, asked, { code: codeOf(api, secret) }))).toBe(
    '400 SignInExpired',
  )
})

test('guesses are few, all at once as well, and do not lock out the owner', async () => {
  await using strict = await startApi({ config: { ...config, rateLimitScale: 1 } })
  const user = await strict.given.learner()
  const [own, stranger] = ['203.0.113.9', '198.51.100.7']
  expect(outcomeOf(await logIn(strict, user, own))).toBe('200')
  const { secret } = await addTotp(strict, user)
  const asked = await logIn(strict, user, stranger)
  const guess = () => answerWith(strict, asked, { code: '000000' }, stranger)
  const guesses = await Promise.all(Array.from({ length: 25 }, guess))
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(5)
  const right = { code: codeOf(strict, secret) }
  expect(outcomeOf(await answerWith(strict, asked, right, stranger))).toBe('429 RateLimited')
  expect(outcomeOf(await answerWith(strict, asked, right, own))).toBe('200')
})

test('a passkey signs in, once for each challenge, and from no other page', async () => {
  const user = await api.given.learner()
  const { token, password } = user
  const added = async (device: ReturnType<typeof makeAuthenticator>) => {
    const start = await api.request(`POST ${base}/passkeys/start`, { token, body: { password } })
    const { options, ticket } = start.body
    const body = { ticket, name: 'Key', passkey: device.create(options.challenge) }
    return api.request(`POST ${base}/passkeys`, { token, body })
  }
  const elsewhere = makeAuthenticator({ origin: 'https://lyceum.example' })
  expect(outcomeOf(await added(elsewhere))).toBe('403 WrongSecondFactor')
  const device = makeAuthenticator()
  const answer = await added(device)
  expect(answer.body.items).toMatchObject([{ kind: 'passkey', name: 'Key', lastUsedAt: null }])
  expect(outcomeOf(await added(device))).toBe('409 SecondFactorExists')

  api.advance(1_000)
  const asked = await logIn(api, user)
  const { challenge } = asked.body.facts.passkey
  expect(
    outcomeOf(await answerWith(api, asked, { passkey: makeAuthenticator().get(challenge) })),
  ).toBe('403 WrongSecondFactor')
  const passkey = device.get(challenge)
  const answers = await Promise.all([1, 2].map(() => answerWith(api, asked, { passkey })))
  expect(outcomes(answers)).toEqual(['200', '403 WrongSecondFactor'])
  expect(outcomeOf(await answerWith(api, asked, { passkey: device.get(challenge) }))).toBe(
    '403 WrongSecondFactor',
  )
})

test('a role that needs one does nothing in administration without it, and all with it', async () => {
  const admin = await api.given.admin()
  const course = await api.given.course()
  const { token, password } = admin
  for (const [route, outcome] of [
    ['GET /api/v1/admin/users', '403 SecondFactorMissing'],
    ['GET /api/v1/admin/audit.csv', '403 SecondFactorMissing'],
    [`GET /api/v1/authoring/courses/${course.id}`, '403 SecondFactorMissing'],
    ['GET /api/v1/me', '200'],
  ] as const)
    expect(`${route}: ${outcomeOf(await api.request(route, { token }))}`).toBe(
      `${route}: ${outcome}`,
    )
  const before = await api.as(admin).me.get.query()
  expect([before.needsSecondFactor, before.permissions]).toEqual([true, []])
  const { secret } = await addTotp(api, admin)
  expect(outcomeOf(await api.request('GET /api/v1/admin/users', { token }))).toBe('200')
  const { permissions } = await api.as(admin).me.get.query()
  expect(permissions).toEqual(AdminPermission.options)

  // Removes the last one: the account is held back again, and a sign-in only needs the password.
  const { items } = (await api.request(`GET ${base}`, { token })).body
  const removal = `POST ${base}/${items[0].id}/remove`
  expect(outcomeOf(await api.request(removal, { token, body: { password } }))).toBe('200')
  expect(outcomeOf(await api.request('GET /api/v1/admin/users', { token }))).toBe(
    '403 SecondFactorMissing',
  )
  expect(outcomeOf(await logIn(api, admin))).toBe('200')
  api.watchedLog.addSecret(secret)
})

test('the first one ends the other sessions; it is mailed, recorded and exported', async () => {
  const user = await api.given.learner()
  const { token: other } = (await logIn(api, user)).body
  const { secret } = await givenTotp(user)
  expect(outcomeOf(await api.request('GET /api/v1/me', { token: other }))).toBe('401 TokenInvalid')
  const mailed = () =>
    api.mails.some(({ to, subject }) => to === user.email && /Authenticator-App/.test(subject))
  await expect.poll(mailed).toBe(true)
  const { body, text } = await api.request('GET /api/v1/me/export', { token: user.token })
  expect(body.secondFactors).toMatchObject([{ kind: 'totp', name: 'Phone' }])
  expect(body.events.map(({ event }: { event: string }) => event)).toContain('second-factor-added')
  const { rows } = await api.deps.db.execute(sql`select * from second_factors`)
  for (const place of [text, JSON.stringify(rows)]) expect(place).not.toContain(secret)
})

test('an administrator removes what somebody lost, and never their own', async () => {
  const admin = await api.given.admin()
  await addTotp(api, admin)
  const { user } = await givenTotp()
  const remove = ({ id }: GivenUser) =>
    api.request(`POST /api/v1/admin/users/${id}/second-factors/remove`, {
      token: admin.token,
      body: { password: admin.password },
    })
  expect(outcomeOf(await remove(admin))).toBe('403 Forbidden')
  expect(outcomeOf(await remove(user))).toBe('200')
  expect(outcomeOf(await api.request('GET /api/v1/me', { token: user.token }))).toBe(
    '401 TokenInvalid',
  )
  expect(outcomeOf(await logIn(api, user))).toBe('200')
})

test('the newest key seals a secret, and hashes the password, at the next sign-in', async () => {
  const keys = await makeKeys()
  const url = await makeTestDatabase()
  await using before = await startApi({ databaseUrl: url, keys })
  const user = await before.given.learner()
  const { secret } = await addTotp(before, user)
  const now = new Date()
  const rotated = (await addKey(keys, { kind: 'peppers', activeFrom: now }, now)) ?? keys
  await using after = await startApi({ databaseUrl: url, keys: rotated })
  after.advance(90_000)
  const [used] = await listSecretPepperVersions(after.deps.db)
  const answer = await answerWith(after, await logIn(after, user), { code: codeOf(after, secret) })
  expect(outcomeOf(answer)).toBe('200')
  expect(await listSecretPepperVersions(after.deps.db)).toEqual([Number(used) + 1])
  const { rows } = await after.deps.db.execute(sql`select pepper_version as pepper from users`)
  expect(rows).toEqual([{ pepper: Number(used) + 1 }])
})
