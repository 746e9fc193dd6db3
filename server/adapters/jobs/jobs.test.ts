import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { connectDatabase, type Db } from '../../../db/postgres/client.ts'
import { makeTestDatabase, testDatabaseUrl } from '../../test/database.ts'
import { createJobs } from './jobs.ts'

const kinds = {
  'ring-bell': {
    workers: 1,
    retryLimit: 2,
    retryDelay: 1,
    retryDelayMax: 1,
    expireInSeconds: 30,
  },
}

test('jobs whose queues cannot be created leave nothing behind that keeps querying the database', async () => {
  const log = pino({ level: 'silent' })
  const database = connectDatabase({ url: await testDatabaseUrl(), log })
  const { $client } = database.db as unknown as {
    $client: { query(text: string, values?: unknown[]): Promise<unknown> }
  }
  const refusing = {
    query: (text: string, values?: unknown[]) => {
      if (text.includes('create_queue') && JSON.stringify([text, values]).includes('ring-bell'))
        return Promise.reject(new Error('no queues today'))
      return $client.query(text, values)
    },
  }
  // Starts the database's own timer, which runs from its first statement on.
  await database.db.execute(sql`select 1`)
  const timers = vi.spyOn(globalThis, 'setInterval')
  const cleared = vi.spyOn(globalThis, 'clearInterval')

  await expect(
    createJobs({ kinds, db: { $client: refusing } as unknown as Db, log, maintain: true }),
  ).rejects.toThrow('no queues today')

  const started = timers.mock.results.map(({ value }) => value)
  expect(started.length).toBeGreaterThan(0)
  await expect
    .poll(
      () =>
        started.filter((timer) => !cleared.mock.calls.some(([ended]) => ended === timer)).length,
    )
    .toBe(0)
  await database.close()
})

test('a job of a server that is gone is run again within seconds, and one that still runs is left alone', async () => {
  const log = pino({ level: 'silent' })
  const database = connectDatabase({ url: await testDatabaseUrl(), log })
  const { db } = database
  const jobs = await createJobs<{ 'ring-bell': { who: string } }>({
    kinds: { 'ring-bell': { ...kinds['ring-bell'], workers: 2 } },
    db,
    log,
    maintain: true,
  })
  await jobs.enqueue(db, 'ring-bell', { who: 'lost' })
  // Leaves it as its server did: nobody has reported it for a while.
  await db.execute(sql`update pgboss.job set state = 'active', started_on = now() - interval '13 s'
    where name = 'ring-bell'`)
  await jobs.enqueue(db, 'ring-bell', { who: 'slow' })
  const begun: string[] = []
  const ended: string[] = []
  await jobs.work({
    'ring-bell': async ({ who }) => {
      begun.push(who)
      if (who === 'slow') await sleep(15_000)
      ended.push(who)
    },
  })

  await expect.poll(() => begun).toEqual(['slow', 'lost'])
  await expect.poll(() => ended, { timeout: 60_000 }).toEqual(['lost', 'slow'])
  expect(begun).toHaveLength(2)
  const states = sql`select state, retry_count from pgboss.job where name = 'ring-bell'
    order by created_on`
  await expect
    .poll(async () => (await db.execute(states)).rows)
    .toEqual([
      { state: 'completed', retry_count: 1 },
      { state: 'completed', retry_count: 0 },
    ])
  await jobs.stop()
  await database.close()
})

test('job queues of a later release are used as they are, and those of an earlier one are not changed', async () => {
  const log = pino({ level: 'silent' })
  const database = connectDatabase({ url: await makeTestDatabase(), log })
  const { db } = database
  await db.execute(sql`update pgboss.version set version = version + 1`)
  const jobs = await createJobs<{ 'ring-bell': { who: string } }>({
    kinds,
    db,
    log,
    maintain: false,
  })
  await jobs.enqueue(db, 'ring-bell', { who: 'ada' })
  await jobs.stop()

  await db.execute(sql`update pgboss.version set version = version - 2`)
  await expect(createJobs({ kinds, db, log, maintain: false })).rejects.toThrow(
    /^The job queues are not migrated: pg-boss 25 to 26\.$/,
  )
  const { rows } = await db.execute(sql`select version from pgboss.version`)
  expect(rows).toEqual([{ version: 25 }])
  await database.close()
})

test('a server that starts, even with a new kind of job, changes no table and no index', async () => {
  const log = pino({ level: 'silent' })
  const database = connectDatabase({ url: await makeTestDatabase(), log })
  const { db } = database
  const relations = sql`select oid, xmin, relname, relfilenode from pg_class
    where relnamespace = 'pgboss'::regnamespace order by oid`
  const before = (await db.execute(relations)).rows
  const jobs = await createJobs<{ 'ring-bell': { who: string } }>({
    kinds,
    db,
    log,
    maintain: true,
  })
  await jobs.enqueue(db, 'ring-bell', { who: 'ada' })
  await jobs.stop()

  expect((await db.execute(relations)).rows).toEqual(before)
  await database.close()
})

test('a job without a payload runs, like those of a schedule, and what waits is told by its age', async () => {
  const log = pino({ level: 'silent' })
  const database = connectDatabase({ url: await testDatabaseUrl(), log })
  const { db } = database
  const jobs = await createJobs<{ 'ring-bell': object }>({ kinds, db, log, maintain: false })
  await db.execute(sql`delete from pgboss.job where name = 'ring-bell'`)
  await jobs.enqueue(db, 'ring-bell', {})
  await db.execute(sql`update pgboss.job set data = null, created_on = now() - interval '90 s'
    where name = 'ring-bell'`)
  const waiting = async () => (await jobs.sizes())[0]?.oldestSeconds
  expect(await waiting()).toBeGreaterThanOrEqual(90)

  const payloads: object[] = []
  await jobs.work({ 'ring-bell': async (payload) => void payloads.push(payload) })
  await expect.poll(() => payloads).toEqual([{}])
  expect(await waiting()).toBe(0)

  await jobs.stop()
  await database.close()
})

test('jobs that are enqueued last run after all others, and their age is no sign of trouble', async () => {
  const log = pino({ level: 'silent' })
  const database = connectDatabase({ url: await testDatabaseUrl(), log })
  const { db } = database
  const jobs = await createJobs<{ 'ring-bell': { who: string } }>({
    kinds,
    db,
    log,
    maintain: false,
  })
  await db.execute(sql`delete from pgboss.job where name = 'ring-bell'`)
  const [at, later] = [new Date(), new Date(Date.now() + 60_000)]
  await jobs.enqueueLast(at)(db, 'ring-bell', { who: 'the crowd' })
  await jobs.enqueueLast(later)(db, 'ring-bell', { who: 'the crowd of tomorrow' })
  await db.execute(sql`update pgboss.job set created_on = now() - interval '2 hours'
    where name = 'ring-bell'`)
  expect((await jobs.sizes())[0]?.oldestSeconds).toBe(0)
  await jobs.enqueue(db, 'ring-bell', { who: 'ada' })
  await jobs.enqueue(db, 'ring-bell', { who: 'grace' })

  const rung: string[] = []
  await jobs.work({ 'ring-bell': async ({ who }) => void rung.push(who) })
  await expect.poll(() => rung).toEqual(['ada', 'grace', 'the crowd'])

  await jobs.stop()
  await database.close()
})

test('a job that is given up says why without naming anybody, and one more try runs it', async () => {
  const log = pino({ level: 'silent' })
  const database = connectDatabase({ url: await testDatabaseUrl(), log })
  const { db } = database
  const jobs = await createJobs<{ 'send-parcel': { parcelId: string; to: string } }>({
    kinds: { 'send-parcel': { ...kinds['ring-bell'], retryLimit: 0 } },
    db,
    log,
    maintain: false,
  })
  const parcelId = '019a9c3e-5b1a-7c44-9d10-6f2b8f1f0a01'
  const id = await jobs.enqueue(db, 'send-parcel', { parcelId, to: 'ada@example.com' })
  let isDown = true
  await jobs.work({
    'send-parcel': async () => {
      if (isDown)
        throw new Error(
          'no answer for ada@example.com from https://me:s3cret@depot.example/a?token=123 with ' +
            `${'k'.repeat(40)}, ${'again and '.repeat(40)}`,
        )
    },
  })

  await expect.poll(async () => (await jobs.find(db, id))?.status).toBe('failed')
  const failed = await jobs.find(db, id)
  expect(failed).toMatchObject({ attempts: 1, subjects: { parcelId } })
  expect(failed?.failure).toMatch(
    /^Error: no answer for … from https:\/\/depot\.example\/… with …, again .*…$/,
  )
  expect(failed?.failure?.length).toBe(200)
  const { rows } = await db.execute(sql`select output::text from pgboss.job where id = ${id}`)
  expect(JSON.stringify(rows)).not.toMatch(/ada@|s3cret|token=|kkkk/)

  isDown = false
  expect(await jobs.retry(db, id)).toMatchObject({ status: 'waiting', endedAt: null })
  expect(await jobs.retry(db, id)).toBeUndefined()
  await expect.poll(async () => (await jobs.find(db, id))?.status).toBe('done')
  await jobs.stop()
  await database.close()
})
