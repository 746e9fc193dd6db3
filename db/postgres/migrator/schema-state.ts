import type { Client } from 'pg'
import { openSession } from '../connections/session.ts'
import { MigrationsPending } from './errors.ts'
import { migrationsFolder, readMigrations } from './files.ts'
import { jobIndexMigration, jobQueueMigration } from './job-queues.ts'
import type { Migration } from './types.ts'

export interface SchemaState {
  /** Oldest first. */
  pending: Migration[]
  /** The number of applied migrations of a later release. */
  newer: number
}

/** Compares the database with this release, and changes nothing. */
export async function compareSchema(url: string, folder = migrationsFolder): Promise<SchemaState> {
  const client = await openSession({ url, application_name: 'lyceum-migrate' })
  try {
    return await stateOfSchema(client, folder)
  } finally {
    await client.end()
  }
}

/** Throws MigrationsPending unless the database is at this release, or at a later one. */
export async function requireSchema(url: string): Promise<void> {
  const { pending } = await compareSchema(url)
  if (pending.length > 0) throw new MigrationsPending(pending.map(({ name }) => name))
}

const table = 'drizzle.__drizzle_migrations'

export async function stateOfSchema(client: Client, folder: string): Promise<SchemaState> {
  const known = await readMigrations(folder)
  const rows = await appliedRows(client)
  const [hashes, times] = [
    new Set(rows.map(({ hash }) => hash)),
    new Set(rows.map(({ createdAt }) => createdAt)),
  ]
  const pending = known.filter(
    ({ row }) => row !== undefined && !hashes.has(row.hash) && !times.has(row.createdAt),
  )
  const ofQueues = [
    await jobQueueMigration((text) => client.query(text)),
    await jobIndexMigration((text) => client.query(text)),
  ].filter((step) => step !== undefined)
  return {
    pending: [...pending, ...ofQueues],
    newer: Math.max(rows.length - (known.length - pending.length), 0),
  }
}

async function appliedRows(client: Client): Promise<{ hash: string; createdAt: number }[]> {
  const { rows } = await client.query('select to_regclass($1) as name', [table])
  if (rows[0].name === null) return []
  const applied = await client.query(`select hash, created_at as "createdAt" from ${table}`)
  return applied.rows.map(({ hash, createdAt }) => ({ hash, createdAt: Number(createdAt) }))
}

/** Creates drizzle's own table, so that drizzle-kit knows what was applied. */
export async function prepareRecords(client: Client): Promise<void> {
  const { rows } = await client.query('select to_regclass($1) as name', [table])
  if (rows[0].name !== null) return
  await client.query(`create schema if not exists drizzle;
    create table if not exists ${table}
      (id serial primary key, hash text not null, created_at bigint)`)
}

/** Notes that it was applied. The job queues keep their own version. */
export async function record(client: Client, { row }: Migration): Promise<void> {
  if (row === undefined) return
  await client.query(`insert into ${table} (hash, created_at) values ($1, $2)`, [
    row.hash,
    row.createdAt,
  ])
}
