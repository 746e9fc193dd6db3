import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { firstIdAt, newId } from '../../../../lib/ids.ts'
import { changeOf } from '../../../security/audit/details.ts'
import { type AuditContext, recordEvent } from '../../../security/audit.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { eraseAccountByEmail } from '../../people/accounts/erase-account.ts'
import { planTakingTextsOut, takeTextsOut } from './take-texts-out.ts'

const api = await forAllTests(startApi())
const admin = await api.given.admin()
const { audit } = api.as(admin).admin

type Filter = Parameters<typeof audit.list.query>[0]

async function found(filter: Filter, limit = 25): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await audit.list.query({ ...filter, limit, ...(cursor && { cursor }) })
    ids.push(...page.items.map(({ id }) => id))
    if (page.nextCursor === null) return ids
    cursor = page.nextCursor
  }
}

const csvOf = (query: string, token = admin.token) =>
  api.request(`GET /api/v1/admin/audit.csv?${query}`, { token })

test('each filter and each pair of filters finds exactly its events, page by page', async () => {
  const users = [randomUUID(), randomUUID()]
  const actors = [`user:${users[0]}`, 'service', 'operator:root']
  const events = ['role-changed', 'login-failed'] as const
  const [ips, requests] = [
    ['192.0.2.7', '2001:db8:1:2::/64'],
    [newId(), newId(), newId()],
  ]
  const hour = 3_600_000
  const made = Array.from({ length: 60 }, (_, place) => {
    const at = new Date(Date.UTC(2002, 0, 1) + place * hour)
    return {
      id: `${firstIdAt(at).slice(0, 19)}${newId().slice(19)}`,
      at,
      userId: users[place % 2],
      actor: actors[place % 3],
      event: events[Math.floor(place / 2) % 2],
      ip: ips[Math.floor(place / 3) % 2],
      requestId: requests[place % 3],
    }
  })
  for (const { id, at, userId, actor, event, ip, requestId } of made)
    await api.deps.db.execute(sql`
      insert into audit_events (id, at, event, user_id, actor, ip, request_id)
      values (${id}, ${at}, ${event}, ${userId}, ${actor}, ${ip}, ${requestId})`)
  // Covers from 23:00 on the first day to the end of the second in Berlin, which is 23:00 in UTC.
  const days = { from: '2002-01-02', to: '2002-01-02', timeZone: 'Europe/Berlin' }
  const filters: Omit<Filter, 'limit' | 'cursor'>[] = [
    {},
    { user: users[0] },
    { actor: actors[1] },
    { event: 'role-changed' },
    { ip: '192.0.2.7' },
    { ip: '2001:db8:1:2:ffff::1' },
    { requestId: requests[2] },
    days,
    { from: '2002-01-01T10:00:00.000Z', to: '2002-01-01T12:00:00.000Z' },
  ]
  const bounds = { from: '2002-01-01', to: '2002-01-10' }
  const hoursOf = ({ from, to = '' }: Pick<Filter, 'from' | 'to'>) =>
    from === days.from ? [23, 46] : to.includes('T') ? [10, 12] : [0, 59]

  for (const first of filters)
    for (const second of filters) {
      const filter = { ...bounds, ...first, ...second }
      const [from = 0, to = 0] = hoursOf(filter)
      const wanted = made.filter(
        (event, place) =>
          place >= from &&
          place <= to &&
          (filter.user === undefined || event.userId === filter.user) &&
          (filter.actor === undefined || event.actor === filter.actor) &&
          (filter.event === undefined || event.event === filter.event) &&
          (filter.requestId === undefined || event.requestId === filter.requestId) &&
          (filter.ip === undefined || event.ip?.startsWith(filter.ip.slice(0, 8))),
      )
      const ids = wanted.map(({ id }) => id).reverse()
      expect([filter, await found(filter)]).toEqual([filter, ids])
    }
}, 120_000)

test('an email finds the events of its account, and of the email from before it had one', async () => {
  const email = `grace-${randomUUID()}@example.com`
  const about = (event: 'login-failed' | 'role-changed', subject: object) =>
    recordEvent(api.deps, event, { userId: null, ...subject })
  await about('login-failed', { email })
  const learner = await api.given.learner({ email })
  await about('role-changed', { userId: learner.id })
  await about('role-changed', { userId: admin.id })

  const { items } = await audit.list.query({ user: ` ${email.toUpperCase()}` })

  const names = items.map(({ event, userId }) => [event, userId])
  expect(names).toContainEqual(['role-changed', learner.id])
  expect(names.at(-1)).toEqual(['login-failed', null])
  expect(names).not.toContainEqual(['role-changed', admin.id])
  expect(JSON.stringify(items)).not.toContain(email)
})

test('what is downloaded is what is listed, safe for spreadsheets, and recorded without the email', async () => {
  const email = `mallory-${randomUUID()}@example.com`
  const learner = await api.given.learner({ email })
  const written = { code: '=1+1', note: 'a "quoted"\nline, and more' }
  await api.deps.db.execute(sql`
    insert into audit_events (id, at, event, user_id, actor, details) values
    (${newId()}, now(), 'coupon-created', ${learner.id}, 'service', ${JSON.stringify(written)})`)
  await api.deps.db.execute(sql`
    insert into audit_events (id, at, event, user_id, actor, details)
    values (${newId()}, now(), 'coupon-disabled', ${learner.id}, '=cmd|calc', '{}')`)

  const { status, text, headers } = await csvOf(`user=${email}`)

  expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(headers['content-disposition']).toContain('audit.csv')
  const rows: Record<string, string>[] = parse(text, { columns: true })
  const { items } = await audit.list.query({ user: email, limit: 100 })
  const listed = items.filter(({ event }) => event !== 'audit-exported')
  expect(rows.map(({ id }) => id)).toEqual(listed.map(({ id }) => id))
  expect(rows.find(({ event }) => event === 'coupon-disabled')?.actor).toBe("'=cmd|calc")
  const { details = '' } = rows.find(({ event }) => event === 'coupon-created') ?? {}
  expect(JSON.parse(details)).toEqual(written)
  const [exported] = items.filter(({ event }) => event === 'audit-exported')
  expect(exported).toMatchObject({ actor: `user:${admin.id}`, details: {} })
  expect(JSON.stringify(exported)).not.toContain(email)
})

test('a long trail is downloaded whole, with one line of names', async () => {
  const actor = `operator:${randomUUID()}`
  const ids = sql.param(Array.from({ length: 2_500 }, newId))
  await api.deps.db.execute(sql`
    insert into audit_events (id, at, event, actor)
    select id, now(), 'data-repaired', ${actor} from unnest(${ids}::uuid[]) as made (id)`)

  const { text } = await csvOf(`actor=${actor}`)

  const lines = text.trimEnd().split('\r\n')
  expect([lines.length, new Set(lines).size]).toEqual([2_501, 2_501])
  expect(lines[0]).toBe('at,event,actor,user_id,ip,request_id,details,id')
})

test('to search is not recorded', async () => {
  const count = async () => api.deps.db.execute(sql`select count(*) from audit_events`)
  const before = (await count()).rows
  await audit.list.query({ event: 'login-failed' })
  expect((await count()).rows).toEqual(before)
})

test.each([
  ['event=role-change', 'event'],
  ['ip=192.0.2', 'ip'],
  ['ip=192.0.2.0/24', 'ip'],
  ['user=ada', 'user'],
  ['requestId=1', 'requestId'],
  ['user=7', 'user'],
  ['from=2026-02-30', 'from'],
  ['from=2026-03-02&to=2026-03-01', 'to'],
  ['timeZone=Mars', 'timeZone'],
])(
  'the filter %s is refused by the name of its field, in the list and the download',
  async (query, path) => {
    for (const answer of [
      await api.request(`GET /api/v1/admin/audit?${query}`, { token: admin.token }),
      await csvOf(query),
    ])
      expect([answer.status, answer.body.error, answer.body.issues[0].path]).toEqual([
        400,
        'InvalidFields',
        path,
      ])
  },
)

test('learners, support and finance see nothing of it', async () => {
  for (const role of ['learner', 'support', 'finance'] as const) {
    const { id, token } = await api.given.learner()
    await api.deps.db.execute(sql`update users set role = ${role} where id = ${id}`)
    const { status } = await api.request('GET /api/v1/admin/audit', { token })
    expect([role, status, (await csvOf('', token)).status]).toEqual([role, 403, 403])
  }
})

test('a reason is read by administrators alone, and goes with the account that it is about', async () => {
  const [learner, support] = [await api.given.learner(), await api.given.learner()]
  await api.deps.db.execute(sql`update users set role = 'support' where id = ${support.id}`)
  const course = await api.given.course()
  await api.given.enrollment(learner, course)
  const marked = await api.as(admin).learners.markLesson.mutate({
    ...{ userId: learner.id, courseId: course.id, key: 'lesson-1' },
    ...{ done: true, reason: 'Was ill, says the zqxcanary' },
  })
  expect(marked.changed).toBe(true)
  const asked = { user: learner.id, event: 'lesson-marked-done' } as const
  const reasonOf = async () => (await audit.list.query(asked)).items.map(({ reason }) => reason)

  expect(await reasonOf()).toEqual(['Was ill, says the zqxcanary'])
  const seen = await api.as(support).admin.users.audit.query({ userId: learner.id })
  expect(seen.items.map(({ event }) => event)).toContain('lesson-marked-done')
  expect(JSON.stringify(seen)).not.toContain('zqxcanary')
  expect((await csvOf(`user=${learner.id}`)).text).not.toContain('zqxcanary')

  // Records an event from before the email had an account.
  await recordEvent(api.deps, 'invitation-created', {
    ...{ userId: null, email: learner.email, reason: 'Knows the zqxcanary' },
  })

  await eraseAccountByEmail(api.deps, learner.email)
  expect(await reasonOf()).toEqual([null])
  const { items } = await audit.list.query({ event: 'invitation-created' })
  expect(items.map(({ reason }) => reason)).toEqual([null])
})

test('what the release before wrote is taken out, and its reasons kept with the account', async () => {
  const [learner, gone] = [await api.given.learner(), randomUUID()]
  const written = async (userId: string | null, event: string, details: object) => {
    const id = newId()
    await api.deps.db.execute(sql`
      insert into audit_events (id, at, event, user_id, actor, details)
      values (${id}, now(), ${event}, ${userId}, 'service', ${JSON.stringify(details)}::jsonb)`)
    return id
  }
  const reason = 'zqxcanary: dyslexia'
  const [kept, lost, nobodys, named, word] = [
    await written(learner.id, 'accommodation-granted', { timePercent: 50, reason }),
    await written(gone, 'progress-reset', { lessons: 3, reason }),
    await written(null, 'quarantine-entered', { reason }),
    await written(learner.id, 'cohort-created', { cohortId: gone, 'after.name': reason }),
    await written(learner.id, 'webhook-given-up', { reason: 'gone' }),
  ]

  await planTakingTextsOut(api.deps)
  await takeTextsOut(api.deps)

  const { rows } = await api.deps.db.execute<{ id: string }>(sql`
    select id, details, reason from audit_events
    left join audit_reasons on event_id = id
    where id in (${kept}, ${lost}, ${nobodys}, ${named}, ${word}) order by id`)
  expect(rows).toEqual([
    { id: kept, details: { timePercent: 50 }, reason },
    { id: lost, details: { lessons: 3 }, reason: null },
    { id: nobodys, details: {}, reason },
    { id: named, details: { cohortId: gone }, reason: null },
    { id: word, details: { reason: 'gone' }, reason: null },
  ])
  for (const change of [sql`details = '{}'`, sql`actor = 'x'`])
    await expect(
      api.deps.db.execute(sql`update audit_events set ${change} where id = ${kept}`),
    ).rejects.toMatchObject({ cause: { code: '23001' } })
})

test('the compiler refuses details that could hold what somebody typed', () => {
  const typed: string = 'Was ill'
  const record = (ctx: AuditContext) => [
    recordEvent(ctx, 'lesson-reopened', { details: { courseId: typed, lessons: 3 } }),
    // @ts-expect-error a text under a name that is for no id, moment or word of ours
    recordEvent(ctx, 'lesson-reopened', { details: { why: typed } }),
    // @ts-expect-error neither among what has changed
    recordEvent(ctx, 'cohort-changed', { details: changeOf({ name: typed }, { name: 'B' }) }),
  ]
  expect(record).toBeTypeOf('function')
})
