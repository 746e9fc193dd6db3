import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '../../../../lib/ids.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce } from '../../../test/at-once.ts'

const api = await forAllTests(startApi())
const admin = await api.given.admin()
const jobs = api.as(admin).admin.jobs

interface Kept {
  kind?: string
  state?: 'created' | 'retry' | 'active' | 'failed'
  data?: object
  /** Age of the job. */
  seconds?: number
}

/** Inserts a job as the queues store it. Waiting ones are not due, so that nobody takes them. */
async function givenJob({ kind = 'clean-up', state = 'failed', data = {}, seconds = 60 }: Kept) {
  const id = newId()
  await api.deps.db.execute(sql`
    insert into pgboss.job (id, name, state, data, retry_limit, retry_count, created_on, start_after,
      started_on, completed_on, policy, output)
    values (${id}, ${kind}, ${state}, ${JSON.stringify(data)}::jsonb, 2, 2,
      now() - ${seconds} * interval '1 second', now() + (1000 + ${seconds}) * interval '1 second',
      case when ${state} = 'created' then null else now() end,
      case when ${state} = 'failed' then now() - interval '6 days' end, 'standard',
      '{"message": "database 57014"}')`)
  return id
}

async function pagesOf(filter: Parameters<typeof jobs.list.query>[0]) {
  const pages: string[][] = []
  for (let cursor: string | undefined; ; ) {
    const page = await jobs.list.query({ ...filter, ...(cursor && { cursor }) })
    pages.push(page.items.map(({ id }) => id))
    if (page.nextCursor === null) return pages
    cursor = page.nextCursor
  }
}

test('failed, waiting and running jobs are listed page by page, each once and in order', async () => {
  const kinds = ['clean-up', 'check-data', 'collect-media']
  // Makes two of each age, which are ordered by their ids.
  for (const state of ['failed', 'created', 'retry', 'active'] as const)
    for (let count = 0; count < 14; count++)
      await givenJob({ kind: kinds[count % 3] ?? '', state, seconds: 60 + Math.floor(count / 2) })
  const stored = async (condition: ReturnType<typeof sql>) => {
    const { rows } = await api.deps.db.execute(
      sql`select id from pgboss.job where name in ('clean-up', 'check-data', 'collect-media')
        and ${condition}`,
    )
    return rows.map(({ id }) => id)
  }
  const newest = sql`true order by created_on desc, id desc`

  for (const [status, states] of [
    ['failed', sql`state = 'failed' and ${newest}`],
    ['running', sql`state = 'active' and ${newest}`],
    ['waiting', sql`state < 'active' order by start_after, id`],
  ] as const) {
    const pages = await pagesOf({ status, limit: 5 })
    expect(pages.slice(0, -1).every((page) => page.length === 5)).toBe(true)
    expect([status, pages.flat()]).toEqual([status, await stored(states)])
  }
  expect((await pagesOf({ status: 'failed', kind: 'check-data', limit: 3 })).flat()).toEqual(
    await stored(sql`state = 'failed' and name = 'check-data' and ${newest}`),
  )
})

test('a job says what it is about by ids, and nothing else of what it carries', async () => {
  const data = {
    to: 'ada@example.com',
    name: 'Ada Lovelace',
    userId: admin.id,
    providerId: 'not a uuid',
    notification: { kind: 'course-enrolled', title: 'Knots' },
  }
  const id = await givenJob({ kind: 'send-notification', data })

  const job = await jobs.get.query({ jobId: id })

  expect(job).toMatchObject({
    kind: 'send-notification',
    status: 'failed',
    attempts: 3,
    failure: 'database 57014',
    subjects: { userId: admin.id },
  })
  const { text } = await api.request('GET /api/v1/admin/jobs?status=failed&limit=100', {
    token: admin.token,
  })
  expect(text).toContain(id)
  expect(text).not.toMatch(/ada@|Lovelace|Knots/)
})

test('a failed job runs again, once for however many ask, and it is recorded once', async () => {
  const id = await givenJob({})

  const answers = await atOnce(5, () => jobs.retry.mutate({ jobId: id }))

  expect(answers.map((job) => job.id)).toEqual(Array(5).fill(id))
  await expect.poll(async () => (await jobs.get.query({ jobId: id })).status).toBe('done')
  expect((await jobs.retry.mutate({ jobId: id })).status).toBe('done')
  const { rows } = await api.deps.db.execute(
    sql`select actor, details from audit_events where event = 'job-retried'
      and details ->> 'job' = ${id}`,
  )
  expect(rows).toEqual([
    {
      actor: `user:${admin.id}`,
      details: {
        job: id,
        kind: 'clean-up',
        attempts: 3,
        'before.status': 'failed',
        'after.status': 'waiting',
      },
    },
  ])
})

test('a job that mails a code is never run again, and waiting ones stay as they are', async () => {
  const code = await givenJob({ kind: 'send-code', data: { email: 'ada@example.com' } })
  const waiting = await givenJob({ state: 'created' })
  const retry = (id: string) =>
    api.request(`POST /api/v1/admin/jobs/${id}/retry`, { token: admin.token })

  expect((await retry(code)).body.error).toBe('JobNotRepeatable')
  expect((await jobs.get.query({ jobId: code })).status).toBe('failed')
  const before = await jobs.get.query({ jobId: waiting })
  expect((await retry(waiting)).body).toEqual(before)
  expect((await retry(newId())).body.error).toBe('JobNotFound')
})

test('a kind, a state or a cursor that is none is refused by the name of its field', async () => {
  const { nextCursor } = await jobs.list.query({ status: 'failed', limit: 1 })
  const forged = (value: unknown) => {
    const [list, , id] = JSON.parse(Buffer.from(nextCursor ?? '', 'base64url').toString())
    return Buffer.from(JSON.stringify([list, value, id])).toString('base64url')
  }
  for (const [query, path] of [
    ['', 'status'],
    ['status=done', 'status'],
    ['status=failed&kind=send-secrets', 'kind'],
    [`status=waiting&cursor=${nextCursor}`, 'cursor'],
    [`status=failed&limit=1&cursor=${forged('2026-02-31')}`, 'cursor'],
    ['status=failed&name=clean-up', 'name'],
  ]) {
    const answer = await api.request(`GET /api/v1/admin/jobs?${query}`, { token: admin.token })
    expect([query, answer.status, answer.body.issues?.[0]?.path]).toEqual([query, 400, path])
  }
  const cursor = forged('9999999999999999')
  const far = await api.request(`GET /api/v1/admin/jobs?status=failed&cursor=${cursor}`, {
    token: admin.token,
  })
  expect(far.status).toBe(200)
})
