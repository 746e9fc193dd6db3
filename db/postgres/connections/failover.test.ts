import dns from 'node:dns'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  ask,
  postgresPrograms,
  type StandaloneNode,
  serviceDatabase,
  serviceRole,
  startPostgres,
  superuser,
} from '../../../checks/support/clusters/postgres.ts'
import { openWorkshop, type Workshop } from '../../../checks/support/clusters/workshop.ts'
import { connectDatabase, type Database } from '../client.ts'
import { findError, isDatabaseUnavailable, StandbyDatabase } from '../failures.ts'
import { createPrimaryFinder } from './primary.ts'
import { openSession } from './session.ts'

const missing = postgresPrograms() === undefined ? 'a PostgreSQL with pg_basebackup' : ''
const log = pino({ level: 'silent' })

vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 })

describe.skipIf(missing !== '')(`a failover${missing && ` (SKIPPED: needs ${missing})`}`, () => {
  let workshop: Workshop
  let primary: StandaloneNode
  let standby: StandaloneNode
  let database: Database

  beforeEach(async () => {
    workshop = await openWorkshop()
    primary = await startPostgres(workshop)
    await ask(primary.url(), 'create table written (id int primary key)')
    standby = await primary.addStandby('standby')
    database = connectDatabase({ url: urlOf(primary, standby), log })
  })
  afterEach(async () => {
    primary.resume()
    await database.close()
    await workshop[Symbol.asyncDispose]()
  })

  function urlOf(...nodes: StandaloneNode[]): string {
    const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')
    return `postgres://${serviceRole}@${hosts}/${serviceDatabase}`
  }

  /** Uses all ten connections, then leaves them idle. */
  async function fillPool(): Promise<Set<number>> {
    const ports = await Promise.all(Array.from({ length: 10 }, () => portOf(database, 0.1)))
    return new Set(ports)
  }

  async function portOf({ db }: Database, seconds = 0): Promise<number> {
    const { rows } = await db.execute<{ port: number }>(
      sql`select inet_server_port() as port, pg_sleep(${seconds})`,
    )
    return rows[0]?.port ?? 0
  }

  async function promote(): Promise<void> {
    await ask(standby.url(superuser), 'select pg_promote()')
  }

  /** Returns the milliseconds until the first write is taken; all earlier failures must be 503s. */
  async function untilWritten(id: number): Promise<number> {
    const began = performance.now()
    for (;;) {
      try {
        await database.db.execute(sql`insert into written values (${id})`)
        return performance.now() - began
      } catch (error) {
        expect(error).toSatisfy(isDatabaseUnavailable)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
  }

  test('of several hosts the one that takes writes is used, in any order, for sessions too', async () => {
    expect(await fillPool()).toEqual(new Set([primary.port]))

    for (const url of [urlOf(standby, primary), urlOf(primary, standby)]) {
      const session = await openSession({ url })
      expect(session.port).toBe(primary.port)
      await session.end()
    }
  })

  test('nobody waits for a look at the hosts while the last one is good', async () => {
    const silent = createServer((socket) => sockets.add(socket.on('error', () => undefined)))
    const sockets = new Set<Socket>()
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const finder = createPrimaryFinder({ url: urlOf({ ...primary, port }, primary) })
    const found = await finder.find()
    await new Promise((resolve) => setTimeout(resolve, 2_100))

    primary.freeze()
    // The first one begins the next look, which gets no answer.
    const again = await Promise.all([finder.find(), finder.find(), finder.find()])

    expect(again).toEqual([found, found, found])
    for (const socket of sockets) socket.destroy()
    silent.close()
  })

  test('of two that say they are the primary the one promoted last is used, even if it is far away', async () => {
    const farAway = createServer((near) => {
      const far = connect(standby.port, '127.0.0.1')
      near.on('data', (bytes) => setTimeout(() => far.write(bytes), 45))
      far.on('data', (bytes) => setTimeout(() => near.write(bytes), 45))
      near.on('close', () => far.destroy()).on('error', () => far.destroy())
      far.on('close', () => near.destroy()).on('error', () => near.destroy())
    })
    await new Promise<void>((resolve) => farAway.listen(0, '127.0.0.1', resolve))
    const { port } = farAway.address() as AddressInfo
    await promote()

    const session = await openSession({ url: urlOf(primary, { ...standby, port }) })

    expect(session.port).toBe(port)
    await session.end()
    farAway.close()
  })

  test('a standby alone is refused in words, and its rows are not served', async () => {
    const alone = connectDatabase({ url: urlOf(standby), log })

    const refusal = await alone.db.execute(sql`select 1`).catch((error: unknown) => error)

    expect(findError(refusal, StandbyDatabase)?.message).toMatch(/is a standby/)
    expect(refusal).toSatisfy(isDatabaseUnavailable)
    await expect(openSession({ url: urlOf(standby) })).rejects.toThrow('is a standby')
    await alone.close()
  })

  test('reads and writes follow a promotion although the old primary still answers as one', async () => {
    await fillPool()
    await promote()

    // Keeps the pool in use: aging connections are replaced by new ones elsewhere.
    await expect.poll(fillPool).toEqual(new Set([standby.port]))
    await untilWritten(1)
    // Both claim to be the primary, and either may be the first to say so.
    for (let round = 0; round < 20; round++) {
      const hosts = round % 2 === 0 ? [primary, standby] : [standby, primary]
      const session = await openSession({ url: urlOf(...hosts) })
      expect(session.port).toBe(standby.port)
      await session.end()
    }

    expect(await ask(primary.url(), 'select id from written')).toEqual([])
    expect(await ask(standby.url(), 'select id from written')).toEqual([{ id: 1 }])
  })

  test('a stopped primary holds the first write after the promotion up for seconds, not for its timeouts one by one', async () => {
    await fillPool()
    primary.freeze()
    const stuck = Promise.all(
      Array.from({ length: 3 }, () =>
        database.db.execute(sql`select 1`).then(
          () => undefined,
          (error: unknown) => error,
        ),
      ),
    )
    await new Promise((resolve) => setTimeout(resolve, 500))
    await promote()

    const milliseconds = await untilWritten(2)
    const failures = await stuck

    expect(milliseconds).toBeLessThan(10_000)
    for (const failure of failures) expect(failure).toSatisfy(isDatabaseUnavailable)
    expect(await fillPool()).toEqual(new Set([standby.port]))

    // On waking up, it still believes that it is the primary.
    primary.resume()
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    for (let round = 0; round < 20; round++)
      expect(await fillPool()).toEqual(new Set([standby.port]))
  })

  test('one refused write empties the pool: the other idle connections are not used again', async () => {
    const single = connectDatabase({ url: urlOf(primary), log, connectionTtlMilliseconds: 60_000 })
    const pids = async () => {
      const answers = await Promise.all(
        Array.from({ length: 5 }, () =>
          single.db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid, pg_sleep(0.2)`),
        ),
      )
      return new Set(answers.map(({ rows }) => rows[0]?.pid))
    }
    const before = await pids()

    // Imitates a server that turned read-only: the statement says so, the connection lives on.
    const refused = single.withTransaction(async (db) => {
      await db.execute(sql`set transaction read only`)
      await db.execute(sql`insert into written values (3)`)
    })

    await expect(refused).rejects.toSatisfy(isDatabaseUnavailable)
    expect(single.poolState().idle).toBe(0)
    expect((await pids()).intersection(before)).toEqual(new Set())
    await single.close()
  })

  test('a name is looked up anew for each connection', async () => {
    const addresses = new Map([['db.test', '127.0.0.1']])
    const looks: string[] = []
    const lookup = vi.spyOn(dns, 'lookup').mockImplementation(((
      name: string,
      options: dns.LookupOptions,
      done: (error: null, address: unknown, family?: number) => void,
    ) => {
      looks.push(name)
      const address = addresses.get(name) ?? name
      if (options.all === true) done(null, [{ address, family: 4 }])
      else done(null, address, 4)
    }) as typeof dns.lookup)
    const named = connectDatabase({
      url: urlOf(primary).replace('127.0.0.1', 'db.test'),
      log,
      connectionTtlMilliseconds: 1_000,
    })
    expect(await portOf(named)).toBe(primary.port)

    addresses.set('db.test', '127.0.0.2')
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const refusal = await portOf(named).catch((error: unknown) => error)

    // The new address has no server listening.
    expect(refusal).toSatisfy(isDatabaseUnavailable)
    addresses.set('db.test', '127.0.0.1')
    expect(await portOf(named)).toBe(primary.port)
    expect(looks).toEqual(['db.test', 'db.test', 'db.test'])
    lookup.mockRestore()
    await named.close()
  })

  test('a connection is used beyond its age while its server is seen, and no longer', async () => {
    let leadsTo = primary.port
    const address = createServer((near) => {
      const far = connect(leadsTo, '127.0.0.1')
      near.pipe(far).pipe(near)
      near.on('close', () => far.destroy()).on('error', () => far.destroy())
      far.on('error', () => near.destroy())
    })
    await new Promise<void>((resolve) => address.listen(0, '127.0.0.1', resolve))
    const { port } = address.address() as AddressInfo
    const url = urlOf({ ...primary, port })
    const young = connectDatabase({ url, log, connectionTtlMilliseconds: 1_000 })
    const firstUses = new Map<number, number>()
    let longestUse = 0
    async function useFor(milliseconds: number): Promise<number> {
      const until = performance.now() + milliseconds
      for (;;) {
        const now = performance.now()
        const { rows } = await young.db.execute<{ pid: number; port: number }>(
          sql`select pg_backend_pid() as pid, inet_server_port() as port`,
        )
        const { pid, port } = rows[0] ?? { pid: 0, port: 0 }
        longestUse = Math.max(longestUse, now - (firstUses.get(pid) ?? now))
        firstUses.set(pid, firstUses.get(pid) ?? now)
        if (now > until) return port
      }
    }

    expect(await useFor(4_000)).toBe(primary.port)
    expect(longestUse).toBeGreaterThan(2_000)

    await promote()
    leadsTo = standby.port
    await expect.poll(() => useFor(100)).toBe(standby.port)
    await young.close()
    address.close()
  })
})
