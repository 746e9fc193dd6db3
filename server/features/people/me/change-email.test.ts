import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce, tally } from '../../../test/at-once.ts'
import type { GivenUser } from '../../../test/given.ts'
import { givenThirdPartyOnly } from '../../../test/identity-providers/third-party-only.ts'
import { setEmail } from '../accounts/set-email.ts'
import {
  goodPassword,
  newEmail,
  otherPassword,
  outcomeOf,
  wrongCode,
} from '../auth/test-support.ts'
import { isGood, mailsAreSent, signIn, subjectsTo } from './test-support.ts'

const api = await forAllTests(startApi())
const second = await forAllTests(startApi({ mails: api.mails }))

const ask = ({ token }: { token: string }, to: string, password = goodPassword) =>
  api.request('POST /api/v1/me/email', { token, body: { newEmail: to, password } })
const confirm = ({ token }: { token: string }, oldCode: string, newCode: string, from = api) =>
  from.request('POST /api/v1/me/email/confirm', { token, body: { oldCode, newCode } })

/** Requests a change of email and reads both mailboxes. */
async function askAndRead(user: GivenUser) {
  const to = newEmail()
  expect(outcomeOf(await ask(user, ` ${to.toUpperCase()} `))).toBe('200')
  return { to, oldCode: await api.codeFor(user.email), newCode: await api.codeFor(to) }
}

test('both codes change the email, end the other sessions and notify the old email', async () => {
  const user = await api.given.learner()
  const other = await signIn(api, user)
  const { to, oldCode, newCode } = await askAndRead(user)
  expect((await api.request('GET /api/v1/me', { token: user.token })).body.email).toBe(user.email)

  expect(outcomeOf(await confirm(user, oldCode, newCode))).toBe('200')

  expect((await api.request('GET /api/v1/me', { token: user.token })).body.email).toBe(to)
  expect([await isGood(second, other), await isGood(second, user.token)]).toEqual([false, true])
  expect(await subjectsTo(api, user.email, 2)).toContain(
    'The email of your Lyceum account was changed',
  )
  expect(
    outcomeOf(
      await api.request('POST /auth/login', {
        body: { email: user.email, password: goodPassword },
      }),
    ),
  ).toMatch(/^401/)
  expect(await isGood(api, await signIn(api, { ...user, email: to }))).toBe(true)
  expect(outcomeOf(await confirm(user, oldCode, newCode))).toBe('400 InvalidCode')
})

test('neither code works without the other or swapped, and the answer does not say which was wrong', async () => {
  const user = await api.given.learner()
  const { oldCode, newCode } = await askAndRead(user)
  const wrong = [
    [oldCode, wrongCode(newCode)],
    [wrongCode(oldCode), newCode],
    [newCode, oldCode],
  ] as const
  const bodies = []
  for (const [one, other] of wrong)
    bodies.push({ ...(await confirm(user, one, other)).body, requestId: '' })
  expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
  expect(bodies[0]).toMatchObject({ error: 'InvalidCode' })
  expect(outcomeOf(await confirm(user, oldCode, newCode))).toBe('200')
})

test('five tries use up the codes', async () => {
  const user = await api.given.learner()
  const { oldCode, newCode } = await askAndRead(user)
  for (let guess = 0; guess < 5; guess++) await confirm(user, oldCode, wrongCode(newCode))
  expect(outcomeOf(await confirm(user, oldCode, newCode))).toBe('400 InvalidCode')
})

test('codes of two requests do not match, and codes of a different user do not work', async () => {
  const [user, stranger] = [await api.given.learner(), await api.given.learner()]
  const first = await askAndRead(user)
  const sent = api.mails.length
  const to = newEmail()
  await ask(user, to)
  await expect.poll(() => api.mails.length).toBeGreaterThanOrEqual(sent + 2)
  const again = { oldCode: await api.codeFor(user.email), newCode: await api.codeFor(to) }

  expect(outcomeOf(await confirm(user, again.oldCode, first.newCode))).toBe('400 InvalidCode')
  expect(outcomeOf(await confirm(user, first.oldCode, first.newCode))).toBe('400 InvalidCode')
  expect(outcomeOf(await confirm(stranger, again.oldCode, again.newCode))).toBe('400 InvalidCode')
  expect(outcomeOf(await confirm(user, again.oldCode, again.newCode))).toBe('200')
})

test('of twenty concurrent confirmations one gets through', async () => {
  const user = await api.given.learner()
  const { to, oldCode, newCode } = await askAndRead(user)
  // Counts only five tries: the others are beyond the limit.
  const answers = await atOnce(20, (index) =>
    confirm(user, oldCode, newCode, index % 2 === 0 ? api : second),
  )
  expect(tally(answers.map(outcomeOf))).toEqual({ 200: 1, '400 InvalidCode': 19 })
  expect((await api.request('GET /api/v1/me', { token: user.token })).body.email).toBe(to)
})

test('a taken email gets the same answer as a free one; its owner is notified and gets no code', async () => {
  const user = await api.given.learner({ name: 'Mallory' })
  const owner = await api.given.learner({ name: 'Olivia Owner' })
  const [free, taken] = [await ask(user, newEmail()), await ask(user, owner.email)]

  expect([taken.status, taken.body]).toEqual([free.status, free.body])
  expect(await subjectsTo(api, owner.email, 1)).toEqual([
    'Somebody tried to use your email at Lyceum',
  ])
  const mail = api.mails.find(({ to }) => to === owner.email)
  expect(mail?.text).not.toMatch(/\d{8}|Mallory/)
  expect(mail?.text).toContain('Olivia Owner')
})

test('whoever registers the new email first keeps it', async () => {
  const user = await api.given.learner()
  const { to, oldCode, newCode } = await askAndRead(user)
  await api.given.learner({ email: to })

  expect(outcomeOf(await confirm(user, oldCode, newCode))).toBe('409 DuplicateEmail')
  expect((await api.request('GET /api/v1/me', { token: user.token })).body.email).toBe(user.email)
})

test('if two users want the same email, the unique key gives it to one', async () => {
  const [one, other] = [await api.given.learner(), await api.given.learner()]
  const to = newEmail()
  await ask(one, to)
  const first = { oldCode: await api.codeFor(one.email), newCode: await api.codeFor(to) }
  const sent = api.mails.length
  await ask(other, to)
  await expect.poll(() => api.mails.length).toBe(sent + 2)
  const last = { oldCode: await api.codeFor(other.email), newCode: await api.codeFor(to) }

  const answers = await Promise.all([
    confirm(one, first.oldCode, first.newCode),
    confirm(other, last.oldCode, last.newCode, second),
  ])
  expect(answers.map(outcomeOf).sort()).toEqual(['200', '409 DuplicateEmail'])
})

test('a release that knows of one code leaves none that proves a different email', async () => {
  const [user, other] = [await api.given.learner(), newEmail()]
  const { to, oldCode, newCode } = await askAndRead(user)
  const sent = api.mails.length
  await ask(user, to)
  await expect.poll(() => api.mails.length).toBe(sent + 2)
  await api.database.db.execute(sql`update one_time_codes
    set new_email = ${other}, code_mac = ${'0'.repeat(64)} where user_id = ${user.id}`)
  expect(outcomeOf(await confirm(user, oldCode, newCode))).toBe('400 InvalidCode')
})

test('a one-time password mailed to the old email is void afterwards', async () => {
  const user = await api.given.learner()
  await api.request('POST /auth/forgetpassword', { body: { email: user.email } })
  const otp = await api.codeFor(user.email)
  const sent = api.mails.length
  const to = newEmail()
  await ask(user, to)
  await expect.poll(() => api.mails.length).toBe(sent + 2)
  expect(outcomeOf(await confirm(user, await api.codeFor(user.email), await api.codeFor(to)))).toBe(
    '200',
  )

  for (const email of [user.email, to]) {
    const body = { email, otp, newPassword: otherPassword }
    expect(outcomeOf(await api.request('POST /api/v1/auth/resetpassword', { body }))).toBe(
      '400 InvalidCode',
    )
  }
})

test('a request takes the password and a different email', async () => {
  const { token, email } = await api.given.learner()
  const post = (body: unknown) => api.request('POST /api/v1/me/email', { token, body })
  expect((await post({ newEmail: newEmail(), password: 'wrong' })).body).toMatchObject({
    error: 'WrongPassword',
    issues: [{ path: 'password' }],
  })
  expect((await post({ newEmail: email, password: goodPassword })).body).toMatchObject({
    error: 'InvalidFields',
    issues: [{ path: 'newEmail' }],
  })
  expect((await post({ newEmail: 'nobody', password: goodPassword })).body.issues[0].path).toBe(
    'newEmail',
  )
})

test('a mailbox without an account gets three codes per 15 minutes, whoever requests them', async () => {
  await using strict = await startApi({ config: { rateLimitScale: 1 }, mails: api.mails })
  const to = newEmail()
  for (let count = 0; count < 5; count++) {
    const { token } = await strict.given.learner()
    const body = { newEmail: to, password: goodPassword }
    expect(
      outcomeOf(
        await strict.request('POST /api/v1/me/email', { token, body, ip: `192.0.2.${count}` }),
      ),
    ).toBe('200')
  }
  await mailsAreSent(strict)
  expect(api.mails.filter((mail) => mail.to === to)).toHaveLength(3)
})

test('an account without a password learns how to get one', async () => {
  const user = await givenThirdPartyOnly(api)
  expect(outcomeOf(await ask(user, newEmail()))).toBe('409 PasswordNotSet')
})

test('an operator can change the email: sessions end, the old email is notified, the new one has to be verified', async () => {
  const user = await api.given.learner()
  const to = newEmail()
  await setEmail(api.deps, { oldEmail: user.email, newEmail: to })

  expect(await isGood(second, user.token)).toBe(false)
  expect(await subjectsTo(api, user.email, 1)).toEqual([
    'The email of your Lyceum account was changed',
  ])
  expect(
    outcomeOf(
      await api.request('POST /auth/login', { body: { email: to, password: goodPassword } }),
    ),
  ).toBe('403 EmailNotVerified')
  await api.request('POST /api/v1/auth/verify-email', {
    body: { email: to, code: await api.codeFor(to) },
  })
  expect(await isGood(api, await signIn(api, { ...user, email: to }))).toBe(true)

  const other = await api.given.learner()
  await expect(setEmail(api.deps, { oldEmail: to, newEmail: other.email })).rejects.toThrow(
    'already registered',
  )
  await expect(setEmail(api.deps, { oldEmail: user.email, newEmail: newEmail() })).rejects.toThrow(
    'no such user',
  )
})
