import { type AddressInfo, connect, createServer } from 'node:net'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestDatabase } from '../../server/test/database.ts'
import { connectDatabase, type Database } from './client.ts'
import { databaseError, isDatabaseUnavailable } from './failures.ts'
import { runNamed } from './named-statement.ts'

const log = pino({ level: 'silent' })
let url: string
let database: Database
let administrator: Client

beforeAll(async () => {
  url = await makeTestDatabase()
  database = connectDatabase({ url, log })
  administrator = new Client({ connectionString: url, application_name: 'administrator' })
  await administrator.connect()
  await administrator.query(
    'create table pairs (id int primary key, half text not null, unique (id, half))',
  )
  await administrator.query('create table halves (pair int, half text, primary key (pair, half))')
})

afterAll(async () => {
  await administrator.end()
  await database.close()
})

async function killBackends(): Promise<number> {
  const killed = await administrator.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lyceum' and datname = current_database()",
  )
  return killed.rowCount ?? 0
}

test('a transaction that fails halfway leaves nothing behind', async () => {
  const failing = database.withTransaction(async (db) => {
    await db.execute(sql`insert into halves values (-1, 'left')`)
    throw new Error('no')
  })

  await expect(failing).rejects.toThrow('no')
  expect((await database.db.execute(sql`select * from halves where pair = -1`)).rows).toEqual([])
})

test('backends that are terminated under load tear no transaction, hang no call and lose no connection', async () => {
  const outcomes = { committed: new Set<number>(), failed: 0 }
  let running = true
  let next = 0
  const worker = async () => {
    while (running) {
      const pair = next++
      try {
        await database.withTransaction(async (db) => {
          await db.execute(sql`insert into halves values (${pair}, 'left')`)
          await db.execute(sql`select pg_sleep(0.002)`)
          await db.execute(sql`insert into halves values (${pair}, 'right')`)
        })
        outcomes.committed.add(pair)
      } catch (error) {
        expect(isDatabaseUnavailable(error), String(error)).toBe(true)
        outcomes.failed++
      }
    }
  }
  const workers = Array.from({ length: 20 }, worker)

  let killed = 0
  // On a busy machine fewer are open at a time.
  for (let round = 0; round < 25 || (killed <= 50 && round < 100); round++) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    killed += await killBackends()
  }
  running = false
  const hung = Symbol('hung')
  const ended = await Promise.race([
    Promise.all(workers),
    new Promise((resolve) => setTimeout(() => resolve(hung), 10_000)),
  ])

  expect(ended).not.toBe(hung)
  expect(killed).toBeGreaterThan(50)
  expect(outcomes.failed).toBeGreaterThan(0)
  const torn = await administrator.query(
    'select pair from halves where pair >= 0 group by pair having count(*) <> 2',
  )
  expect(torn.rows).toEqual([])
  const kept = await administrator.query<{ pair: number }>(
    'select distinct pair from halves where pair >= 0',
  )
  const lost = outcomes.committed.difference(new Set(kept.rows.map((row) => row.pair)))
  expect([...lost]).toEqual([])

  // Checks that every slot still works, all at once.
  const slots = await Promise.all(
    Array.from({ length: 10 }, () =>
      database.withTransaction((db) => db.execute(sql`select pg_sleep(0.05), pg_backend_pid()`)),
    ),
  )
  expect(new Set(slots.map((slot) => slot.rows[0]?.pg_backend_pid)).size).toBe(10)
  expect(database.poolState()).toMatchObject({ total: 10, idle: 10, waiting: 0 })
})

test('a connection that dies while it is idle is replaced', async () => {
  await database.db.execute(sql`select 1`)
  await killBackends()
  await expect.poll(() => database.poolState().total).toBe(0)

  expect((await database.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
})

test('rows of a named statement are read as they are described now', async () => {
  const readShapes = () =>
    runNamed(database.db, { name: 'shapes', text: 'select * from shapes', values: [] })
  await administrator.query('create table shapes as select 1 as one, 2 as two')
  expect(await readShapes()).toEqual([{ one: 1, two: 2 }])
  expect(await readShapes()).toEqual([{ one: 1, two: 2 }])

  await administrator.query('alter table shapes alter one type text')
  await killBackends()
  await expect.poll(readShapes).toEqual([{ one: '1', two: 2 }])
  await administrator.query('alter table shapes rename two to deux')
  await killBackends()
  await expect.poll(readShapes).toEqual([{ one: '1', deux: 2 }])
})

test('a transaction whose connection died refuses every further statement', async () => {
  let second: unknown
  const dying = database.withTransaction(async (db) => {
    const { rows } = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await administrator.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await db.execute(sql`select 1`).catch(() => undefined)
    second = await db
      .execute(sql`insert into halves values (-2, 'left')`)
      .catch((error: unknown) => error)
  })

  await expect(dying).rejects.toThrow()
  expect(second).toBeInstanceOf(Error)
  expect((await administrator.query('select * from halves where pair = -2')).rows).toEqual([])
})

test('a statement that is not awaited cannot run after its transaction', async () => {
  const late = await database.withTransaction(async (db) => ({
    run: () => db.execute(sql`insert into halves values (-3, 'late')`),
  }))

  await expect(late.run()).rejects.toThrow()
  expect((await administrator.query('select * from halves where pair = -3')).rows).toEqual([])
})

test('both of two transactions in a deadlock succeed in the end', async () => {
  await administrator.query("insert into pairs values (1, 'a'), (2, 'b')")
  const update = (first: number, second: number) =>
    database.withTransaction(async (db) => {
      await db.execute(sql`update pairs set half = half || 'x' where id = ${first}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
      await db.execute(sql`update pairs set half = half || 'x' where id = ${second}`)
    })

  await Promise.all([update(1, 2), update(2, 1)])

  const { rows } = await administrator.query('select half from pairs order by id')
  expect(rows).toEqual([{ half: 'axx' }, { half: 'bxx' }])
})

test('a persistent deadlock fails after three retries', async () => {
  let tries = 0
  const failing = database.withTransaction(async (db) => {
    tries++
    await db.execute(sql`do $$ begin raise exception 'again' using errcode = '40P01'; end $$`)
  })

  await expect(failing).rejects.toSatisfy((error) => databaseError(error)?.code === '40P01')
  expect(tries).toBe(4)
})

test('a statement that takes too long is canceled and counts as unavailable', async () => {
  const slow = database.db.execute(sql`select pg_sleep(30)`)

  await expect(slow).rejects.toSatisfy(isDatabaseUnavailable)
})

test('callers of a hanging server wait for five seconds at most, and its connection is not reused', async (context) => {
  const hanging = connectDatabase({ url, log, maxConnections: 1 })
  let pid = 0
  let asked = 0
  try {
    const outcome = await hanging
      .withTransaction(async (db) => {
        const { rows } = await db.execute<{ pid: number }>(
          sql`insert into halves values (-4, 'left') returning pg_backend_pid() as pid`,
        )
        pid = rows[0]?.pid ?? 0
        if (!mayStop(pid)) return context.skip(stoppingNeeds)
        asked = Date.now()
        await db.execute(sql`insert into halves values (-4, 'right')`)
      })
      .catch((error: unknown) => error)

    expect(outcome).toSatisfy(isDatabaseUnavailable)
    expect(Date.now() - asked).toBeLessThan(5_000)
    expect(hanging.poolState()).toMatchObject({ total: 0, idle: 0, waiting: 0 })
    expect((await hanging.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
  } finally {
    if (asked > 0) process.kill(pid, 'SIGCONT')
    await hanging.close()
  }
  await expect
    .poll(
      async () =>
        (await administrator.query('select from pg_stat_activity where pid = $1', [pid])).rowCount,
    )
    .toBe(0)
  expect((await administrator.query('select * from halves where pair = -4')).rows).toEqual([])
})

test('closing waits no longer than a statement for a server that hangs', async (context) => {
  const closing = connectDatabase({ url, log, queryTimeoutMilliseconds: 500 })
  const pid = await stopBackendOf(closing)
  if (pid === undefined) return context.skip(stoppingNeeds)
  const unanswered = closing.db.execute(sql`select 1`).catch((error: unknown) => error)
  await new Promise((resolve) => setTimeout(resolve, 100))
  try {
    await closing.close()
    expect(await unanswered).toSatisfy(isDatabaseUnavailable)
  } finally {
    process.kill(pid, 'SIGCONT')
  }
})

test('idle connections to a server that hangs are closed with the one that shows it', async (context) => {
  const hanging = connectDatabase({ url, log, queryTimeoutMilliseconds: 500 })
  const backends = await Promise.all(
    Array.from({ length: 3 }, () =>
      hanging.db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid, pg_sleep(0.1)`),
    ),
  )
  const pids = backends.map(({ rows }) => rows[0]?.pid ?? 0)
  expect(hanging.poolState().total).toBe(3)
  if (!pids.every(mayStop)) return context.skip(stoppingNeeds)
  try {
    await expect(hanging.db.execute(sql`select 1`)).rejects.toSatisfy(isDatabaseUnavailable)

    // Zero while no connection is open.
    await expect.poll(() => hanging.poolState().unseenSeconds).toBe(0)
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT')
    await hanging.close()
  }
})

test('a connection whose opening took longer than its life serves a caller', async () => {
  const { hostname, port } = new URL(url)
  let opened = 0
  const farAway = createServer((near) => {
    opened++
    const far = connect(Number(port), hostname)
    near.on('data', (bytes) => setTimeout(() => far.write(bytes), 300))
    far.on('data', (bytes) => setTimeout(() => near.write(bytes), 300))
    near.on('close', () => far.destroy()).on('error', () => far.destroy())
    far.on('close', () => near.destroy()).on('error', () => near.destroy())
  })
  await new Promise<void>((resolve) => farAway.listen(0, '127.0.0.1', resolve))
  const address = new URL(url)
  address.host = `127.0.0.1:${(farAway.address() as AddressInfo).port}`
  const slow = connectDatabase({ url: address.href, log, connectionTtlMilliseconds: 1_000 })

  expect((await slow.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
  // A busy machine may replace it meanwhile; it must not open one after the other.
  expect(opened).toBeLessThanOrEqual(2)
  await slow.close()
  farAway.close()
})

const stoppingNeeds = 'only root and the account of the database server may stop its processes'

/** Stops the backend of the connection that is used next; undefined if that is not allowed. */
async function stopBackendOf({ db }: Database): Promise<number | undefined> {
  const { rows } = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  const pid = rows[0]?.pid ?? 0
  return mayStop(pid) ? pid : undefined
}

function mayStop(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGSTOP')
  } catch {
    return false
  }
}

test('a full pool refuses further callers in time', async () => {
  const small = connectDatabase({ url, log, maxConnections: 1 })
  const busy = small.db.execute(sql`select pg_sleep(30)`).catch(() => undefined)

  await expect(small.withTransaction((db) => db.execute(sql`select 1`))).rejects.toSatisfy(
    isDatabaseUnavailable,
  )
  await busy
  await small.close()
})
