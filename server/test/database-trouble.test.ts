import { Client } from 'pg'
import { expect, test } from 'vitest'
import { startApi } from './api.ts'
import { makeTestDatabase } from './database.ts'

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}

test('while a table is locked callers get 503 within five seconds, the log says who locks it, and answers again once it is free', async () => {
  const databaseUrl = await makeTestDatabase()
  const logLines: string[] = []
  await using api = await startApi({ databaseUrl, logLines, patience: 1 })
  const { token } = await api.given.learner()
  const administrator = await connect(databaseUrl)
  const { rows } = await administrator.query('select pg_backend_pid() as pid')
  await administrator.query('begin; lock table courses in access exclusive mode')

  const asked = Date.now()
  const during = await Promise.all(
    Array.from({ length: 30 }, () => api.request('GET /api/courses', { token })),
  )
  const waited = Date.now() - asked
  await administrator.query('rollback')
  const after = await api.request('GET /api/courses', { token })
  await administrator.end()

  expect(new Set(during.map(({ status }) => status))).toEqual(new Set([503]))
  expect(
    during.every(
      ({ body, headers }) =>
        body.error === 'ServiceUnavailable' && Number(headers['retry-after']) >= 1,
    ),
  ).toBe(true)
  expect(waited).toBeLessThan(5_500)
  // Tells the operator which statement, what it waited for, and who is in the way.
  const causes = logLines.map((line) => JSON.parse(line).cause ?? {})
  expect(causes.find(({ code }) => code === '55P03')).toMatchObject({
    statement: expect.any(String),
    waitedFor: { event: 'Lock relation', table: 'courses', blockers: [rows[0]] },
  })
  expect(after.status).toBe(200)
})

test('a read-only database refuses writes with 503 and still answers reads', async () => {
  const databaseUrl = await makeTestDatabase()
  const administrator = await connect(databaseUrl)
  await using writable = await startApi({ databaseUrl })
  const { token } = await writable.given.learner()
  const course = await writable.given.course()
  await administrator.query(
    `alter database ${new URL(databaseUrl).pathname.slice(1)}
      set default_transaction_read_only = on`,
  )
  await administrator.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and backend_type = 'client backend'`,
  )
  await administrator.end()
  await expect
    .poll(async () => (await writable.request('GET /api/courses', { token })).status)
    .toBe(200)

  const write = await writable.request('POST /api/cart', { token, body: { courseId: course.id } })

  expect([write.status, write.body.error]).toEqual([503, 'ServiceUnavailable'])
})

test('readyz reports a lost database, livez does not', async () => {
  const databaseUrl = await makeTestDatabase()
  await using api = await startApi({ databaseUrl, logLines: [] })
  const name = new URL(databaseUrl).pathname.slice(1)
  const administrator = await connect(databaseUrl.replace(name, 'postgres'))
  await administrator.query(`alter database ${name} with allow_connections false`)
  await administrator.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = $1 and backend_type = 'client backend'`,
    [name],
  )

  await expect.poll(async () => (await api.request('GET /readyz')).status).toBe(503)
  expect((await api.request('GET /livez')).status).toBe(200)

  await administrator.query(`alter database ${name} with allow_connections true`)
  await expect.poll(async () => (await api.request('GET /readyz')).status).toBe(200)
  await administrator.end()
})
