import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import PgBoss from 'pg-boss'
import { expect, test } from 'vitest'
import { migrateDatabase } from './migrator.ts'
import { compareSchema, requireSchema } from './schema-state.ts'
import { givenEmptyDatabase } from './test/given.ts'

const run = promisify(execFile)

test('three processes that start at once on an empty database all start, with one schema', async () => {
  const { url } = await givenEmptyDatabase()
  expect((await compareSchema(url)).pending.length).toBeGreaterThan(0)
  const migrate = `import { migrateDatabase } from ${JSON.stringify(new URL('./migrator.ts', import.meta.url).href)}; await migrateDatabase(${JSON.stringify(url)})`

  await Promise.all(
    [1, 2, 3].map(() => run(process.execPath, ['--input-type=module', '--eval', migrate])),
  )

  expect((await compareSchema(url)).pending).toEqual([])
})

test('a migration that is killed halfway leaves nothing half done', async () => {
  const { url, client } = await givenEmptyDatabase()
  // Interrupts it at whatever it is doing.
  const migrating = migrateDatabase(url).catch((error: unknown) => error)
  await expect
    .poll(
      async () => {
        const { rows } = await client.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lyceum-migrate' and datname = current_database()",
        )
        return rows.length
      },
      { interval: 1 },
    )
    .toBeGreaterThan(0)
  expect(await migrating).toBeInstanceOf(Error)

  await migrateDatabase(url)

  expect((await compareSchema(url)).pending).toEqual([])
})

test('migrating an up-to-date database changes nothing', async () => {
  const { url } = await givenEmptyDatabase()
  await migrateDatabase(url)

  await migrateDatabase(url)

  expect((await compareSchema(url)).pending).toEqual([])
})

test('a database that a later release migrated has nothing pending, and the number of later files', async () => {
  const { url, client } = await givenEmptyDatabase()
  await migrateDatabase(url)
  await client.query(
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9000000000000)",
  )
  await client.query('update pgboss.version set version = version + 1')

  expect(await compareSchema(url)).toEqual({ pending: [], newer: 1 })
  await requireSchema(url)
  expect(await migrateDatabase(url)).toEqual([])
})

test('a server that is not to migrate refuses a database that lacks something, and changes nothing', async () => {
  const { url, client } = await givenEmptyDatabase()

  await expect(requireSchema(url)).rejects.toMatchObject({
    name: 'MigrationsPending',
    message: expect.stringMatching(
      /^The database lacks \d+ migrations: 0000_foundation, .* and \d+ more. Run `npm run lyceum -- migrate`/,
    ),
  })

  const { rows } = await client.query(
    "select from pg_class where relnamespace = 'public'::regnamespace",
  )
  expect(rows).toEqual([])
})

test('the job queues are migrated with all the rest, from nothing and from an earlier pg-boss', async () => {
  const { url, client } = await givenEmptyDatabase()
  await migrateDatabase(url)
  const current = await client.query('select version from pgboss.version')
  await client.query(PgBoss.getRollbackPlans('pgboss', current.rows[0].version))

  const version = current.rows[0].version
  expect(await migrateDatabase(url)).toEqual([`pg-boss ${version - 1} to ${version}`])

  expect((await client.query('select version from pgboss.version')).rows).toEqual(current.rows)
  const { rows } = await client.query("select to_regclass('pgboss.job_i6') as index")
  expect(rows).toEqual([{ index: 'pgboss.job_i6' }])

  await client.query('drop index pgboss.job_unsettled')
  expect(await migrateDatabase(url)).toEqual(['index of the job queues'])
  expect(await migrateDatabase(url)).toEqual([])
})
