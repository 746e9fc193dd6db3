import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { outsideTransactionMark } from './files.ts'
import { migrateDatabase } from './migrator.ts'
import { compareSchema } from './schema-state.ts'
import {
  type GivenDatabase,
  givenEmptyDatabase,
  givenMigrations,
  givenRelease,
} from './test/given.ts'

const folder = await givenMigrations({ '0000_pages': ['alter table books add pages int'] })

const takeTurn = 'select pg_advisory_lock(1819894629)'

async function migratorIsThere({ client }: GivenDatabase): Promise<boolean> {
  const { rowCount } = await client.query(
    "select from pg_stat_activity where application_name = 'lyceum-migrate' and datname = current_database()",
  )
  return rowCount !== 0
}

function givenLog() {
  const lines: { facts: object; message: string }[] = []
  return {
    lines,
    log: { info: (facts: object, message: string) => lines.push({ facts, message }) },
  }
}

test('while a migration waits for a long query, others read on, and it goes on after the query', async () => {
  const { url, client, connect } = await givenEmptyDatabase()
  await client.query('create table books (title text)')
  await client.query('begin; select from books')
  const { lines, log } = givenLog()

  const migrating = migrateDatabase(url, { folder, log })
  await expect.poll(() => lines.length).toBeGreaterThan(0)
  const reader = await connect()
  await reader.query('select from books')

  expect(lines[0]).toEqual({
    message: 'a migration did not get a lock',
    facts: {
      migration: '0000_pages',
      attempt: 1,
      event: 'Lock relation',
      table: 'books',
      blockers: [
        {
          pid: expect.any(Number),
          application: 'admin',
          queryStartedAt: expect.any(String),
          transactionStartedAt: expect.any(String),
        },
      ],
    },
  })
  await client.query('commit')
  expect(await migrating).toEqual([
    '0000_pages',
    expect.stringMatching(/^pg-boss none to \d+$/),
    'index of the job queues',
  ])
  await reader.query('select pages from books')
})

test('a migration that never gets its lock says which table it is, and who is in the way', async () => {
  const { url, client } = await givenEmptyDatabase()
  await client.query('create table books (title text)')
  await client.query('begin; select from books')
  const { rows } = await client.query('select pg_backend_pid() as pid')

  await expect(migrateDatabase(url, { folder, patienceMilliseconds: 10 })).rejects.toMatchObject({
    name: 'MigrationBlocked',
    message: expect.stringMatching(
      new RegExp(
        `^The migration 0000_pages did not get its lock on books. In the way: process ` +
          `${rows[0].pid} \\(admin, query started at 20\\S+Z\\)\\. `,
      ),
    ),
  })
  await client.query('commit')
  await expect(client.query('select pages from books')).rejects.toThrow('does not exist')
})

test('the files before a blocked one stay applied, and are not applied again', async () => {
  const { url, client } = await givenEmptyDatabase()
  const both = await givenMigrations({
    '0000_books': ['create table books (title text)'],
    '0001_loans': ['create table loans (book text)', 'alter table shelves add room text'],
  })
  await client.query('create table shelves (id int)')
  await client.query('begin; lock table shelves')
  const migrating = migrateDatabase(url, { folder: both, patienceMilliseconds: 10 })
  await expect(migrating).rejects.toThrow('0001_loans did not get its lock on shelves')
  await client.query('commit')
  await expect(client.query('select from loans')).rejects.toThrow('does not exist')

  expect((await migrateDatabase(url, { folder: both }))[0]).toBe('0001_loans')
  await client.query('select from books, loans, shelves')
})

test('the timeouts that a role has for requests do not end a migration, nor its wait for its turn', async () => {
  const { url, client } = await givenEmptyDatabase()
  const name = new URL(url).pathname.slice(1)
  await client.query(`alter database ${name} set statement_timeout = '50ms'`)
  await client.query(`alter database ${name} set idle_session_timeout = '50ms'`)
  await client.query(takeTurn)
  const slow = await givenMigrations({ '0000_slow': ['select pg_sleep(0.2)'] })

  const migrating = migrateDatabase(url, { folder: slow })
  await expect
    .poll(
      async () => {
        const { rowCount } = await client.query(
          "select from pg_stat_activity where application_name = 'lyceum-migrate' and datname = current_database() and state = 'idle' and clock_timestamp() - state_change > interval '100ms'",
        )
        return rowCount
      },
      { interval: 5 },
    )
    .toBe(1)
  await client.query('select pg_advisory_unlock_all()')

  expect((await migrating)[0]).toBe('0000_slow')
})

test('a concurrent index takes no longer for its locks than it may', async () => {
  const { url, client } = await givenEmptyDatabase()
  const index = await givenMigrations({
    '0000_index': [
      `${outsideTransactionMark}\ncreate index concurrently "titles" on books (title)`,
    ],
  })
  await client.query('create table books (title text)')
  await client.query('begin; lock table books in share update exclusive mode')
  const { lines, log } = givenLog()

  await expect(
    migrateDatabase(url, { folder: index, log, patienceMilliseconds: 3_000 }),
  ).rejects.toThrow('0000_index did not get its lock on books')
  // The first try took all the time.
  expect(lines).toEqual([])
})

test('asked to stop, a migration ends at once, whatever it waits for, and the next one goes on', async () => {
  const given = await givenEmptyDatabase()
  const { url, client } = given
  await client.query(`create table books (title text); ${takeTurn}`)
  const beforeTurn = new AbortController()
  const waiting = migrateDatabase(url, { folder, signal: beforeTurn.signal })
  await expect.poll(() => migratorIsThere(given)).toBe(true)
  beforeTurn.abort()
  await expect(waiting).rejects.toThrow()

  await client.query('select pg_advisory_unlock_all(); begin; select from books')
  const inStatement = new AbortController()
  const locking = migrateDatabase(url, { folder, signal: inStatement.signal })
  await expect
    .poll(async () => {
      const { rowCount } = await client.query(
        `select from pg_locks where not granted and relation = 'books'::regclass
        and database = (select oid from pg_database where datname = current_database())`,
      )
      return rowCount
    })
    .toBe(1)
  inStatement.abort()
  await expect(locking).rejects.toThrow()

  const { lines, log } = givenLog()
  const betweenTries = new AbortController()
  const pausing = migrateDatabase(url, { folder, log, signal: betweenTries.signal })
  await expect.poll(() => lines.length).toBe(1)
  betweenTries.abort()
  await expect(pausing).rejects.toThrow()

  await client.query('commit')
  expect((await migrateDatabase(url, { folder }))[0]).toBe('0000_pages')
})

test('a process that lacks nothing does not wait for one that migrates', async () => {
  const { url, client } = await givenEmptyDatabase()
  const empty = await givenMigrations({})
  await migrateDatabase(url, { folder: empty })
  await client.query(takeTurn)

  expect(await migrateDatabase(url, { folder: empty })).toEqual([])
})

test('a process that waits for another one says so, and finds nothing left to do', async () => {
  const { url, client } = await givenEmptyDatabase()
  await client.query(`set application_name = 'other'; ${takeTurn}`)
  const { lines, log } = givenLog()

  const migrating = migrateDatabase(url, { folder: await givenMigrations({}), log })
  await expect.poll(() => lines.length).toBe(1)
  await client.query('select pg_advisory_unlock_all()')
  await migrating

  expect(lines[0]).toEqual({
    message: 'waiting: another process migrates the database',
    facts: { others: expect.stringMatching(/^process \d+ \(other, query started at 20\S+Z\)$/) },
  })
})

test('a migration that an old server is in a deadlock with is tried again', async () => {
  const { client, url } = await givenRelease(1)
  await client.query('begin; lock table lessons in row exclusive mode')
  const migrating = migrateDatabase(url)
  await expect
    .poll(
      async () => {
        const { rows } = await client.query(
          `select 1 from pg_locks where not granted and relation = 'lessons'::regclass
        and database = (select oid from pg_database where datname = current_database())`,
        )
        return rows.length
      },
      { interval: 10, timeout: 60_000 },
    )
    .toBe(1)

  // PostgreSQL ends whoever has first waited for a second: the migration.
  await sleep(500)
  await client.query('lock table certificates in row exclusive mode; commit')

  await migrating
  expect((await compareSchema(url)).pending).toEqual([])
})
