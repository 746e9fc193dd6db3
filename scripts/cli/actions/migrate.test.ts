import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { MigrationBlocked } from '../../../db/postgres/migrator/errors.ts'
import { migrateDatabase } from '../../../db/postgres/migrator/migrator.ts'
import { givenEmptyDatabase } from '../../../db/postgres/migrator/test/given.ts'
import { readConfig } from '../../../server/config/config.ts'
import { checkDatabase } from '../doctor/database.ts'
import { exitCodeOf } from '../failures.ts'
import { environment, givenCommandLine } from '../test/command-line.ts'
import { lyceumProgram } from '../test/run-node.ts'

test('pending migrations are listed without a change, then applied, then there are none', async () => {
  const { url, client } = await givenEmptyDatabase()
  await using lyceum = await givenCommandLine()
  const settings = { DATABASE_URL: url, MIGRATE_AT_START: 'false' }

  const refused = await lyceum.run(['user', 'list'], settings)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('Run `npm run lyceum -- migrate`')

  const listed = await lyceum.run(['migrate', '--dry-run', '--json'], settings)
  expect(listed).toMatchObject({ code: 0, stderr: '' })
  expect(listed.json).toMatchObject({ dryRun: true })
  expect(listed.json.pending[0]).toMatchObject({
    name: '0000_foundation',
    inTransaction: true,
    statements: expect.arrayContaining([expect.stringMatching(/^CREATE TABLE "users"/)]),
  })
  expect((await client.query("select to_regclass('users') as name")).rows).toEqual([{ name: null }])

  const applied = await lyceum.run(['migrate', '--json'], settings)
  expect(applied.code).toBe(0)
  expect(applied.json.applied).toEqual(
    listed.json.pending.map(({ name }: { name: string }) => name),
  )
  expect(await lyceum.run(['migrate'], settings)).toMatchObject({
    code: 0,
    stdout: 'The database is up to date.\n',
    stderr: '',
  })
  expect((await lyceum.run(['user', 'list'], settings)).code).toBe(0)
})

test('a migration job without a database in its settings does not make one of its own', async () => {
  await using lyceum = await givenCommandLine()

  expect(await lyceum.run(['migrate'], { DATABASE_URL: '', NODE_ENV: 'production' })).toMatchObject(
    { code: 2, stderr: 'error: DATABASE_URL: required in production\n' },
  )
})

test('a command that waits for its turn to migrate ends at once when interrupted', async () => {
  const { url, client } = await givenEmptyDatabase()
  await using lyceum = await givenCommandLine()
  // Another process migrates.
  await client.query('select pg_advisory_lock(1819894629)')
  const waiting = spawn(process.execPath, [lyceumProgram, 'migrate'], {
    env: environment({ ...lyceum.settings, DATABASE_URL: url }),
    timeout: 60_000,
    killSignal: 'SIGKILL',
  })
  await expect
    .poll(
      async () => {
        const { rowCount } = await client.query(
          `select from pg_stat_activity where application_name = 'lyceum-migrate'
            and datname = current_database()`,
        )
        return rowCount
      },
      { timeout: 60_000 },
    )
    .toBe(1)
  waiting.kill('SIGTERM')

  expect(await once(waiting, 'exit')).toEqual([143, null])
})

test('the doctor tells what is pending and what to do, and that a later release was here', async () => {
  const { url, client } = await givenEmptyDatabase()
  const look = async (MIGRATE_AT_START: string) => {
    const config = readConfig({ DATABASE_URL: url, MIGRATE_AT_START })
    const { findings } = await checkDatabase(config, pino({ level: 'silent' }))
    return findings.find(({ check }) => check === 'migrations')
  }

  const pending = {
    state: 'warning',
    detail: expect.stringMatching(/^\d+ not applied yet: 0000_f/),
  }
  expect(await look('true')).toMatchObject({
    ...pending,
    remedy: 'Nothing to do: the next start of the server applies them.',
  })
  expect(await look('false')).toMatchObject({
    ...pending,
    remedy: 'Run `npm run lyceum -- migrate`; the server does not start before.',
  })

  await migrateDatabase(url)
  expect(await look('false')).toMatchObject({ state: 'ok', detail: 'all applied' })

  await client.query(
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9000000000000)",
  )
  expect(await look('false')).toMatchObject({
    state: 'warning',
    detail: 'the database has 1 of a later release',
  })
})

test('a migration that was blocked is unavailable: it may be tried again', () => {
  expect(exitCodeOf(new MigrationBlocked('The migration did not get its lock.'))).toBe(5)
})
