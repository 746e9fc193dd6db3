import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'

export interface ServerFacts {
  majorVersion: number
  /** Like `16.4 (Debian 16.4-1)`. */
  version: string
}

/** Returns the facts that the database server reports. */
export async function describeServer(db: Db): Promise<ServerFacts> {
  const { rows } = await db.execute<{ number: number; version: string }>(sql`
    select current_setting('server_version_num')::int as number,
      current_setting('server_version') as version`)
  const [facts] = rows
  if (facts === undefined) throw new Error('The database reported no facts.')
  return {
    majorVersion: Math.floor(facts.number / 10_000),
    version: facts.version,
  }
}

/** Identifies the database of a server: only connections to the same one give the same text. */
export async function fingerprintOf(db: Db): Promise<string> {
  const { rows } = await db.execute<{ fingerprint: string }>(
    // Taken in seconds: as text it would depend on the role's time zone.
    sql`select current_database() || ' ' || extract(epoch from pg_postmaster_start_time())
      as fingerprint`,
  )
  return rows[0]?.fingerprint ?? ''
}

/** Resolves when the database answers. */
export async function ping(db: Db): Promise<void> {
  await db.execute(sql`select 1`)
}

// 'keys' in ASCII.
const keysLock = 0x6b657973

/** Lets only one transaction at a time change the keys. */
export async function lockKeys(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${keysLock})`)
}
