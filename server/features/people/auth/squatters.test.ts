import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { findUserByEmail, type UserRow } from '../../../../db/queries/people/users/users.ts'
import { listAuditEvents } from '../../../../db/queries/platform/audit.ts'
import type { Context } from '../../../context.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { makeTestDatabase } from '../../../test/database.ts'
import { startIdentityProvider } from '../../../test/identity-providers/identity-provider.ts'
import { setEmail } from '../accounts/set-email.ts'
import { frontend, newPerson, signIn as signInByProvider } from '../identities/test-support.ts'
import { mailsAreSent } from '../me/test-support.ts'
import { resetKnownDevices } from './known-devices.ts'
import { goodPassword, newEmail, otherPassword, outcomeOf } from './test-support.ts'

/*
 * Somebody registers with an email that is not theirs, and waits for its owner. Whatever the owner
 * does then, and in whatever order, the squatter never gets into the account.
 */
const school = await forAllTests(startIdentityProvider({ redirectUris: [frontend] }))
const api = await forAllTests(
  startApi({
    config: { oauthProviders: [school.config], oauthReturnUrls: [frontend] },
  }),
)

const squattersIp = '198.51.100.66'
const home = '203.0.113.7'
const squattersPassword = goodPassword
const ownersPassword = otherPassword

function register(email: string, password: string, ip: string) {
  const body = { email, password, name: 'You won: evil.test' }
  return api.request('POST /auth/signup', { body, ip, headers: { 'accept-language': 'de' } })
}

function verify(email: string, code: string, { ip, ...more }: { ip: string; password?: string }) {
  return api.request('POST /api/v1/auth/verify-email', { body: { email, code, ...more }, ip })
}

function login(email: string, password: string, ip = home) {
  return api.request('POST /auth/login', { body: { email, password }, ip })
}

function resetWith(email: string, otp: string, more: object = {}) {
  return api.request('POST /api/v1/auth/resetpassword', {
    body: { email, otp, newPassword: ownersPassword, ...more },
    ip: home,
  })
}

/** Requests a code and returns it, not an earlier one. */
async function newCode(email: string, operation: string, ip = home): Promise<string> {
  await mailsAreSent(api)
  api.mails.length = 0
  await api.request(`POST /api/v1/auth/${operation}`, { body: { email }, ip })
  return api.codeFor(email)
}

async function accountOf(email: string): Promise<UserRow> {
  const user = await findUserByEmail(api.deps.db, email)
  if (user === undefined) throw new Error(`${email} has no account.`)
  return user
}

/** Plants what a squatter could leave in an account, if only by a mistake of ours. */
async function plantIn(email: string): Promise<string> {
  const { id } = await accountOf(email)
  await api.database.db.execute(sql`insert into identities
    (issuer, subject, user_id, provider, email, created_at)
    values ('https://evil.test', ${id}, ${id}, 'school', 'mallory@evil.test', now())`)
  const session = await api.deps.sessions.open(api.deps.db, id)
  const from = new Date()
  const until = new Date(from.getTime() + 3_600_000)
  return api.deps.tokens.issue({ userId: id, sessionId: session.id }, { from, until })
}

async function leftIn(email: string) {
  const { id, name, nameIsGuess, locale, passwordHash, emailVerifiedAt } = await accountOf(email)
  const { rows } = await api.database.db.execute(sql`select
    (select count(*)::int from identities where user_id = ${id}) as identities,
    (select count(*)::int from one_time_codes where user_id = ${id}) as codes,
    (select count(*)::int from sessions where user_id = ${id}) as sessions,
    (select count(*)::int from known_devices where user_id = ${id}) as ips`)
  return {
    ...rows[0],
    isSquattersProfile: name.includes('evil') || !nameIsGuess || locale === 'de',
    hasPassword: passwordHash !== null,
    isVerified: emailVerifiedAt !== null,
  }
}

const nothingOfTheSquatter = { identities: 0, sessions: 0, ips: 1, isSquattersProfile: false }

describe('a squatter has registered', () => {
  test.each([
    ['without a password', {}],
    ['with a different password', { password: ownersPassword }],
  ])(
    'the owner who verifies from elsewhere %s gets the account without the squatter’s password, and a code to set one',
    async (_how, more) => {
      const email = newEmail()
      await register(email, squattersPassword, squattersIp)
      const plantedToken = await plantIn(email)
      expect(outcomeOf(await register(email, ownersPassword, home))).toBe('409 DuplicateEmail')
      const code = await newCode(email, 'verify-email/resend')
      api.mails.length = 0

      const verified = await verify(email, code, { ip: home, ...more })

      expect([outcomeOf(verified), verified.body.resetRequired]).toEqual(['200', true])
      await mailsAreSent(api)
      expect(await leftIn(email)).toEqual({
        ...nothingOfTheSquatter,
        codes: 1,
        hasPassword: false,
        isVerified: true,
      })
      expect(outcomeOf(await login(email, squattersPassword, squattersIp))).toBe(
        '401 InvalidCredentials',
      )
      expect(outcomeOf(await api.request('GET /api/v1/me', { token: plantedToken }))).toBe(
        '401 TokenInvalid',
      )

      const reset = await resetWith(email, await api.codeFor(email))
      expect([outcomeOf(reset), reset.body.identities]).toEqual(['200', []])
      expect(outcomeOf(await login(email, squattersPassword, squattersIp))).toBe(
        '401 InvalidCredentials',
      )
      expect(outcomeOf(await login(email, ownersPassword))).toBe('200')
      expect(api.mails.map(({ text }) => text).join()).not.toContain('evil')
    },
  )

  test('the owner who resets the password claims all of the account, and every earlier code is void', async () => {
    const email = newEmail()
    await register(email, squattersPassword, squattersIp)
    const plantedToken = await plantIn(email)
    const verification = await api.codeFor(email)

    const reset = await resetWith(email, await newCode(email, 'forget-password'))

    expect([outcomeOf(reset), reset.body.identities]).toEqual(['200', []])
    expect(await leftIn(email)).toEqual({
      ...nothingOfTheSquatter,
      codes: 0,
      hasPassword: true,
      isVerified: true,
    })
    expect(outcomeOf(await verify(email, verification, { ip: squattersIp }))).toBe(
      '400 InvalidCode',
    )
    expect(outcomeOf(await api.request('GET /api/v1/me', { token: plantedToken }))).toBe(
      '401 TokenInvalid',
    )
    expect(outcomeOf(await login(email, squattersPassword))).toBe('401 InvalidCredentials')
    expect(outcomeOf(await login(email, ownersPassword))).toBe('200')
  })

  test('all their requests leave the owner every mail for resets', async () => {
    await using strict = await startApi({
      config: { rateLimitScale: 1 },
      databaseUrl: await makeTestDatabase(),
    })
    const email = newEmail()
    await strict.request('POST /auth/signup', { body: { email, password: goodPassword } })
    const ask = async (operation: string, ip: string) => {
      await strict.request(`POST /api/v1/auth/${operation}`, { body: { email }, ip })
      await mailsAreSent(strict)
    }
    for (let quarter = 0; quarter < 5; quarter++) {
      for (let request = 0; request < 4; request++)
        await ask('verify-email/resend', `198.51.${quarter}.${request}`)
      strict.advance(15 * 60_000)
    }
    for (let request = 0; request < 4; request++)
      await ask('verify-email/resend', `198.51.9.${request}`)

    const mailed = () =>
      strict.mails.filter(({ to }) => to === email).map(({ subject }) => subject.slice(12))
    expect(mailed()).toEqual(Array(8).fill('your Lyceum verification code'))
    for (let request = 0; request < 3; request++) await ask('forget-password', home)
    expect(mailed().slice(8)).toEqual(Array(3).fill('your Lyceum one-time password'))
  })
})

describe('the owner has registered first', () => {
  test.each([
    ['from the same IP with the code alone', { ip: home }, false],
    ['from the same IP with the password', { ip: home, password: ownersPassword }, false],
    ['from elsewhere with the password', { ip: '192.0.2.9', password: ownersPassword }, false],
    ['from elsewhere with the code alone', { ip: '192.0.2.9' }, true],
    ['from the same IP with a wrong password', { ip: home, password: squattersPassword }, true],
  ])('and verifies %s', async (_how, from, resetRequired) => {
    const email = newEmail()
    await register(email, ownersPassword, home)
    expect(outcomeOf(await register(email, squattersPassword, squattersIp))).toBe(
      '409 DuplicateEmail',
    )
    const verified = await verify(email, await api.codeFor(email), from)

    expect([outcomeOf(verified), verified.body.resetRequired]).toEqual(['200', resetRequired])
    expect(outcomeOf(await login(email, ownersPassword))).toBe(
      resetRequired ? '401 InvalidCredentials' : '200',
    )
    const { name, nameIsGuess, registrantMac } = await accountOf(email)
    expect([name.includes('evil'), nameIsGuess]).toEqual([!resetRequired, resetRequired])
    expect(registrantMac).toBe(null)
  })

  test('with a release from before, which kept that IP as a known one, and verifies from it', async () => {
    for (const [ip, resetRequired] of [
      [home, false],
      [squattersIp, true],
    ] as const) {
      const email = newEmail()
      await register(email, ownersPassword, home)
      const { id } = await accountOf(email)
      await api.database.db.execute(sql`update users set registrant_mac = null where id = ${id}`)
      await resetKnownDevices({ ...api.deps, ip: home } as Context, id)

      const { body } = await verify(email, await api.codeFor(email), { ip })
      expect(body.resetRequired).toBe(resetRequired)
    }
  })

  test('a stranger’s code requests and guesses change nothing of it', async () => {
    const email = newEmail()
    await register(email, ownersPassword, home)
    for (const operation of ['verify-email/resend', 'forget-password'])
      await api.request(`POST /api/v1/auth/${operation}`, { body: { email }, ip: squattersIp })
    for (let guess = 0; guess < 3; guess++)
      await verify(email, '00000000', { ip: squattersIp, password: squattersPassword })
    const code = await newCode(email, 'verify-email/resend')

    expect((await verify(email, code, { ip: home })).body.resetRequired).toBe(false)
    expect(outcomeOf(await login(email, ownersPassword))).toBe('200')
  })

  test('until the email is verified, no IP counts as known', async () => {
    const email = newEmail()
    await register(email, ownersPassword, home)
    expect(await leftIn(email)).toMatchObject({ ips: 0 })
    await verify(email, await api.codeFor(email), { ip: home })
    expect(await leftIn(email)).toMatchObject({ ips: 1 })
  })

  test('of a verification, a reset and a third party at once one gets the account, and nobody an error', async () => {
    const email = newEmail()
    await register(email, squattersPassword, squattersIp)
    const verification = await api.codeFor(email)
    const otp = await newCode(email, 'forget-password')

    const [verified, reset, byProvider] = await Promise.all([
      verify(email, verification, { ip: home }),
      resetWith(email, otp),
      signInByProvider(api, school, newPerson({ email })),
    ])

    for (const answer of [verified, reset, byProvider])
      expect(['200', '400 InvalidCode', '409 LinkRequired']).toContain(outcomeOf(answer))
    expect(outcomeOf(await login(email, squattersPassword))).toBe('401 InvalidCredentials')
    expect(await leftIn(email)).toMatchObject({ isVerified: true })
  })
})

describe('a verified account', () => {
  async function givenLinkedAccount() {
    const person = newPerson()
    const email = person.email ?? ''
    await signInByProvider(api, school, person)
    return { person, email }
  }

  test('keeps its identities at a reset; the answer and the mail list them', async () => {
    const { person, email } = await givenLinkedAccount()
    const { name } = await accountOf(email)
    const reset = await resetWith(email, await newCode(email, 'forget-password'))

    expect(reset.body.identities).toMatchObject([{ provider: 'school', title: 'My School', email }])
    await mailsAreSent(api)
    const mail = api.mails.findLast(({ to }) => to === email)
    expect(mail?.subject).toBe('Your Lyceum password was changed')
    expect(mail?.text).toContain(`Sign-in with: My School (${email})`)
    expect(outcomeOf(await signInByProvider(api, school, person))).toBe('200')
    expect((await accountOf(email)).name).toBe(name)
  })

  test('loses them all if the reset says so', async () => {
    const { person, email } = await givenLinkedAccount()
    const otp = await newCode(email, 'forget-password')
    const reset = await resetWith(email, otp, { unlinkIdentities: true })

    expect([outcomeOf(reset), reset.body.identities]).toEqual(['200', []])
    expect(outcomeOf(await signInByProvider(api, school, person))).toBe('409 LinkRequired')
    const { id: userId } = await accountOf(email)
    const events = await listAuditEvents(api.deps.db, {
      about: { userId, emailMacs: [] },
      limit: 10,
    })
    expect(events.map(({ event }) => event)).toContain('sign-in-method-removed')
  })

  test('has no other code left after a reset', async () => {
    const { email, token } = await api.given.learner()
    await api.request('POST /api/v1/me/erasure-code', { token })
    const erasure = await api.codeFor(email)
    await resetWith(email, await newCode(email, 'forget-password'))

    expect(await leftIn(email)).toMatchObject({ codes: 0 })
    const { body } = await login(email, ownersPassword)
    expect(
      outcomeOf(
        await api.request('DELETE /api/v1/me', { token: body.token, body: { code: erasure } }),
      ),
    ).toBe('400 InvalidCode')
  })

  test('whose email an operator changed is not a squatter’s: it keeps password, name and identities', async () => {
    const { email, password, id } = await api.given.learner({ name: 'Grace Hopper' })
    const to = newEmail()
    await setEmail(api.deps, { oldEmail: email, newEmail: to })

    expect((await verify(to, await api.codeFor(to), { ip: home })).body.resetRequired).toBe(false)
    expect(outcomeOf(await login(to, password))).toBe('200')

    const next = newEmail()
    await setEmail(api.deps, { oldEmail: to, newEmail: next })
    const person = newPerson({ email: next })
    expect((await signInByProvider(api, school, person)).body.user).toMatchObject({
      id,
      name: 'Grace Hopper',
    })
  })
})

test('the database does not reveal the IP that registered, and each account has a MAC of its own', async () => {
  const emails = [newEmail(), newEmail()]
  for (const email of emails) await register(email, ownersPassword, home)
  const macs = await Promise.all(
    emails.map(async (email) => (await accountOf(email)).registrantMac),
  )
  expect(new Set(macs).size).toBe(2)
  for (const mac of macs) expect(mac).toMatch(/^[0-9a-f]{64}$/)
})
