import { randomBytes } from 'node:crypto'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'
import { inject, onTestFinished } from 'vitest'
import { migrationsFolder } from '../files.ts'

export interface GivenDatabase {
  url: string
  client: Client
  /** Opens a further connection. */
  connect(): Promise<Client>
}

/** Makes an empty database; its connections are closed at the end of the test. */
export async function givenEmptyDatabase(): Promise<GivenDatabase> {
  const name = `${inject('template')}_empty_${randomBytes(4).toString('hex')}`
  const administrator = new Client({ connectionString: `${inject('serverUrl')}postgres` })
  await administrator.connect()
  await administrator.query(`create database ${name}`)
  await administrator.end()
  const url = `${inject('serverUrl')}${name}`

  async function connect(): Promise<Client> {
    const client = new Client({ connectionString: url, application_name: 'admin' })
    client.on('error', () => undefined)
    await client.connect()
    onTestFinished(() => client.end())
    return client
  }
  return { url, client: await connect(), connect }
}

/** Makes a folder with these migrations, as drizzle-kit would write it. */
export async function givenMigrations(files: Record<string, string[]>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-migrations-'))
  await mkdir(join(folder, 'meta'))
  const entries = Object.keys(files).map((tag, index) => ({ tag, when: 1_000 + index }))
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ entries }))
  for (const [tag, statements] of Object.entries(files))
    await writeFile(join(folder, `${tag}.sql`), statements.join('--> statement-breakpoint\n'))
  return folder
}

/** Makes a database as a release with this many migrations did, by drizzle's own migrator. */
export async function givenRelease(count: number): Promise<GivenDatabase> {
  const database = await givenEmptyDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-migrations-'))
  await cp(migrationsFolder, folder, { recursive: true })
  const journalFile = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(journalFile, 'utf8'))
  const entries = journal.entries.slice(0, count)
  await writeFile(journalFile, JSON.stringify({ ...journal, entries }))
  await migrate(drizzle({ client: database.client }), { migrationsFolder: folder })
  await rm(folder, { recursive: true })
  return database
}
