import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { listAuditEvents } from '../../../../db/queries/platform/audit.ts'
import { newId } from '../../../../lib/ids.ts'
import { createSmtpMailer } from '../../../adapters/mailer/smtp-mailer.ts'
import type { Mail, Mailer } from '../../../adapters/mailer/types.ts'
import { jobHandlers } from '../../../job-handlers.ts'
import { macOfEmail } from '../../../security/audit.ts'
import { type Api, startApi } from '../../../test/api.ts'
import { untilJobsAreDone } from '../../../test/until.ts'
import { goodPassword, newEmail, otherPassword, outcomeOf } from './test-support.ts'

/** Lets jobs that wait for a retry run at once. */
async function skipPauses(api: Api): Promise<void> {
  await api.database.db.execute(
    sql`update pgboss.job set start_after = now() where name = 'send-code' and state = 'retry'`,
  )
  api.deps.jobs.wake('send-code')
}

test('a verification mail is retried until the mail server accepts it, and its code works', async () => {
  let failures = 0
  await using api = await startApi({
    config: { rateLimitScale: 1 },
    mailFailure: () => (failures++ < 6 ? new Error('the mail server is down') : undefined),
  })
  const email = newEmail()

  const registered = await api.request('POST /auth/signup', {
    body: { email, password: goodPassword },
  })
  expect(outcomeOf(registered)).toBe('201')
  await expect
    .poll(() => skipPauses(api).then(() => api.mails.length), { timeout: 60_000, interval: 100 })
    .toBe(1)

  expect(failures).toBe(7)
  const code = await api.codeFor(email)
  expect(
    outcomeOf(await api.request('POST /api/v1/auth/verify-email', { body: { email, code } })),
  ).toBe('200')
  expect(
    outcomeOf(await api.request('POST /auth/login', { body: { email, password: goodPassword } })),
  ).toBe('200')
})

/** Creates a mailer that sends, but dies before it knows, as often as given. */
function forgetfulMailer(times: number) {
  const sent: Mail[] = []
  const mailer: Mailer = {
    send: async (mail) => {
      sent.push(mail)
      if (sent.length <= times) throw new Error('killed after the mail server took it')
    },
    check: async () => undefined,
  }
  return { sent, mailer }
}

test('a mail that is sent again after a crash is the same mail, with the same code, which works once', async () => {
  const { sent, mailer } = forgetfulMailer(2)
  await using api = await startApi({ mailer })
  const { email } = await api.given.learner()
  const reset = (otp: string) =>
    api.request('POST /api/v1/auth/resetpassword', {
      body: { email, otp, newPassword: otherPassword },
    })

  await api.request('POST /auth/forgetpassword', { body: { email } })
  await expect.poll(() => sent.length).toBe(1)
  const [, code = ''] = /(\d{8})/.exec(sent[0]?.text ?? '') ?? []
  expect(outcomeOf(await reset('00000000'))).toBe('400 InvalidCode')
  await expect
    .poll(() => skipPauses(api).then(() => sent.length), { timeout: 60_000, interval: 100 })
    .toBe(3)

  expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
  expect(sent.every(({ text }) => text.includes(code))).toBe(true)
  const { rows } = await api.database.db.execute(
    sql`select tries from one_time_codes where purpose = 'reset_password'
      and user_id = (select id from users where email = ${email})`,
  )
  // Counts the wrong guess all the same.
  expect(rows).toEqual([{ tries: 1 }])
  expect(outcomeOf(await reset(code))).toBe('200')
  expect(outcomeOf(await reset(code))).toBe('400 InvalidCode')
})

test('a code that was used is not mailed again: a repeated job mails a new one, under a new id', async () => {
  const { sent, mailer } = forgetfulMailer(1)
  await using api = await startApi({ mailer })
  const { email } = await api.given.learner()
  const codeIn = (mail: Mail | undefined) => /\d{8}/.exec(mail?.text ?? '')?.[0] ?? ''
  await api.request('POST /auth/forgetpassword', { body: { email } })
  await expect.poll(() => sent.length).toBe(1)
  const used = codeIn(sent[0])
  const body = { email, otp: used, newPassword: otherPassword }
  expect(outcomeOf(await api.request('POST /api/v1/auth/resetpassword', { body }))).toBe('200')

  const codes = () => sent.filter(({ subject }) => subject.includes('one-time password'))
  await expect
    .poll(() => skipPauses(api).then(() => codes().length), { timeout: 60_000, interval: 100 })
    .toBe(2)

  expect(codeIn(codes()[1])).not.toBe(used)
  expect(codes()[1]?.id).not.toBe(codes()[0]?.id)
  expect(outcomeOf(await api.request('POST /api/v1/auth/resetpassword', { body }))).toBe(
    '400 InvalidCode',
  )
})

test('a repeated job never replaces the code of a later request', async () => {
  const { sent, mailer } = forgetfulMailer(1)
  await using api = await startApi({ mailer })
  const { email } = await api.given.learner()
  const request = () => api.request('POST /auth/forgetpassword', { body: { email } })
  await request()
  await expect.poll(() => sent.length).toBe(1)
  await request()
  await expect.poll(() => sent.length).toBe(2)
  await untilJobsAreDone(api, 'send-code')

  expect(sent).toHaveLength(2)
  const otp = /\d{8}/.exec(sent[1]?.text ?? '')?.[0]
  const body = { email, otp, newPassword: otherPassword }
  expect(outcomeOf(await api.request('POST /api/v1/auth/resetpassword', { body }))).toBe('200')
})

test('a code that was requested from a release with random job ids is replaced by the next', async () => {
  await using api = await startApi()
  const { email } = await api.given.learner()
  const sendCode = jobHandlers(api.deps)['send-code']
  const job = { email, purpose: 'reset_password' } as const
  await sendCode(job, 'ffffffff-ffff-4fff-bfff-ffffffffffff')
  await sendCode(job, newId())

  const codes = api.mails.filter(
    ({ to, subject }) => to === email && subject.includes('one-time password'),
  )
  expect(codes).toHaveLength(2)
  const otp = /\d{8}/.exec(codes[1]?.text ?? '')?.[0]
  const body = { email, otp, newPassword: otherPassword }
  expect(outcomeOf(await api.request('POST /api/v1/auth/resetpassword', { body }))).toBe('200')
})

test('an account gets three codes of a kind per 15 minutes and ten a day, whoever requests them', async () => {
  await using api = await startApi({ config: { rateLimitScale: 1 } })
  const { email } = await api.given.learner({ verified: false })
  const mailed: number[] = []
  for (let quarter = 0; quarter < 5; quarter++) {
    for (const [index, route] of [
      'POST /auth/forgetpassword',
      'POST /api/v1/auth/verify-email/resend',
      'POST /trpc/auth.forgotPassword',
    ].entries()) {
      for (const ip of [`192.0.${quarter}.${index}`, `198.51.${quarter}.${index}`]) {
        expect(outcomeOf(await api.request(route, { body: { email }, ip }))).toBe('200')
      }
    }
    await untilJobsAreDone(api, 'send-code')
    mailed.push(api.mails.length)
    api.advance(15 * 60_000)
  }
  // Mails three of a quarter to reset, two to verify; one may stand for two of the same instant.
  const [first = 0, , , , last] = mailed
  expect(first).toBeLessThanOrEqual(5)
  expect(last).toBeLessThanOrEqual(18)
  expect(last).toBeGreaterThanOrEqual(10)
})

test('after strangers have used up their codes, the user still gets those that only a user can request', async () => {
  await using api = await startApi({ config: { rateLimitScale: 1 } })
  const { email, token } = await api.given.learner()
  for (let request = 0; request < 4; request++) {
    await api.request('POST /auth/forgetpassword', { body: { email }, ip: `192.0.2.${request}` })
    // Sends one at a time: of two at the same instant one may stand for both.
    const mailed = Math.min(request + 1, 3)
    await expect.poll(() => api.mails.length).toBe(mailed)
  }

  expect(outcomeOf(await api.request('POST /api/v1/me/erasure-code', { token }))).toBe('200')
  await expect.poll(() => api.mails.length).toBe(4)
})

test('a requested code is mailed to the account’s email and nowhere else', async () => {
  await using api = await startApi()
  const { email } = await api.given.learner()
  await api.request('POST /auth/forgetpassword', {
    body: { email: email.toUpperCase(), to: 'thief@example.com', cc: 'thief@example.com' },
  })

  const code = await api.codeFor(email)
  expect(api.mails.map(({ to, subject }) => ({ to, subject }))).toEqual([
    { to: email, subject: `${code} is your Lyceum one-time password` },
  ])
})

test('an unverified mailbox does not get the name that a stranger chose', async () => {
  await using api = await startApi()
  const [email, other] = [newEmail(), newEmail()]
  const name = 'You won: evil.test'
  await api.request('POST /auth/signup', { body: { email, password: goodPassword, name } })
  await api.codeFor(email)
  await api.request('POST /auth/forgetpassword', { body: { email } })
  await expect.poll(() => api.mails.length).toBe(2)
  const mallory = await api.given.learner({ name })
  await api.request('POST /api/v1/me/email', {
    token: mallory.token,
    body: { newEmail: other, password: goodPassword },
  })
  await api.codeFor(other)

  const toStrangers = api.mails.filter(({ to }) => to !== mallory.email)
  expect(toStrangers).toHaveLength(3)
  for (const { subject, text, html } of toStrangers)
    expect(`${subject}${text}${html}`).not.toContain('evil.test')
})

test('links in mails come from PUBLIC_URL, whatever host a request names', async () => {
  await using api = await startApi()
  const email = newEmail()
  const headers = {
    host: 'evil.test',
    'x-forwarded-host': 'evil.test',
    forwarded: 'host=evil.test',
    origin: 'https://evil.test',
    referer: 'https://evil.test',
  }
  await api.request('POST /auth/signup', { body: { email, password: goodPassword }, headers })
  await api.codeFor(email)
  await api.request('POST /auth/forgetpassword', { body: { email }, headers })
  await expect.poll(() => api.mails.length).toBe(2)

  for (const { text, html } of api.mails) {
    expect(text).toContain('http://lyceum.test')
    expect(`${text}${html}`).not.toContain('evil.test')
  }
})

test('mails are in the language of the browser that registered, even if somebody else requests them', async () => {
  await using api = await startApi()
  const email = newEmail()
  await api.request('POST /auth/signup', {
    body: { email, password: goodPassword },
    headers: { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' },
  })
  await api.codeFor(email)
  await api.request('POST /auth/forgetpassword', {
    body: { email },
    headers: { 'accept-language': 'en' },
  })
  await expect.poll(() => api.mails.length).toBe(2)

  const subjects = api.mails.map(({ subject }) => subject.replace(/^\d{8} /, ''))
  expect(subjects).toEqual([
    'ist dein Bestätigungscode für Lyceum',
    'ist dein Code für ein neues Passwort bei Lyceum',
  ])
})

test('a mail server that hangs or refuses, for now or for good, delays neither other mails nor the API', async () => {
  await using server = await capriciousMailServer()
  const deadlineMilliseconds = 3_000
  const mailer = createSmtpMailer({
    url: `smtp://127.0.0.1:${server.port}`,
    from: 'no-reply@lyceum.test',
    deadlineMilliseconds,
  })
  await using api = await startApi({ mailer })
  const names = ['hanging-1', 'hanging-2', 'hanging-3', 'refused', 'busy', 'good']
  const emails = names.map((name) => `${name}-${newEmail()}`)
  for (const email of emails) await api.given.learner({ email })

  const milliseconds: number[] = []
  for (const email of emails) {
    const before = performance.now()
    expect(outcomeOf(await api.request('POST /auth/forgetpassword', { body: { email } }))).toBe(
      '200',
    )
    milliseconds.push(performance.now() - before)
  }
  await expect.poll(() => server.received, { timeout: 60_000 }).toContain(emails[5])

  expect(Math.max(...milliseconds)).toBeLessThan(deadlineMilliseconds)
  // Expects it to be given up and recorded, not retried forever.
  const record = () =>
    listAuditEvents(api.deps.db, {
      about: { userId: undefined, emailMacs: [macOfEmail(api.deps.keys.codes, emails[3] ?? '')] },
      limit: 10,
    })
  await expect
    .poll(async () => (await record()).map(({ event }) => event))
    .toContain('mail-refused')
  const stateOf = async (email = '') => {
    const { rows } = await api.database.db.execute(
      sql`select state from pgboss.job where data->>'email' = ${email}`,
    )
    return rows
  }
  await expect.poll(() => stateOf(emails[3])).toEqual([{ state: 'completed' }])
  await expect.poll(() => stateOf(emails[5])).toEqual([{ state: 'completed' }])
  await expect.poll(() => stateOf(emails[4])).toEqual([{ state: 'retry' }])

  // Expects the others to arrive once they can.
  server.behave()
  await expect
    .poll(() => skipPauses(api).then(() => [...server.received].sort()), {
      timeout: 60_000,
      interval: 200,
    })
    .toEqual(emails.filter((email) => !email.startsWith('refused')).sort())
})

/** Starts a mail server that hangs at some recipients and refuses others, until it behaves. */
async function capriciousMailServer() {
  const received: string[] = []
  let behaves = false
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onRcptTo: ({ address }, _session, callback) => {
      if (address.startsWith('refused'))
        callback(Object.assign(new Error('No such mailbox'), { responseCode: 550 }))
      else if (behaves || address.startsWith('good')) callback()
      else if (address.startsWith('busy'))
        callback(Object.assign(new Error('Come back later'), { responseCode: 451 }))
    },
    onData: (stream, session, callback) => {
      stream.resume().on('end', () => {
        received.push(...session.envelope.rcptTo.map(({ address }) => address))
        callback()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    received,
    port: (server.server.address() as AddressInfo).port,
    behave: () => {
      behaves = true
    },
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
