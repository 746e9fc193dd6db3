import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findUserByEmail } from '../../../../db/queries/people/users/users.ts'
import { knownDevices } from '../../../../db/schema/people/sessions.ts'
import type { Context } from '../../../context.ts'
import { type Api, forAllTests, startApi } from '../../../test/api.ts'
import { atOnce, tally } from '../../../test/at-once.ts'
import { makeTestDatabase } from '../../../test/database.ts'
import { firefox, isGood, mailsAreSent, safari, signIn, subjectsTo } from '../me/test-support.ts'
import { deviceOf } from './devices/device.ts'
import { forgetOldDevices, isKnownIp, networkOf } from './known-devices.ts'
import { openSession } from './open-session.ts'
import { goodPassword, newEmail, otherPassword, outcomeOf } from './test-support.ts'

const api = await forAllTests(startApi())

/** Allows ten failures an hour per account, not fifty. */
const scarce = { config: { rateLimitScale: 0.2 } }
const tenOfFifteen = { '401 InvalidCredentials': 10, '429 RateLimited': 5 }
const subject = 'New sign-in to your Lyceum account'

test('the first sign-in sends no notification; one from a new browser or network sends one, once', async () => {
  const user = await api.given.learner()
  const mails = async () => {
    await mailsAreSent(api)
    return api.mails.filter(({ to }) => to === user.email).length
  }
  await signIn(api, user, { ip: '198.51.100.7' })
  await signIn(api, user, { ip: '198.51.100.7' })
  await signIn(api, user, { ip: '198.51.100.200' })
  expect(await mails()).toBe(0)

  await signIn(api, user, { ip: '198.51.100.7', userAgent: safari })
  await signIn(api, user, { ip: '198.51.100.9', userAgent: safari })
  expect(await mails()).toBe(1)

  await signIn(api, user, { ip: '203.0.113.7' })
  await signIn(api, user, { ip: '203.0.113.7' })
  expect(await mails()).toBe(2)
  expect(await subjectsTo(api, user.email, 2)).toEqual([subject, subject])
  const [first, last] = api.mails.filter(({ to }) => to === user.email)
  expect(first?.text).toMatch(/Safari on iOS[\s\S]*198\.51\.100\.7/)
  expect(last?.text).toMatch(/Firefox on Windows[\s\S]*203\.0\.113\.7/)
})

test('verification makes the IP known, but no device: the first sign-in from elsewhere sends no notification', async () => {
  const email = newEmail()
  const headers = { 'user-agent': safari }
  await api.request('POST /auth/signup', {
    body: { email, password: goodPassword },
    headers,
    ip: '192.0.2.31',
  })
  await api.request('POST /api/v1/auth/verify-email', {
    body: { email, code: await api.codeFor(email), password: goodPassword },
  })
  await signIn(api, { email, password: goodPassword }, { ip: '203.0.113.31' })
  await mailsAreSent(api)
  expect(await subjectsTo(api, email, 1)).toHaveLength(1)

  await signIn(api, { email, password: goodPassword }, { ip: '203.0.113.31', userAgent: safari })
  await mailsAreSent(api)
  expect(await subjectsTo(api, email, 2)).toContain(subject)
})

test('an account has at most fifty sessions and fifty known devices: the oldest go, however many sign in at once', async () => {
  const user = await api.given.learner()
  const rows = async () => {
    const [sessions, devices] = await Promise.all([
      api.database.db.execute(sql`select id_hash from sessions where user_id = ${user.id}`),
      devicesOf(user.id),
    ])
    return [sessions.rows.length, devices.length]
  }
  // Avoids logins, because hashing passwords would serialize them.
  const row = await findUserByEmail(api.deps.db, user.email)
  if (row === undefined) throw new Error('The user is gone.')
  const openFrom = (ip: string) =>
    openSession({ ...api.deps, ip, userAgent: firefox } as Context, row)
  const { token: first } = await openFrom('192.0.2.1')
  for (let host = 1; host <= 48; host++) await openFrom(`198.51.100.${host}`)
  expect(await rows()).toEqual([50, 49])
  expect(await isGood(api, first)).toBe(true)

  const last = await atOnce(30, (index) => openFrom(`203.0.113.${index}`))

  expect(await rows()).toEqual([50, 50])
  expect(await isGood(api, first)).toBe(false)
  for (const { token } of last) expect(await isGood(api, token)).toBe(true)
  expect(await isKnownIp({ ...api.deps, ip: '192.0.2.1' }, user.id)).toBe(false)
  expect(await isKnownIp({ ...api.deps, ip: '198.51.100.48' }, user.id)).toBe(true)
})

test('ten concurrent sign-ins from a new device send one notification', async () => {
  const user = await api.given.learner()
  await signIn(api, user)
  await Promise.all(Array.from({ length: 10 }, () => signIn(api, user, { userAgent: safari })))
  await mailsAreSent(api)
  expect(await subjectsTo(api, user.email, 1)).toEqual([subject])
})

test('of many new devices in a day five get a mail each; the rest are recorded and counted in the next mail', async () => {
  await using strict = await startApi({
    config: { rateLimitScale: 1 },
    databaseUrl: await makeTestDatabase(),
  })
  const user = await strict.given.learner()
  const signInFrom = (device: string) =>
    signIn(strict, user, { userAgent: `${device}/1`, ip: '192.0.2.90' })
  for (let device = 0; device < 9; device++)
    await signInFrom(`device-${String.fromCharCode(97 + device)}`)
  await mailsAreSent(strict)
  expect(await subjectsTo(strict, user.email, 5)).toEqual(Array(5).fill(subject))
  expect(strict.mails.map(({ text }) => text).join()).not.toContain('other new devices')

  strict.advance(86_400_000)
  await signInFrom('device-y')
  await signInFrom('device-z')
  await mailsAreSent(strict)
  const texts = strict.mails.filter(({ to }) => to === user.email).map(({ text }) => text)
  expect(texts).toHaveLength(7)
  expect(texts[5]).toContain('Sign-ins from other new devices since our last email about one: 3.')
  expect(texts[6]).not.toContain('other new devices')
  const { rows } = await strict.database.db.execute<{ notified: boolean | null }>(
    sql`select details->'isNotified' as notified from audit_events
      where user_id = ${user.id} and event = 'login-succeeded' order by id`,
  )
  expect(rows.map(({ notified }) => notified)).toEqual([
    null,
    ...Array(5).fill(true),
    ...Array(3).fill(false),
    true,
    true,
  ])
})

test('a wrong password from a new device is not a sign-in', async () => {
  const user = await api.given.learner()
  await signIn(api, user)
  await api.request('POST /auth/login', {
    body: { email: user.email, password: 'wrong' },
    headers: { 'user-agent': safari },
  })
  await mailsAreSent(api)
  expect(await subjectsTo(api, user.email, 0)).toEqual([])
})

test('stored devices reveal neither IP nor browser, differ per user, and are forgotten after half a year', async () => {
  const [one, other] = [await api.given.learner(), await api.given.learner()]
  for (const user of [one, other]) await signIn(api, user, { ip: '192.0.2.44' })
  const rows = await Promise.all([one, other].map(({ id }) => devicesOf(id)))

  expect(JSON.stringify(rows)).not.toMatch(/192\.0|Firefox|Windows/)
  expect(rows[0]?.[0]?.ipMac).not.toBe(rows[1]?.[0]?.ipMac)
  expect(rows[0]?.[0]?.deviceMac).not.toBe(rows[1]?.[0]?.deviceMac)

  await forgetOldDevices(api.deps)
  expect(await devicesOf(one.id)).toHaveLength(1)
  await forgetOldDevices({ db: api.deps.db, now: () => new Date(Date.now() + 181 * 86_400_000) })
  expect(await devicesOf(one.id)).toHaveLength(0)
})

test('a reset forgets all devices, the thief’s too, and knows only the IP it came from', async () => {
  const user = await api.given.learner()
  await signIn(api, user, { ip: '192.0.2.66', userAgent: safari })
  const before = (await devicesOf(user.id)).map(({ ipMac }) => ipMac)
  await api.request('POST /auth/forgetpassword', { body: { email: user.email } })
  const body = { email: user.email, otp: await api.codeFor(user.email), newPassword: otherPassword }
  expect(
    outcomeOf(
      await api.request('POST /api/v1/auth/resetpassword', {
        body,
        headers: { 'user-agent': safari },
      }),
    ),
  ).toBe('200')

  const [known, ...others] = await devicesOf(user.id)
  expect([before.length, others.length, before.includes(known?.ipMac ?? '')]).toEqual([1, 0, false])
  await signIn(api, user, { password: otherPassword, userAgent: safari })
  await mailsAreSent(api)
  expect(await subjectsTo(api, user.email, 2)).not.toContain(subject)
})

test('a stranger’s failures from many IPs never lock out the owner at a known IP', async () => {
  await using strict = await startApi({ ...scarce, mails: api.mails })
  const user = await strict.given.learner()
  const home = '192.0.2.1'
  await signIn(strict, user, { ip: home })

  expect(await failFromEverywhere(strict, user.email)).toEqual(tenOfFifteen)

  expect(outcomeOf(await tryLogin(strict, user.email, goodPassword, '198.51.100.250'))).toBe(
    '429 RateLimited',
  )
  expect(outcomeOf(await tryLogin(strict, user.email, goodPassword, home))).toBe('200')
  // Limits guesses from a known IP, too.
  expect(outcomeOf(await tryLogin(strict, user.email, 'wrong', home))).toBe(
    '401 InvalidCredentials',
  )
  expect(outcomeOf(await tryLogin(strict, user.email, goodPassword, home))).toBe('429 RateLimited')
})

test('an email without an account has exactly the limits of one with', async () => {
  await using strict = await startApi({ ...scarce, mails: api.mails })
  expect(await failFromEverywhere(strict, newEmail())).toEqual(tenOfFifteen)
})

test.each([
  [firefox, 'Firefox on Windows'],
  [safari, 'Safari on iOS'],
  ['curl/8.5.0', 'curl'],
  ['lyceum-sdk/1.2.0 (node)', 'lyceum-sdk'],
  ['<img src=x onerror=alert(1)>/1', 'img srcx onerroralert1'],
  ['', null],
  [undefined, null],
])('%o is called %o', (userAgent, words) => {
  expect(deviceOf(userAgent)).toBe(words)
})

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:aa:bb::/64', '2001:db8:aa::/48'],
  ['not an IP', 'not an IP'],
])('%s is in the network %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

function tryLogin(from: Api, email: string, password: string, ip: string) {
  return from.request('POST /auth/login', { body: { email, password }, ip })
}

/** Fails once from each of fifteen IPs. */
async function failFromEverywhere(from: Api, email: string): Promise<Record<string, number>> {
  const outcomes: string[] = []
  for (let host = 0; host < 15; host++)
    outcomes.push(outcomeOf(await tryLogin(from, email, 'wrong', `203.0.113.${host}`)))
  return tally(outcomes)
}

function devicesOf(userId: string) {
  return api.database.db.select().from(knownDevices).where(eq(knownDevices.userId, userId))
}
