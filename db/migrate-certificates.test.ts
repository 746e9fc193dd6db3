import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'
import { expect, inject, test } from 'vitest'
import { migrateDatabase, pendingMigrations } from './migrate.ts'

const migrations = join(import.meta.dirname, 'migrations')

test('certificates from before minutes, successors and credentials keep their content and get the new fields', async () => {
  await using database = await databaseOfFirstVersion()
  const { client, url } = database
  await client.query(`
    begin;
    insert into users (id, email, name, role, created_at) values ('${id(1)}', 'ada@example.com', 'Ada Lovelace', 'learner', now());
    insert into courses (id, slug, status, price_amount, price_currency, created_at) values ('${id(2)}', 'knots', 'draft', 0, 'USD', now());
    insert into course_versions (id, course_id, number, title, summary, language, content_hash, published_at) values ('${id(3)}', '${id(2)}', 1, 'Knots', 'All of them', 'en', 'x', now());
    insert into sections (id, version_id, position, title) values ('${id(4)}', '${id(3)}', 0, 'One');
    insert into lessons (id, course_id, version_id, section_id, key, position, title, type, minutes, required, preview, content) values
      ('${id(5)}', '${id(2)}', '${id(3)}', '${id(4)}', 'a', 0, 'A', 'text', 40, true, false, ''),
      ('${id(6)}', '${id(2)}', '${id(3)}', '${id(4)}', 'b', 1, 'B', 'text', 55, true, false, ''),
      ('${id(7)}', '${id(2)}', '${id(3)}', '${id(4)}', 'c', 2, 'C', 'text', 99, false, false, '');
    insert into certificates (id, code, user_id, course_id, version_id, learner_name, course_title, course_version, language, issuer, completed_at, issued_at, status, revoked_at, revocation_reason) values
      ('${id(8)}', '00000000000000000', '${id(1)}', '${id(2)}', '${id(3)}', 'Ada Byron', 'Knots', 1, 'en', 'Lyceum', now(), now(), 'issued', null, null),
      ('${id(9)}', '11111111111111111', null, '${id(2)}', '${id(3)}', 'Eve', 'Knots', 1, 'en', 'Lyceum', now(), now(), 'revoked', now(), 'fraud');
    commit`)

  await migrateDatabase(url)

  const { rows } = await client.query(
    'select code, learner_name, status, minutes, supersedes, status_index, credential from certificates order by id',
  )
  const added = { minutes: 95, supersedes: null, credential: null }
  expect(rows).toEqual([
    {
      code: '00000000000000000',
      learner_name: 'Ada Byron',
      status: 'issued',
      status_index: expect.any(Number),
      ...added,
    },
    {
      code: '11111111111111111',
      learner_name: 'Eve',
      status: 'revoked',
      status_index: expect.any(Number),
      ...added,
    },
  ])
  expect(rows.map(({ status_index }) => status_index).sort()).toEqual([0, 1])
})

test('a migration that an old server is in a deadlock with is tried again', async () => {
  await using database = await databaseOfFirstVersion()
  const { client, url } = database
  await client.query('begin; lock table lessons in row exclusive mode')
  const migrating = migrateDatabase(url)
  await expect
    .poll(
      async () => {
        const { rows } = await client.query(
          "select 1 from pg_locks where not granted and relation = 'lessons'::regclass",
        )
        return rows.length
      },
      { interval: 10, timeout: 20_000 },
    )
    .toBe(1)

  // PostgreSQL ends the one that has waited for a second first: the migration.
  await setTimeout(500)
  await client.query('lock table certificates in row exclusive mode; commit')

  await migrating
  expect(await pendingMigrations(url)).toBe(0)
})

function id(number: number): string {
  return `019a9c3e-0000-7000-8000-00000000000${number}`
}

/** A database as the first version of the service left it. */
async function databaseOfFirstVersion() {
  const name = `${inject('template')}_first_${randomBytes(4).toString('hex')}`
  const administrator = new Client({ connectionString: `${inject('serverUrl')}postgres` })
  await administrator.connect()
  await administrator.query(`create database ${name}`)
  await administrator.end()

  const url = `${inject('serverUrl')}${name}`
  const client = new Client({ connectionString: url })
  await client.connect()
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-migrations-'))
  await mkdir(join(folder, 'meta'))
  const journal = JSON.parse(await readFile(join(migrations, 'meta/_journal.json'), 'utf8'))
  await writeFile(
    join(folder, 'meta/_journal.json'),
    JSON.stringify({ ...journal, entries: journal.entries.slice(0, 1) }),
  )
  await copyFile(join(migrations, '0000_foundation.sql'), join(folder, '0000_foundation.sql'))
  await migrate(drizzle({ client, casing: 'snake_case' }), { migrationsFolder: folder })
  await rm(folder, { recursive: true })
  return { client, url, [Symbol.asyncDispose]: () => client.end() }
}
