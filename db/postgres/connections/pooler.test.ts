import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  installedPgBouncer,
  type PgBouncer,
  startPgBouncer,
  versionOf,
} from '../../../checks/support/clusters/pgbouncer.ts'
import {
  ask,
  type PostgresNode,
  postgresPrograms,
  serviceDatabase,
  serviceRole,
  startPostgres,
} from '../../../checks/support/clusters/postgres.ts'
import { openWorkshop, type Workshop } from '../../../checks/support/clusters/workshop.ts'
import { createJobs } from '../../../server/adapters/jobs/jobs.ts'
import { explainFailure } from '../../../server/errors/explain-failure.ts'
import { connectDatabase, type Database } from '../client.ts'
import { databaseError } from '../failures.ts'
import { migrateDatabase } from '../migrator/migrator.ts'
import { runNamed } from '../named-statement.ts'
import { openDatabase } from '../open-database.ts'
import { inspectPooler } from './inspect.ts'
import { openLongSession } from './long-session.ts'

const program = installedPgBouncer()
const missing =
  program === undefined ? 'PgBouncer' : postgresPrograms() === undefined ? 'a PostgreSQL' : ''
const log = pino({ level: 'silent' })

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

describe.skipIf(missing !== '')(
  `behind a pooler${missing && ` (SKIPPED: needs ${missing})`}`,
  () => {
    let workshop: Workshop
    let node: PostgresNode
    let pooler: PgBouncer

    beforeAll(async () => {
      workshop = await openWorkshop()
      node = await startPostgres(workshop)
      pooler = await startPgBouncer(workshop, { program: program ?? '', node, poolSize: 10 })
    })
    afterAll(() => workshop[Symbol.asyncDispose]())

    async function setRole(name: string, value: string | undefined): Promise<void> {
      const change = value === undefined ? `reset ${name}` : `set ${name} = '${value}'`
      await ask(node.url(), `alter role ${serviceRole} in database ${serviceDatabase} ${change}`)
    }

    async function whyRefused(): Promise<string> {
      const refusal = await openDatabase({ url: pooler.url, log, pooler: 'transaction' }).catch(
        (error: unknown) => error,
      )
      return explainFailure(refusal, pooler.url) ?? String(refusal)
    }

    async function connect(): Promise<Database> {
      for (const [name, value] of [
        ['statement_timeout', '4s'],
        ['lock_timeout', '2s'],
        ['idle_in_transaction_session_timeout', '10s'],
      ] as const)
        await setRole(name, value)
      await pooler.reconnect()
      return openDatabase({ url: pooler.url, log, pooler: 'transaction' })
    }

    /** Starts a pooler with the usual cure for one that refuses the timeouts: it drops them. */
    function startSilentPooler() {
      return startPgBouncer(workshop, {
        program: program ?? '',
        node,
        poolSize: 2,
        settings: [
          'ignore_startup_parameters = statement_timeout, lock_timeout, ' +
            'idle_in_transaction_session_timeout',
        ],
      })
    }

    test('a service that was not told of it says what to set', async () => {
      const refusal = await openDatabase({ url: pooler.url, log }).catch((error: unknown) => error)

      expect(explainFailure(refusal, pooler.url)).toMatch(/DATABASE_POOLER=transaction/)
    })

    test('a pooler that drops the timeouts silently is found out', async () => {
      const silent = await startSilentPooler()

      await expect(openDatabase({ url: silent.url, log })).rejects.toThrow(
        /drops the timeouts.*DATABASE_POOLER=transaction/,
      )
    })

    test('a pooler is found out although its role has the timeouts', async () => {
      await (await connect()).close()
      const silent = await startSilentPooler()

      // A pooler may give one caller's named statements to another.
      await expect(openDatabase({ url: silent.url, log })).rejects.toThrow(
        /DATABASE_POOLER=transaction/,
      )
    })

    test('without the timeouts it refuses to start, and its SQL mends that', async () => {
      for (const name of [
        'statement_timeout',
        'lock_timeout',
        'idle_in_transaction_session_timeout',
      ])
        await setRole(name, undefined)
      await setRole('lock_timeout', '1min')
      await pooler.reconnect()

      const refusal = await whyRefused()
      const statements = refusal.split('\n').filter((line) => line.startsWith('alter role'))
      expect(refusal).toContain('lock_timeout (found 60s)')
      expect(statements).toHaveLength(3)
      for (const statement of statements) await ask(node.url(), statement)
      expect(await whyRefused()).toContain('RECONNECT')

      await pooler.reconnect()
      const database = await openDatabase({ url: pooler.url, log, pooler: 'transaction' })
      await database.close()
    })

    test('one connection of many that was opened before the timeouts is found', async () => {
      const database = await connect()
      await setRole('statement_timeout', undefined)
      // Nine more than the free one have to be opened now.
      await Promise.all(
        Array.from({ length: 10 }, () => database.db.execute(sql`select pg_sleep(0.3)`)),
      )
      await setRole('statement_timeout', '4s')

      expect(await whyRefused()).toContain('statement_timeout (found 0)')
      await database.close()
    })

    test('a statement ends after four seconds, a wait for a lock after two', async () => {
      const database = await connect()
      const asked = Date.now()
      const slow = await database.db.execute(sql`select pg_sleep(10)`).catch(databaseError)
      const slowMilliseconds = Date.now() - asked
      await database.db.execute(sql`create table if not exists turns (id int)`)
      const locked = await database.withTransaction(async (db) => {
        await db.execute(sql`lock table turns`)
        const waits = database.withTransaction((other) => other.execute(sql`lock table turns`))
        return waits.catch(databaseError)
      })
      const idle = await database
        .withTransaction(async (db) => {
          await db.execute(sql`select 1`)
          await new Promise((resolve) => setTimeout(resolve, 11_000))
          await db.execute(sql`select 1`)
        })
        .catch((error: unknown) => error)

      expect(slow).toMatchObject({ code: '57014' })
      expect(slowMilliseconds).toBeGreaterThan(3_900)
      expect(slowMilliseconds).toBeLessThan(4_500)
      expect(locked).toMatchObject({ code: '55P03' })
      expect(idle).toBeInstanceOf(Error)
      await database.close()
    })

    test('named statements are used only where they survive, and hundreds of callers get their answers', async () => {
      const database = await connect()
      const { keepsNamedStatements, seen } = await inspectPooler(pooler.url)

      const answers = await Promise.all(
        Array.from({ length: 500 }, (_, number) =>
          runNamed(database.db, {
            name: 'double_it',
            text: 'select $1::int * 2 as double, pg_sleep(0.002)',
            values: [number],
          }),
        ),
      )

      expect(keepsNamedStatements).toBe(versionOf(program ?? '') >= 1.21)
      expect(seen).toBeGreaterThan(1)
      // Proves nothing where every caller has a connection of its own.
      expect(await inspectPooler(node.url())).toMatchObject({ keepsNamedStatements: false })
      expect(answers.map(([row]) => (row as { double: number }).double)).toEqual(
        Array.from({ length: 500 }, (_, number) => number * 2),
      )
      await database.close()
    })

    test('names that a pooler begins to lose fail no statement and no transaction', async (context) => {
      if (versionOf(program ?? '') >= 1.21) return context.skip('this PgBouncer keeps them')
      const options = {
        url: pooler.url,
        log,
        pooler: 'transaction',
        namedStatements: true,
      } as const
      await (await connect()).close()
      const database = connectDatabase(options)
      const statement = { name: 'count_up', text: 'select $1::int + 1 as next', values: [1] }

      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, number) =>
          number % 2 === 0
            ? runNamed(database.db, statement)
            : database.withTransaction((db) => runNamed(db, statement)),
        ),
      )

      expect(answers.flat()).toEqual(Array.from({ length: 60 }, () => ({ next: 2 })))
      await database.close()
    })

    test('a long session has its own settings and those of its URL', async () => {
      const session = await openLongSession(`${node.url()}?options=-c%20search_path%3Dpg_temp`)

      const { rows } = await session.query(
        `select current_setting('search_path') as path, current_setting('statement_timeout') as life`,
      )

      expect(rows).toEqual([{ path: 'pg_temp', life: '0' }])
      await session.end()
    })

    test('settings of a long session never reach the other users of the pooler', async () => {
      const database = await connect()

      await expect(openLongSession(pooler.url)).rejects.toThrow(/unsupported|options/)

      await expect(inspectPooler(pooler.url)).resolves.toMatchObject({ missing: [] })
      await database.close()
    })

    test('a pooler that drops settings silently keeps no lock of a migration', async () => {
      const silent = await startPgBouncer(workshop, {
        program: program ?? '',
        node,
        poolSize: 2,
        settings: ['ignore_startup_parameters = options'],
      })

      const refusal = await migrateDatabase(silent.url).catch((error: unknown) => error)

      expect(explainFailure(refusal, silent.url)).toMatch(
        /drops the settings of a session.*DATABASE_MIGRATION_URL/,
      )
      const locks = await ask(node.url(), "select from pg_locks where locktype = 'advisory'")
      expect(locks).toEqual([])
    })

    test('jobs are enqueued, run and kept through the pooler', async () => {
      await migrateDatabase(node.url())
      const database = await connect()
      const jobs = await createJobs<{ ring: { bell: string } }>({
        kinds: {
          ring: {
            workers: 2,
            retryLimit: 1,
            retryDelay: 1,
            retryDelayMax: 1,
            expireInSeconds: 30,
            schedule: '0 3 * * *',
          },
        },
        db: database.db,
        log,
        maintain: true,
      })
      const rung: string[] = []
      await jobs.work({ ring: async ({ bell }) => void rung.push(bell) })

      await database.withTransaction((db) => jobs.enqueue(db, 'ring', { bell: 'big' }))

      await expect.poll(() => rung).toEqual(['big'])
      await jobs.stop()
      await database.close()
    })
  },
)
