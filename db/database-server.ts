import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'

export interface ServerFacts {
  majorVersion: number
  /** As it names itself: `16.4 (Debian 16.4-1)`. */
  version: string
  /** What its clock says. */
  now: Date
}

/** What the database server says of itself. */
export async function describeServer(db: Db): Promise<ServerFacts> {
  const { rows } = await db.execute<{ number: number; version: string; milliseconds: number }>(sql`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as milliseconds`)
  const [facts] = rows
  if (facts === undefined) throw new Error('The database says nothing of itself.')
  return {
    majorVersion: Math.floor(facts.number / 10_000),
    version: facts.version,
    now: new Date(facts.milliseconds),
  }
}

/** Resolves when the database answers. */
export async function ping(db: Db): Promise<void> {
  await db.execute(sql`select 1`)
}

// 'keys' in ASCII.
const keysLock = 0x6b657973

/** Whoever changes the keys waits for whoever else does, until the end of the transaction. */
export async function lockKeys(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${keysLock})`)
}
