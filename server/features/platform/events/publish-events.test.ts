import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { scheduledKinds } from '../../../job-kinds.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce } from '../../../test/at-once.ts'
import { makeTestDatabase, testDatabaseUrl } from '../../../test/database.ts'
import { enterQuarantine } from '../../maintenance/quarantine/enter-quarantine.ts'
import { leaveQuarantine } from '../../maintenance/quarantine/leave-quarantine.ts'
import { publishEvents } from './publish-events.ts'
import { readEvents } from './test-support.ts'

const api = await forAllTests(startApi())
const second = await forAllTests(startApi())
const admin = await api.given.admin()

async function givenClient(): Promise<Client> {
  const client = new Client({ connectionString: await testDatabaseUrl() })
  // Ignores errors, because some tests end its connection.
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end().catch(() => undefined))
  return client
}

/** Registers somebody: one event, in the transaction of the client. */
async function register(client: Pick<Client, 'query'>): Promise<string> {
  const id = randomUUID()
  await client.query(
    `insert into users (id, email, name, created_at) values ($1, $2, 'Ada Lovelace', now())`,
    [id, `${id}@example.com`],
  )
  return id
}

const subjectsOf = (events: Awaited<ReturnType<typeof readEvents>>) =>
  events.map(({ data }) => ('userId' in data ? data.userId : null))

async function newest(): Promise<number> {
  await publishEvents(api.deps)
  return (await api.as(admin).events.list.query({ limit: 1 })).newest
}

test('what commits later gets a later number, even if it was written before', async () => {
  const start = await newest()
  const [slow, fast] = [await givenClient(), await givenClient()]
  await slow.query('begin')
  const early = await register(slow)
  const late = await register(fast)

  const before = await readEvents(api, { admin, after: start })
  await slow.query('commit')
  const after = await readEvents(api, { admin, after: before.at(-1)?.number ?? 0 })

  expect([subjectsOf(before), subjectsOf(after)]).toEqual([[late], [early]])
  expect([...before, ...after].map(({ number }) => number)).toEqual([start + 1, start + 2])
})

test('a reader by cursor misses nothing of 200 transactions, while two publishers race', async () => {
  const start = await newest()
  const pool = new Pool({ connectionString: await testDatabaseUrl(), max: 40 })
  onTestFinished(() => pool.end())
  const committed: string[][] = []
  let isOver = false

  async function write(): Promise<void> {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const ids = [await register(client), await register(client)]
      await sleep(Math.random() * 40)
      ids.push(await register(client))
      const isKept = Math.random() > 0.1
      await client.query(isKept ? 'commit' : 'rollback')
      if (isKept) committed.push(ids)
    } finally {
      client.release()
    }
  }
  async function keepPublishing({ deps }: typeof api): Promise<void> {
    while (!isOver) await publishEvents(deps)
  }
  const read: Awaited<ReturnType<typeof readEvents>> = []
  async function keepReading(): Promise<void> {
    let after = start
    for (let last = false; ; last = isOver) {
      const page = await api.as(admin).events.list.query({ after, limit: 7 })
      read.push(...page.items)
      after = page.after
      if (last && !page.hasMore) return
    }
  }

  const others = [keepPublishing(api), keepPublishing(second), keepReading()]
  await atOnce(200, write)
  await publishEvents(api.deps)
  await publishEvents(second.deps)
  isOver = true
  await Promise.all(others)

  const subjects = subjectsOf(read)
  expect(subjects.toSorted()).toEqual(committed.flat().toSorted())
  expect(read.map(({ number }) => number)).toEqual(read.map((_, index) => start + 1 + index))
  const outOfOrder = committed.filter((ids) => {
    const places = ids.map((id) => subjects.indexOf(id))
    return places.toSorted((one, other) => one - other).join() !== places.join()
  })
  expect(outOfOrder).toEqual([])
})

test('a publisher does not wait for another one, and one that dies leaves no gap', async () => {
  const start = await newest()
  const ids = [await register(await givenClient())]
  const dying = await givenClient()
  await dying.query('begin')
  await dying.query('select from event_counter for update')
  await dying.query(`update events set number = ${start + 1} where number is null`)

  expect(await publishEvents(api.deps)).toEqual({ waited: true, count: 0 })
  const { rows } = await dying.query('select pg_backend_pid() as pid')
  await (await givenClient()).query('select pg_terminate_backend($1)', [rows[0].pid])

  await expect.poll(async () => (await publishEvents(api.deps)).count).toBe(1)
  const read = await readEvents(api, { admin, after: start })
  expect([subjectsOf(read), read.map(({ number }) => number)]).toEqual([ids, [start + 1]])
})

test('more than fit into one transaction are published together', async () => {
  const start = await newest()
  const client = await givenClient()
  await client.query(`
    insert into users (id, email, name, created_at)
    select id, id || '@example.com', 'Ada Lovelace', now()
    from (select gen_random_uuid() as id from generate_series(1, 2500)) as ids`)

  expect(await publishEvents(api.deps)).toEqual({ waited: true, count: 2_500 })
  expect(await newest()).toBe(start + 2_500)
})

test('a server publishes by itself what anybody wrote, and stops when it is told to', async () => {
  const { publisher } = api.deps
  const start = await newest()
  publisher.start()
  const written = await register(await givenClient())
  const readThem = () => api.as(admin).events.list.query({ after: start })
  await expect
    .poll(async () => subjectsOf((await readThem()).items), { timeout: 60_000 })
    .toEqual([written])

  await publisher.stop()
  await register(await givenClient())
  await sleep(1_200)
  expect((await readThem()).items).toHaveLength(1)
})

test('in quarantine nothing is published, and afterwards no number of before is given again', async () => {
  const databaseUrl = await makeTestDatabase()
  await using restored = await startApi({ databaseUrl })
  const { deps } = restored
  const before = await readEvents(restored, { admin: await restored.given.admin() })
  const last = before.at(-1)?.number ?? 0

  await enterQuarantine(deps, { dataFrom: deps.now(), reason: 'a test' })
  await restored.given.learner()
  expect(await publishEvents(deps)).toEqual({ waited: false, count: 0 })
  // Checks that a reader with events from after the backup goes on once there are new ones.
  const reader = restored.as(await restored.given.admin())
  expect(await reader.events.list.query({ after: last + 99 })).toMatchObject({
    items: [],
    after: last + 99,
    hasMore: false,
  })
  await leaveQuarantine(deps, { scheduledKinds, withoutReconciling: 'a test' })

  expect((await publishEvents(deps)).count).toBeGreaterThan(0)
  const after = await readEvents(restored, { admin: await restored.given.admin(), after: last })
  expect(after[0]?.number).toBe(last + 1_000_001)
  expect(after.map(({ type }) => type)).toContain('user.registered')
})
