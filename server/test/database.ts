import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, expect, inject } from 'vitest'

/** The databases that the running test file has made. */
const made: string[] = []

/** Creates a database from the migrated template; it is dropped after the test file. */
export async function makeTestDatabase(): Promise<string> {
  const template = inject('template')
  const name = `${template}_${randomBytes(6).toString('hex')}`
  // Copying files takes a third of the time of logging each page.
  const statement = `create database ${name} template ${template} strategy file_copy`
  await asAdministrator((administrator) => administrator.query(statement))
  made.push(name)
  return `${inject('serverUrl')}${name}`
}

/**
 * Drops what the test file has made: hundreds of databases would fill the disk, and take half a
 * minute at the end of the run. One to which something is still connected waits for that end.
 */
export async function dropTestDatabases(): Promise<void> {
  perFile.clear()
  const names = made.splice(0)
  if (names.length === 0) return
  await asAdministrator(async (administrator) => {
    const { rows } = await administrator.query<{ name: string }>(
      `select name from unnest($1::text[]) as name
        where not exists (select from pg_stat_activity where datname = name)`,
      [names],
    )
    for (const { name } of rows) await administrator.query(`drop database ${name}`)
  })
}

async function asAdministrator(work: (administrator: Client) => Promise<unknown>): Promise<void> {
  const administrator = new Client({ connectionString: `${inject('serverUrl')}postgres` })
  await administrator.connect()
  try {
    await work(administrator)
  } finally {
    await administrator.end()
  }
}

/** A connection to the database, closed after the last test of the file. */
export async function clientForAllTests(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString })
  await client.connect()
  afterAll(() => client.end())
  return client
}

const perFile = new Map<string, Promise<string>>()

/** The database of the calling test file. */
export function testDatabaseUrl(): Promise<string> {
  const file = expect.getState().testPath ?? ''
  const url = perFile.get(file) ?? makeTestDatabase()
  perFile.set(file, url)
  return url
}
