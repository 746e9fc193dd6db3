import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'
import { isRetryable } from './failures.ts'

const migrationsFolder = join(import.meta.dirname, 'migrations')

// 'lyceum' in ASCII, cut to what an advisory lock takes.
const migrationLock = 0x6c796365

async function connect(url: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: 'lyceum-migrate',
    connectionTimeoutMillis: 10_000,
  })
  // The running statement rejects when the connection dies; without a listener the process would
  // end as well.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/**
 * Brings the schema up to date. Several processes may call this at once: one migrates, the others
 * wait.
 */
export async function migrateDatabase(url: string): Promise<void> {
  const client = await connect(url)
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await applyMigrations(client)
  } finally {
    await client.end()
  }
}

const attempts = 5

/** In one transaction. Old servers still write to its tables, so it can be the one that loses. */
async function applyMigrations(client: Client): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrate(drizzle({ client, casing: 'snake_case' }), { migrationsFolder })
    } catch (error) {
      if (attempt === attempts || !isRetryable(error)) throw error
    }
  }
}

/** The number of migrations that were not applied yet. */
export async function pendingMigrations(url: string): Promise<number> {
  const known = readMigrationFiles({ migrationsFolder }).length
  const client = await connect(url)
  try {
    const table = await client.query("select to_regclass('drizzle.__drizzle_migrations') as name")
    if (table.rows[0]?.name === null) return known
    const applied = await client.query(
      'select count(*)::int as count from drizzle.__drizzle_migrations',
    )
    return known - applied.rows[0].count
  } finally {
    await client.end()
  }
}
