import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '../../../../lib/ids.ts'
import { MailError } from '../../../adapters/mailer/types.ts'
import { jobHandlers } from '../../../job-handlers.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import type { GivenUser } from '../../../test/given.ts'

let failure: Error | undefined
const api = await forAllTests(startApi({ mailFailure: () => failure }))
const admin = await api.given.admin()
const mails = api.as(admin).admin.mails

type Filter = NonNullable<Parameters<typeof mails.list.query>[0]>

const listOf = async ({ id: userId }: { id: string }) =>
  (await mails.list.query({ user: userId })).items

async function givenMail(user: GivenUser) {
  await api.given.enrollment(user, await api.given.course({ title: 'Knots for sailors' }))
  await expect.poll(() => listOf(user)).toHaveLength(1)
  const [mail] = await listOf(user)
  if (mail === undefined) throw new Error('There is no mail.')
  return mail
}

test('administrators see a mail that was sent, without its text and its recipient', async () => {
  const learner = await api.given.learner()

  const mail = await givenMail(learner)

  expect(mail).toMatchObject({
    userId: learner.id,
    kind: 'course-enrolled',
    status: 'sent',
    attempts: 1,
    failure: null,
    repeatable: true,
  })
  expect(await mails.get.query({ mailId: mail.id })).toEqual(mail)
  const { rows } = await api.deps.db.execute(
    sql`select m::text as stored from mails m where user_id = ${learner.id}`,
  )
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${learner.email}|${learner.name}`))
})

test('a failing mail says why and how often, and is sent once the mail server is back', async () => {
  const learner = await api.given.learner()
  failure = new MailError('the mail was not taken: ECONNECTION at CONN', { permanent: false })
  const waiting = await givenMail(learner)
  expect(waiting).toMatchObject({
    status: 'waiting',
    failure: 'the mail was not taken: ECONNECTION at CONN',
    endedAt: null,
    repeatable: false,
  })

  failure = undefined
  const sent = () => mails.get.query({ mailId: waiting.id })
  await expect.poll(async () => (await sent()).status).toBe('sent')
  const { attempts, failure: lastFailure } = await sent()
  expect([attempts >= 2, lastFailure]).toEqual([true, null])
})

test('a mail that is refused for good, or given up, has failed', async () => {
  const learner = await api.given.learner()
  failure = new MailError('the mail was not taken: EENVELOPE at RCPT TO, 550', { permanent: true })
  const mail = await givenMail(learner)
  expect(mail).toMatchObject({ status: 'failed', repeatable: true })

  failure = new MailError('the mail was not taken: ETIMEDOUT at CONN', { permanent: false })
  const send = jobHandlers(api.deps)['send-notification']
  const job = {
    to: learner.email,
    userId: learner.id,
    locale: 'en',
    at: new Date().toISOString(),
    notification: { kind: 'sign-in-method-added', method: 'Google' },
  } as const
  const id = newId()
  await expect(send(job, id, false)).rejects.toThrow()
  expect(await mails.get.query({ mailId: id })).toMatchObject({ status: 'waiting' })
  await expect(send(job, id, true)).rejects.toThrow()
  expect(await mails.get.query({ mailId: id })).toMatchObject({ status: 'failed', attempts: 2 })
  failure = undefined
})

test('a mail is sent again as a new one to the email of today, once for each key', async () => {
  const learner = await api.given.learner()
  const mail = await givenMail(learner)
  const email = `moved-${newId()}@example.com`
  await api.deps.db.execute(sql`update users set email = ${email} where id = ${learner.id}`)
  const request = {
    token: admin.token,
    headers: { 'idempotency-key': newId() },
  }

  const first = await api.request(`POST /api/v1/admin/mails/${mail.id}/resend`, request)
  const second = await api.request(`POST /api/v1/admin/mails/${mail.id}/resend`, request)

  expect([first.status, second.body]).toEqual([201, first.body])
  expect(first.headers.location).toBe(`/api/v1/admin/mails/${first.body.id}`)
  const received = () => api.mails.filter(({ to }) => to === email)
  await expect.poll(received).toHaveLength(1)
  expect(received()[0]?.subject).toBe('You are enrolled in "Knots for sailors"')
  await expect
    .poll(async () => (await mails.get.query({ mailId: first.body.id })).status, {
      timeout: 60_000,
    })
    .toBe('sent')
  const { rows } = await api.deps.db.execute(
    sql`select event, actor, details from audit_events where user_id = ${learner.id}
      order by id desc limit 1`,
  )
  expect(rows[0]).toMatchObject({
    event: 'mail-resent',
    actor: `user:${admin.id}`,
    details: { 'after.kind': 'course-enrolled', 'after.copyOf': mail.id },
  })
})

test('codes are listed and never sent again, nor is what names somebody else', async () => {
  const learner = await api.given.learner()
  await api.request('POST /api/v1/auth/forget-password', { body: { email: learner.email } })
  await api.codeFor(learner.email)
  await expect.poll(() => listOf(learner)).toHaveLength(1)
  const [code] = await listOf(learner)
  expect(code).toMatchObject({ kind: 'reset-password', status: 'sent', repeatable: false })

  const address = `POST /api/v1/admin/mails/${code?.id}/resend`
  const answer = await api.request(address, { token: admin.token })

  expect([answer.status, answer.body.error]).toEqual([409, 'MailNotRepeatable'])
  expect(answer.body.message).toContain('let the learner request a new one')
  const { rows } = await api.deps.db.execute(
    sql`select payload from mails where kind = 'reset-password' and payload is not null`,
  )
  expect(rows).toEqual([])
})

test.each([
  ['still waiting', { kind: 'course-enrolled', status: 'waiting' }, 'is still waiting'],
  ['an invitation', { kind: 'invited' }, 'send the invitation again'],
  ['about a code', { kind: 'verify-email' }, 'let the learner request a new one'],
  ['naming somebody else', { kind: 'draft-approved' }, 'named an email or somebody else'],
  [
    'of an erased account',
    { kind: 'course-enrolled', isErased: true },
    'account of this mail is erased',
  ],
])('a mail that is %s is refused with its reason', async (_cause, mail, reason) => {
  const {
    kind,
    status = 'sent',
    isErased = false,
  } = mail as {
    kind: string
    status?: string
    isErased?: boolean
  }
  const id = newId()
  const userId = isErased ? null : (await api.given.learner()).id
  const payload = kind === 'course-enrolled' ? { kind, title: 'Knots', page: null } : null
  await api.deps.db.execute(sql`
    insert into mails (id, user_id, kind, status, payload, created_at)
    values (${id}, ${userId}, ${kind}, ${status}, ${payload && JSON.stringify(payload)}, now())`)

  const answer = await api.request(`POST /api/v1/admin/mails/${id}/resend`, { token: admin.token })

  expect([answer.status, answer.body.error]).toEqual([409, 'MailNotRepeatable'])
  expect(answer.body.message).toContain(reason)
})

test('each filter and each pair of filters finds exactly its mails, page by page', async () => {
  const [one, other] = [await api.given.learner(), await api.given.learner()]
  const day = 86_400_000
  const made = Array.from({ length: 24 }, (_, place) => ({
    id: idAt(Date.UTC(2001, 0, 1) + place * day),
    userId: [one, other][place % 2]?.id,
    kind: ['course-enrolled', 'new-device', 'refund-made'][place % 3],
    status: (['sent', 'failed'] as const)[place % 4 === 0 ? 1 : 0],
  }))
  for (const { id, userId, kind, status } of made)
    await api.deps.db.execute(sql`
      insert into mails (id, user_id, kind, status, attempts, created_at, ended_at)
      values (${id}, ${userId}, ${kind}, ${status}, 1, now(), now())`)
  const period = { from: '2001-01-03', to: '2001-01-22' }
  const filters: Filter[] = [
    {},
    { user: one.id },
    { kind: 'new-device' },
    { status: 'failed' },
    period,
  ]
  const pairs = filters.flatMap((first) => filters.map((second) => ({ ...first, ...second })))

  for (const filter of pairs) {
    const found: string[] = []
    const within = { from: '2001-01-01', to: '2001-12-31', ...filter }
    for (let cursor: string | undefined; ; ) {
      const page = await mails.list.query({ ...within, limit: 3, ...(cursor && { cursor }) })
      found.push(...page.items.map(({ id }) => id))
      if (page.nextCursor === null) break
      cursor = page.nextCursor
    }
    const wanted = made.filter(
      (mail, place) =>
        (filter.user === undefined || mail.userId === filter.user) &&
        (filter.kind === undefined || mail.kind === filter.kind) &&
        (filter.status === undefined || mail.status === filter.status) &&
        (filter.from === undefined || (place >= 2 && place <= 21)),
    )
    expect([filter, found]).toEqual([filter, wanted.map(({ id }) => id).reverse()])
  }
})

test('mails go with their account, and after 30 days', async () => {
  const [leaving, staying] = [await api.given.learner(), await api.given.learner()]
  await givenMail(leaving)
  await givenMail(staying)
  await api.deps.db.execute(sql`delete from users where id = ${leaving.id}`)
  expect(await listOf(leaving)).toEqual([])

  const cleanUp = () => jobHandlers(api.deps)['clean-up']({})
  await cleanUp()
  expect(await listOf(staying)).toHaveLength(1)
  api.advance(31 * 86_400_000)
  await cleanUp()
  expect(
    (await api.deps.db.execute(sql`select from mails where user_id = ${staying.id}`)).rows,
  ).toEqual([])
})

/** Returns an id as newId() makes them, of a given time. */
function idAt(milliseconds: number): string {
  const time = milliseconds.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${newId().slice(15)}`
}
