import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, expect, inject } from 'vitest'

/** Creates a database from the migrated template; all are dropped at the end of the run. */
export async function makeTestDatabase(): Promise<string> {
  const template = inject('template')
  const name = `${template}_${randomBytes(6).toString('hex')}`
  const administrator = new Client({ connectionString: `${inject('serverUrl')}postgres` })
  await administrator.connect()
  try {
    // Copying files takes a third of the time of logging each page.
    await administrator.query(`create database ${name} template ${template} strategy file_copy`)
  } finally {
    await administrator.end()
  }
  return `${inject('serverUrl')}${name}`
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
