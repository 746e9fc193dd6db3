import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, expect, inject, test, vi } from 'vitest'
import { dropDatabase } from '../../../db/postgres/backup/scratch-database.ts'
import { readMigrations } from '../../../db/postgres/migrator/files.ts'
import { createKeys } from '../../../server/security/key-ring/keys.ts'
import { forAllTests, startApi } from '../../../server/test/api.ts'
import { makeTestDatabase, testDatabaseUrl } from '../../../server/test/database.ts'
import { givenGraduate } from '../../../server/test/learning.ts'
import { switchablePrinter } from '../../../server/test/printers.ts'
import { environment, givenCommandLine } from '../test/command-line.ts'
import { lyceumProgram } from '../test/run-node.ts'

const folder = await mkdtemp(join(tmpdir(), 'lyceum-backup-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const databases: string[] = []
afterAll(async () => {
  await asAdministrator(async (client) => {
    for (const name of databases) await dropDatabase(client, name)
  })
})

async function asAdministrator<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
  return inDatabase(`${inject('serverUrl')}postgres`, work)
}

async function inDatabase<Result>(url: string, work: (client: Client) => Promise<Result>) {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  return work(client).finally(() => client.end())
}

/** Creates an empty database, as an operator does. */
async function givenEmptyDatabase(): Promise<string> {
  const name = `lyceum_restored_${randomBytes(6).toString('hex')}`
  databases.push(name)
  await asAdministrator((client) => client.query(`create database ${name} template template0`))
  return `${inject('serverUrl')}${name}`
}

const original = await testDatabaseUrl()
const lyceum = await forAllTests(givenCommandLine())
const path = join(folder, 'backup.tar.gz')
const { before, created } = await givenBackup()

/** The rows of a school, and a backup of them that all tests share. */
async function givenBackup() {
  await using api = await startApi({ printer: switchablePrinter({ available: true }) })
  const { learner, course } = await givenGraduate(api, { learner: { name: 'Zoë\tO’Brien\n\\.' } })
  await api.as(learner).certificates.issue.mutate({ courseId: course.id })
  await textsIndexed(original)
  return {
    before: await contentsOf(original),
    created: await lyceum.run(['backup', 'create', path, '--json']),
  }
}

/** The command line as a process that still runs. */
function spawnLyceum(args: string[], settings: Record<string, string>) {
  return spawn(process.execPath, [lyceumProgram, ...args], { env: environment(settings) })
}

async function trialDatabases(): Promise<string[]> {
  const { rows } = await asAdministrator((client) =>
    client.query<{ name: string }>(
      `select datname as name from pg_database where datname like 'lyceum_trial%' order by 1`,
    ),
  )
  return rows.map(({ name }) => name)
}

/** Every row of every table that a backup holds, as text. */
function contentsOf(url: string): Promise<Record<string, string[]>> {
  return inDatabase(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`,
    )
    const contents: Record<string, string[]> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(
        `select t::text as row from ${name} t order by 1`,
      )
      contents[name] = rows.map(({ row }) => row)
    }
    return contents
  })
}

const leftOut = [
  'data_checks',
  'one_time_codes',
  'oauth_exchanges',
  'oauth_flows',
  'quarantine',
  'rate_counters',
  'sessions',
]

function withoutLeftOut(contents: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(contents).filter(([name]) => !leftOut.includes(name)))
}

/** Waits for the job that indexes published lessons: after it, nothing changes any more. */
async function textsIndexed(url: string): Promise<void> {
  const areIndexed = async () => {
    const { lesson_bodies, lesson_documents } = await contentsOf(url)
    return lesson_documents?.length === lesson_bodies?.length
  }
  await vi.waitUntil(areIndexed, { timeout: 60_000 })
}

test('a backup restored elsewhere is the same, row by row, without sessions, codes and jobs, and in quarantine', async () => {
  const restoredTo = await givenEmptyDatabase()
  const restored = await lyceum.run(['restore', path, '--quarantine', '--json'], {
    DATABASE_URL: restoredTo,
  })

  expect([created.code, restored.code], created.stderr + restored.stderr).toEqual([0, 0])
  const after = await contentsOf(restoredTo)
  expect(withoutLeftOut(after)).toEqual(withoutLeftOut(before))
  expect(before.sessions?.length).toBeGreaterThan(0)
  expect(before.certificate_files?.length).toBeGreaterThan(0)
  expect([after.sessions, after.quarantine?.length]).toEqual([[], 1])
  expect(created.json).toMatchObject({ path, files: 0, missingFiles: [] })
  expect(restored.json).toMatchObject({ dataFrom: created.json.takenAt, missingKeys: [] })

  // The next certificate must not get the place of an earlier one in the status lists.
  const next = await inDatabase(restoredTo, (client) =>
    client.query(
      `select nextval(pg_get_serial_sequence('certificates', 'status_index'))
        > (select max(status_index) from certificates) as higher`,
    ),
  )
  expect(next.rows).toEqual([{ higher: true }])
  // Constraints and triggers are back.
  const guardsOf = (url: string) =>
    inDatabase(url, async (client) => {
      const { rows } = await client.query(
        `select conrelid::regclass::text || conname as name, convalidated::text as state
          from pg_constraint where connamespace = 'public'::regnamespace
        union all select tgrelid::regclass::text || tgname, tgenabled::text
          from pg_trigger where not tgisinternal order by name, state`,
      )
      return rows
    })
  expect(await guardsOf(restoredTo)).toEqual(await guardsOf(original))
})

test('restore refuses a database that holds anything, by name, and says what is in it', async () => {
  const refused = await lyceum.run(['restore', path, '--quarantine'])
  const unconfirmed = await lyceum.run(['restore', path])

  expect(refused.code).toBe(4)
  expect(refused.stderr).toMatch(/The database \w+ is not empty: it holds .*\battempts\b/)
  expect([unconfirmed.code, unconfirmed.stderr]).toEqual([
    2,
    expect.stringContaining('--quarantine'),
  ])
})

test('a cut, a changed byte and a foreign file are refused, and leave the database empty', async () => {
  const bytes = await readFile(path)
  const [cut, changed, foreign] = ['cut', 'changed', 'foreign'].map((name) => join(folder, name))
  await writeFile(cut ?? '', bytes)
  await truncate(cut ?? '', bytes.length - 2_000)
  const flipped = Buffer.from(bytes)
  const middle = Math.floor(flipped.length / 2)
  flipped[middle] = (flipped[middle] ?? 0) ^ 0xff
  await writeFile(changed ?? '', flipped)
  await writeFile(foreign ?? '', 'not a backup')

  const restoredTo = await givenEmptyDatabase()
  for (const damaged of [cut, changed, foreign]) {
    const verified = await lyceum.run(['backup', 'verify', damaged ?? '', '--no-scratch'])
    const restored = await lyceum.run(['restore', damaged ?? '', '--quarantine'], {
      DATABASE_URL: restoredTo,
    })
    expect([verified.code, restored.code], `${damaged}: ${restored.stderr}`).toEqual([1, 1])
    expect(verified.stderr).toMatch(/is damaged|is incomplete|no backup/)
  }
  expect(await contentsOf(restoredTo)).toEqual({})
  const whole = await lyceum.run(['restore', path, '--quarantine'], { DATABASE_URL: restoredTo })
  expect(whole.code, whole.stderr).toBe(0)
})

test('verify restores into a scratch database and drops it', async () => {
  const trials = await trialDatabases()
  const verified = await lyceum.run(['backup', 'verify', path, '--json'])

  expect(verified.json).toMatchObject({ trial: 'succeeded, and dropped again' })
  expect(await trialDatabases()).toEqual(trials)
})

test('an interrupted verify drops its scratch database, and a failed one says why', async () => {
  const trials = await trialDatabases()
  const verifying = spawnLyceum(['backup', 'verify', path], {
    ...lyceum.settings,
    DATABASE_URL: original,
  })
  await expect
    .poll(trialDatabases, { interval: 5, timeout: 60_000 })
    .toHaveLength(trials.length + 1)
  verifying.kill('SIGTERM')
  const [code] = await once(verifying, 'exit')
  const failed = await lyceum.run(['backup', 'verify', path, '--json'], {
    DATABASE_URL: 'postgres://lyceum@127.0.0.1:1/lyceum',
  })

  expect([code, await trialDatabases()]).toEqual([143, trials])
  expect([failed.code, failed.json.trial]).toEqual([
    1,
    'FAILED: The database at 127.0.0.1:1 does not answer.',
  ])
})

test('a table that is rewritten while a backup begins is whole in it', async () => {
  const url = await makeTestDatabase()
  const path = join(folder, 'rewritten.tar.gz')

  const created = await inDatabase(url, async (client) => {
    await client.query('insert into receipt_counters (year, last) values (2025, 7)')
    // Adds a default that differs from row to row.
    await client.query(
      'begin; alter table receipt_counters add column mark uuid default gen_random_uuid()',
    )
    const creating = lyceum.run(['backup', 'create', path, '--json'], { DATABASE_URL: url })
    await expect
      .poll(
        async () => {
          const { rowCount } = await client.query(
            `select from pg_locks where not granted and relation = 'receipt_counters'::regclass
             and database = (select oid from pg_database where datname = current_database())`,
          )
          return rowCount
        },
        { timeout: 60_000 },
      )
      .toBe(1)
    await client.query('commit')
    return creating
  })

  // The other row counts events.
  expect([created.code, created.json.rows], created.stderr).toEqual([0, 2])
})

test('an empty database is not backed up, and a backup that is not there is no damaged one', async () => {
  const empty = await lyceum.run(['backup', 'create', join(folder, 'empty.tar.gz')], {
    DATABASE_URL: await givenEmptyDatabase(),
  })
  const missing = await lyceum.run(['backup', 'verify', join(folder, 'missing.tar.gz')])

  expect([empty.code, empty.stderr]).toEqual([
    1,
    expect.stringContaining('The database is empty: there is nothing to back up.'),
  ])
  expect((await readdir(folder)).filter((name) => name.startsWith('empty'))).toEqual([])
  expect([missing.code, missing.stderr]).toEqual([
    3,
    expect.stringContaining('There is no such file or folder'),
  ])
})

test('the keys are never in a backup nor beside it; a copy goes where nobody else reads', async () => {
  const path = join(folder, 'keyless.tar.gz')
  const vault = await mkdtemp(join(tmpdir(), 'lyceum-vault-'))

  const beside = await lyceum.run(['backup', 'create', path, '--keys', join(folder, 'keys.json')])
  const created = await lyceum.run(['backup', 'create', path, '--keys', join(vault, 'keys.json')])
  const again = await lyceum.run(['backup', 'create', path])

  expect([beside.code, created.code, again.code], created.stderr).toEqual([2, 0, 4])
  const copy = join(vault, 'keys.json')
  expect((await stat(copy)).mode & 0o077).toBe(0)
  expect((await stat(path)).mode & 0o077).toBe(0)
  expect(await readFile(copy)).toEqual(await readFile(join(lyceum.dataDir, 'keys/keys.json')))
  expect((await readdir(folder)).filter((name) => /keys|partial/.test(name))).toEqual([])
  await rm(vault, { recursive: true })
})

test('the copy of the keys may be there from the backup before, but other keys are not replaced', async () => {
  const vault = await mkdtemp(join(tmpdir(), 'lyceum-vault-'))
  const copy = join(vault, 'keys.json')
  const create = (name: string) =>
    lyceum.run(['backup', 'create', join(folder, name), '--keys', copy])

  const nights = [await create('monday.tar.gz'), await create('tuesday.tar.gz')]
  await writeFile(copy, 'of another service')
  const refused = await create('wednesday.tar.gz')

  expect([...nights, refused].map(({ code }) => code)).toEqual([0, 0, 4])
  expect(await readFile(copy, 'utf8')).toBe('of another service')
  await rm(vault, { recursive: true })
})

test('two backups to one path at once do not write into each other', async () => {
  const alone = await mkdtemp(join(tmpdir(), 'lyceum-alone-'))
  const path = join(alone, 'twice.tar.gz')

  const creating = await inDatabase(original, async (client) => {
    // Both wait halfway.
    await client.query('begin; lock table users in access exclusive mode')
    const creating = [1, 2].map(() => lyceum.run(['backup', 'create', path]))
    await expect.poll(() => readdir(alone)).toHaveLength(2)
    return creating
  })
  const created = await Promise.all(creating)
  const verified = await lyceum.run(['backup', 'verify', path, '--no-scratch'])

  expect(created.map(({ code }) => code)).toEqual([0, 0])
  expect([verified.code, await readdir(alone)]).toEqual([0, ['twice.tar.gz']])
  await rm(alone, { recursive: true })
})

test('an interrupted backup leaves nothing behind, and a folder that is not there is named', async () => {
  const alone = await mkdtemp(join(tmpdir(), 'lyceum-alone-'))
  await inDatabase(original, async (client) => {
    // The backup waits in its middle.
    await client.query('begin; lock table users in access exclusive mode')
    const creating = spawnLyceum(['backup', 'create', join(alone, 'never.tar.gz')], {
      DATA_DIR: lyceum.dataDir,
      DATABASE_URL: original,
    })
    await expect.poll(() => readdir(alone)).toHaveLength(1)
    creating.kill('SIGTERM')
    await once(creating, 'exit')
  })

  const nowhere = await lyceum.run(['backup', 'create', join(alone, 'no-folder/b.tar.gz')])

  expect(await readdir(alone)).toEqual([])
  expect(nowhere.stderr).toContain('There is no such file or folder')
  await rm(alone, { recursive: true })
})

test('a backup of a database that is not migrated yet is restored and migrated', async () => {
  const [old, restoredTo] = [await givenEmptyDatabase(), await givenEmptyDatabase()]
  const migrations = await readMigrations()
  await inDatabase(old, async (client) => {
    await client.query(`create schema drizzle; create table drizzle.__drizzle_migrations
      (id serial primary key, hash text not null, created_at bigint)`)
    // Migrates only as far as before the quarantine, and other tables, existed.
    for (const { statements, row } of migrations.filter(({ name }) => name < '0022')) {
      for (const statement of statements) await client.query(statement)
      await client.query(
        'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
        [row?.hash, row?.createdAt],
      )
    }
    await client.query(`insert into receipt_counters (year, last) values (2025, 7)`)
  })
  const path = join(folder, 'older.tar.gz')

  const created = await lyceum.run(['backup', 'create', path], { DATABASE_URL: old })
  const restored = await lyceum.run(['restore', path, '--quarantine'], { DATABASE_URL: restoredTo })

  expect([created.code, restored.code], created.stderr + restored.stderr).toEqual([0, 0])
  const after = await contentsOf(restoredTo)
  expect([after.receipt_counters, after.quarantine?.length]).toEqual([['(2025,7)'], 1])
  const applied = await inDatabase(restoredTo, (client) =>
    client.query('select hash from drizzle.__drizzle_migrations order by id'),
  )
  expect(applied.rows.map(({ hash }) => hash)).toEqual(migrations.map(({ row }) => row?.hash))
})

test('in production nothing is backed up from or restored into a database that no setting names', async () => {
  await using local = await givenCommandLine({ database: false })
  const production = { NODE_ENV: 'production' }

  const ended = [
    await local.run(['backup', 'create', join(folder, 'of-nothing.tar.gz')], production),
    await local.run(['restore', path, '--quarantine'], production),
  ]

  const refusal = expect.stringContaining('error: DATABASE_URL: required in production')
  expect(ended.map(({ code, stderr }) => [code, stderr])).toEqual([
    [2, refusal],
    [2, refusal],
  ])
  expect(await readdir(local.dataDir)).toEqual(['keys'])
  expect((await readdir(folder)).filter((name) => name.startsWith('of-nothing'))).toEqual([])
})

test('a restore without the keys of the data says so', async () => {
  await using elsewhere = await givenCommandLine({ keys: false })
  await createKeys(join(elsewhere.dataDir, 'keys/keys.json'))

  const restored = await elsewhere.run(['restore', path, '--quarantine'], {
    DATABASE_URL: await givenEmptyDatabase(),
  })

  expect([restored.code, restored.stdout]).toEqual([
    1,
    expect.stringMatching(/MISSING KEYS: signing/),
  ])
})

test('a restore that is killed leaves the database empty, and can be run again', async () => {
  const restoredTo = await givenEmptyDatabase()
  await inDatabase(restoredTo, async (client) => {
    // The restore waits in its middle.
    await client.query('begin; create table users ()')
    const restoring = spawnLyceum(['restore', path, '--quarantine'], {
      DATA_DIR: lyceum.dataDir,
      DATABASE_URL: restoredTo,
    })
    // Seen from outside: a transaction sees the activity as it was when it first looked.
    const waiting = `select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'`
    const names = [new URL(restoredTo).pathname.slice(1)]
    await expect
      .poll(() => asAdministrator(async (other) => (await other.query(waiting, names)).rowCount))
      .toBe(1)
    restoring.kill('SIGKILL')
    await once(restoring, 'exit')
  })

  await expect.poll(() => contentsOf(restoredTo)).toEqual({})
  const again = await lyceum.run(['restore', path, '--quarantine'], { DATABASE_URL: restoredTo })
  expect(again.code, again.stderr).toBe(0)
})
