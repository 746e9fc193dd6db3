import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listAuditEvents } from '../../db/queries/platform/audit.ts'
import {
  goodPassword,
  newEmail,
  otherPassword,
  wrongCode,
} from '../features/people/auth/test-support.ts'
import { forAllTests, startApi } from '../test/api.ts'
import { forgetOldEvents, macOfEmail } from './audit.ts'

const logLines: string[] = []
const api = await forAllTests(startApi({ logLines }))
const execute = (text: string) => api.database.db.execute(sql.raw(text))
const staysOnRecord = { cause: { message: expect.stringContaining('stays on record') } }

/** Returns events recorded about an email, oldest first. */
async function recordOf(email: string, userId?: string) {
  const emailMacs = [macOfEmail(api.deps.keys.codes, email)]
  const events = await listAuditEvents(api.deps.db, { about: { userId, emailMacs }, limit: 1_000 })
  return events.reverse()
}

async function eventsOf(email: string, userId?: string): Promise<string[]> {
  return (await recordOf(email, userId)).map(({ event }) => event)
}

const loggedEvents = () =>
  logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'audit')

test('the life of an account is recorded, from registration to logout', async () => {
  const email = newEmail()
  const registered = await api.request('POST /auth/signup', {
    body: { email, password: goodPassword },
  })
  const { id } = registered.body.user
  const code = await api.codeFor(email)
  await api.request('POST /api/v1/auth/verify-email', { body: { email, code: wrongCode(code) } })
  await api.request('POST /api/v1/auth/verify-email', { body: { email, code } })
  await api.request('POST /auth/login', { body: { email, password: otherPassword } })
  const { token } = (
    await api.request('POST /auth/login', { body: { email, password: goodPassword } })
  ).body
  await api.request('POST /api/v1/auth/logout', { token })
  await api.request('POST /auth/forgetpassword', { body: { email } })
  await expect.poll(() => api.codeFor(email)).not.toBe(code)
  const otp = await api.codeFor(email)
  await api.request('POST /api/v1/auth/resetpassword', {
    body: { email, otp, newPassword: otherPassword },
  })

  expect(await eventsOf(email, id)).toEqual([
    'account-registered',
    'code-wrong',
    'email-verified',
    'login-failed',
    'login-succeeded',
    'logged-out',
    'code-requested',
    'password-reset',
  ])
})

test('an event says when, who, about whom, from which IP and in which request, in the table and in one log line', async () => {
  const { email, id } = await api.given.learner()
  const answer = await api.request('POST /auth/login', {
    body: { email, password: otherPassword },
    ip: '192.0.2.7',
    headers: { 'x-request-id': 'mine' },
  })

  const [event] = await recordOf(email, id)
  const requestId = answer.headers['x-request-id']
  expect(requestId).not.toBe('mine')
  expect(event).toMatchObject({
    event: 'login-failed',
    userId: id,
    actor: 'anyone',
    ip: '192.0.2.7',
    requestId,
    details: {},
  })
  const [line] = loggedEvents().filter((logged) => logged.requestId === requestId)
  expect(line).toMatchObject({
    event: 'login-failed',
    userId: id,
    actor: 'anyone',
    ip: '192.0.2.7',
    details: {},
  })
})

test('a stranger’s email is neither in the table nor in the log, and its events can still be found by it', async () => {
  const email = newEmail()
  await api.request('POST /auth/login', { body: { email, password: goodPassword } })

  const [event] = await recordOf(email)
  expect(event).toMatchObject({ event: 'login-failed', userId: null })
  expect(JSON.stringify(event)).not.toContain(email)
  expect(logLines.join('')).not.toContain(email)
})

test('line breaks and control characters cannot forge a log line', async () => {
  const before = logLines.length
  const email = `"eve\\n{\\"msg\\":\\"audit\\",\\"event\\":\\"role-changed\\"}\\u001b[2J"@example.com`
  await api.request('POST /auth/login', {
    headers: { 'content-type': 'application/json' },
    body: `{"email":${JSON.stringify(email)},"password":"x"}`,
  })
  await api.request('POST /auth/login', {
    body: { email: `${'e'.repeat(10_000)}@example.com`, password: goodPassword },
  })

  const lines = logLines.slice(before)
  for (const line of lines) expect(line.indexOf('\n')).toBe(line.length - 1)
  const events = lines.map((line) => JSON.parse(line).event)
  expect(events.filter((event) => event !== undefined)).toEqual(['login-failed'])
})

test('a flood of wrong passwords for one account leaves a few rows, with their count', async () => {
  const { email, id } = await api.given.learner()
  for (let attempt = 0; attempt < 12; attempt++)
    await api.request('POST /auth/login', {
      body: { email, password: otherPassword },
      ip: '192.0.2.8',
    })

  const details = (await recordOf(email, id)).map((event) => event.details)
  expect(details).toEqual([
    {},
    { times: 2 },
    { times: 3 },
    { times: 4 },
    { times: 5 },
    { times: 10 },
  ])
})

test('a flood of invented emails leaves a hundred rows per 15 minutes, and hides nothing about accounts', async () => {
  const { email, id } = await api.given.learner()
  const ip = '192.0.2.10'
  const guess = (email: string) =>
    api.request('POST /api/v1/auth/verify-email', { body: { email, code: '12345678' }, ip })
  for (let attempt = 0; attempt < 120; attempt++) await guess(newEmail())
  await guess(email)

  const rows = await api.database.db.execute(
    sql`select count(*)::int as count from audit_events
      where event = 'code-wrong' and ip = ${ip} and user_id is null`,
  )
  expect(rows.rows).toEqual([{ count: 100 }])
  expect(await eventsOf(email, id)).toEqual(['code-wrong'])
})

test('a lockout is recorded, once per several refusals', async () => {
  await using strict = await startApi({ config: { rateLimitScale: 1 } })
  const { email } = await strict.given.learner()
  const login = () =>
    strict.request('POST /auth/login', {
      body: { email, password: otherPassword },
      ip: '192.0.2.9',
    })
  for (let attempt = 0; attempt < 15; attempt++) await login()

  const events = await listAuditEvents(strict.deps.db, {
    about: { userId: undefined, emailMacs: [macOfEmail(strict.deps.keys.codes, email)] },
    limit: 100,
  })
  const locked = events.filter(({ event }) => event === 'login-locked')
  expect(locked.length).toBeGreaterThanOrEqual(5)
  expect(locked.length).toBeLessThanOrEqual(6)
})

test('requesting something that belongs to a different user is recorded, over REST and tRPC', async () => {
  const [learner, other] = [await api.given.learner(), await api.given.learner()]
  await api.request(`GET /api/certificates/${other.id}`, { token: learner.token })
  await api
    .as(learner)
    .certificates.list.query({ userId: other.id })
    .catch(() => undefined)

  const events = await recordOf(learner.email, learner.id)
  expect(events.map(({ event, actor, details }) => ({ event, actor, details }))).toEqual([
    {
      event: 'access-refused',
      actor: `user:${learner.id}`,
      details: { operation: 'certificates.list' },
    },
    {
      event: 'access-refused',
      actor: `user:${learner.id}`,
      details: { operation: 'certificates.list', times: 2 },
    },
  ])
})

test('a purchase and a certificate are recorded', async () => {
  const learner = await api.given.learner()
  const course = await api.given.course({ lessons: ['required'] })
  await api.request('POST /api/v1/transaction', {
    token: learner.token,
    body: { courseIds: [course.id] },
  })
  await api.request('POST /api/progress/update', {
    token: learner.token,
    body: { lessonId: course.lessons[0]?.id, completed: true },
  })

  const events = await recordOf(learner.email, learner.id)
  expect(events.map(({ event, details }) => [event, details])).toEqual([
    ['purchase-fulfilled', { transactionId: expect.any(String), courses: 1 }],
    ['certificate-issued', { certificateId: expect.any(String), courseId: course.id }],
  ])
})

test('events of a failed database transaction are neither recorded nor logged', async () => {
  const learner = await api.given.learner()
  const before = loggedEvents().length
  await api.request('POST /auth/signup', { body: { email: learner.email, password: goodPassword } })
  expect(await eventsOf(learner.email, learner.id)).toEqual([])
  expect(loggedEvents().length).toBe(before)
})

test('the hourly clean-up deletes events older than a year', async () => {
  const insert = (id: string, age: string) =>
    execute(
      `insert into audit_events (id, at, event, actor)
       values ('${id}', now() - interval '${age}', 'login-failed', 'anyone')`,
    )
  const [old, young] = [randomUUID(), randomUUID()]
  await insert(old, '367 days')
  await insert(young, '364 days')
  await forgetOldEvents(api.deps)
  expect(
    (await execute(`select id from audit_events where id in ('${old}', '${young}')`)).rows,
  ).toEqual([{ id: young }])
})

test('events cannot be changed or truncated, and can be deleted only after a year', async () => {
  const insert = (age: string) =>
    execute(
      `insert into audit_events (id, at, event, actor)
       values ('${randomUUID()}', now() - interval '${age}', 'login-failed', 'anyone')`,
    )
  await insert('364 days')
  await insert('366 days')

  for (const attempt of [
    `update audit_events set actor = 'service'`,
    'truncate audit_events cascade',
    'delete from audit_events',
  ]) {
    await expect(execute(attempt)).rejects.toMatchObject(staysOnRecord)
  }
  expect(
    (await execute(`delete from audit_events where at < now() - interval '365 days'`)).rowCount,
  ).toBe(1)
})
