import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { expect, inject, test } from 'vitest'
import { migrateDatabase, pendingMigrations } from './migrate.ts'

const run = promisify(execFile)

async function makeEmptyDatabase(): Promise<string> {
  const name = `${inject('template')}_empty_${Math.random().toString(36).slice(2)}`
  const administrator = new Client({ connectionString: `${inject('serverUrl')}postgres` })
  await administrator.connect()
  await administrator.query(`create database ${name}`)
  await administrator.end()
  return `${inject('serverUrl')}${name}`
}

test('three processes that start at once on an empty database all start, with one schema', async () => {
  const url = await makeEmptyDatabase()
  expect(await pendingMigrations(url)).toBeGreaterThan(0)
  const migrate = `import { migrateDatabase } from ${JSON.stringify(new URL('./migrate.ts', import.meta.url).href)}; await migrateDatabase(${JSON.stringify(url)})`

  await Promise.all(
    [1, 2, 3].map(() => run(process.execPath, ['--input-type=module', '--eval', migrate])),
  )

  expect(await pendingMigrations(url)).toBe(0)
})

test('a migration that is killed halfway leaves nothing half done', async () => {
  const url = await makeEmptyDatabase()
  const client = new Client({ connectionString: url })
  await client.connect()
  // Holds up the migration at its first foreign key, then kills it.
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

  expect(await pendingMigrations(url)).toBe(0)
  await client.end()
})

test('migrating an up-to-date database changes nothing', async () => {
  const url = await makeEmptyDatabase()
  await migrateDatabase(url)

  await migrateDatabase(url)

  expect(await pendingMigrations(url)).toBe(0)
})
