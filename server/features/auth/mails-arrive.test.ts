import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Api, startApi } from '../../test/api.ts'
import { goodPassword, newEmail, outcomeOf } from './test-support.ts'

/** Lets jobs that wait for their next try go on at once. */
async function skipPauses(api: Api): Promise<void> {
  await api.database.db.execute(sql`update pgboss.job set start_after = now() where name = 'send-code' and state = 'retry'`)
  api.deps.jobs.wake('send-code')
}

test('a verification mail is tried again until the mail server takes it, and its code works', async () => {
  let failures = 0
  await using api = await startApi({
    config: { rateLimitScale: 1 },
    mailFailure: () => (failures++ < 6 ? new Error('the mail server is down') : undefined),
  })
  const email = newEmail()

  const registered = await api.request('POST /auth/signup', { body: { email, password: goodPassword } })
  expect(outcomeOf(registered)).toBe('201')
  await expect.poll(() => skipPauses(api).then(() => api.mails.length), { timeout: 20_000, interval: 100 }).toBe(1)

  expect(failures).toBe(7)
  const code = await api.codeFor(email)
  expect(outcomeOf(await api.request('POST /api/v1/auth/verify-email', { body: { email, code } }))).toBe('200')
  expect(outcomeOf(await api.request('POST /auth/login', { body: { email, password: goodPassword } }))).toBe('200')
})

test('an account is mailed three codes in a quarter of an hour, whoever asks from wherever', async () => {
  await using api = await startApi({ config: { rateLimitScale: 1 } })
  const { email } = await api.given.learner()
  for (let request = 0; request < 6; request++) {
    const answer = await api.request('POST /auth/forgetpassword', { body: { email }, ip: `192.0.2.${request}` })
    expect(outcomeOf(answer)).toBe('200')
  }
  const open = sql`select count(*)::int as open from pgboss.job where name = 'send-code' and state < 'completed'`
  await expect.poll(async () => (await api.database.db.execute(open)).rows, { timeout: 15_000 }).toEqual([{ open: 0 }])
  expect(api.mails).toHaveLength(3)
})

test('who was sent all verification codes there are is still sent a one-time password', async () => {
  await using api = await startApi({ config: { rateLimitScale: 1 } })
  const { email } = await api.given.learner({ verified: false })
  for (let request = 0; request < 10; request++) {
    await api.request('POST /api/v1/auth/verify-email/resend', { body: { email }, ip: `192.0.2.${request}` })
  }
  await expect.poll(() => api.mails.length, { timeout: 15_000 }).toBe(3)

  await api.request('POST /auth/forgetpassword', { body: { email }, ip: '192.0.2.99' })
  await expect.poll(() => api.mails.some(({ subject }) => subject.includes('one-time password')), { timeout: 15_000 }).toBe(true)
})

test('a code that is asked for is mailed to the account’s address and nowhere else', async () => {
  await using api = await startApi()
  const { email } = await api.given.learner()
  await api.request('POST /auth/forgetpassword', { body: { email: email.toUpperCase(), to: 'thief@example.com', cc: 'thief@example.com' } })

  const code = await api.codeFor(email)
  expect(api.mails.map(({ to, subject }) => ({ to, subject }))).toEqual([
    { to: email, subject: `${code} is your Lyceum one-time password` },
  ])
})

test('a name in a mail is text', async () => {
  await using api = await startApi()
  const email = newEmail()
  await api.request('POST /auth/signup', { body: { email, password: goodPassword, name: '<a href="//evil.test">Ada</a>' } })
  await api.codeFor(email)
  expect(api.mails[0]?.html).toContain('&#60;a href=')
  expect(api.mails[0]?.html).not.toContain('<a')
})
