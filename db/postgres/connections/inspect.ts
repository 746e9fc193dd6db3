import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { openSession } from './session.ts'
import { type TimeoutName, timeouts } from './timeouts.ts'

export type Pooler = 'none' | 'transaction'

/** The state of connections that asked only for a user and a database. */
export interface ConnectionFindings {
  /** The number of server connections seen. */
  seen: number
  /** Quoted for SQL. */
  role: string
  database: string
  /** The timeouts that some of them lack or exceed, with the values found. */
  missing: { name: TimeoutName; found: number[] }[]
  /** Whether a named statement exists on any connection that the pooler takes. */
  keepsNamedStatements: boolean
}

/** Behind a pooler there are many connections, any of which may predate a setting. */
const sessionsThroughPooler = 8
const holdMilliseconds = 200

/** Inspects as many connections behind the pooler as it opens for us. */
export async function inspectPooler(url: string): Promise<ConnectionFindings> {
  const sessions: Client[] = []
  try {
    for (let number = 0; number < sessionsThroughPooler; number++)
      sessions.push(
        await openSession({ url, application_name: 'lyceum-look', query_timeout: 4_500 }),
      )
    const looks = await Promise.all(sessions.map(look))
    const [first] = looks
    if (first === undefined) throw new Error('unreachable: there is a session')
    return {
      seen: new Set(looks.map(({ pid }) => pid)).size,
      role: first.role,
      database: first.database,
      missing: missingIn(looks),
      keepsNamedStatements: await keepsNamedStatements(sessions),
    }
  } finally {
    await Promise.all(sessions.map((session) => session.end()))
  }
}

interface Look extends Record<TimeoutName, number> {
  pid: number
  role: string
  database: string
}

/** Looks from all at once, so that the pooler cannot reuse one connection in turn. */
async function look(session: Client): Promise<Look> {
  const { rows } = await session.query<Look>(
    `select pg_backend_pid() as pid, quote_ident(session_user) as role,
      quote_ident(current_database()) as database,
      ${millisecondsOf('statement_timeout')}, ${millisecondsOf('lock_timeout')},
      ${millisecondsOf('idle_in_transaction_session_timeout')},
      pg_sleep(${holdMilliseconds / 1_000})`,
  )
  const [found] = rows
  if (found === undefined) throw new Error('The database reported no settings.')
  return found
}

function millisecondsOf(name: TimeoutName): string {
  return `(select setting::int from pg_settings where name = '${name}') as ${name}`
}

/** Finds missing timeouts; zero counts as none. */
function missingIn(looks: Look[]): ConnectionFindings['missing'] {
  return (Object.keys(timeouts) as TimeoutName[])
    .map((name) => ({
      name,
      found: looks
        .map((one) => one[name])
        .filter((milliseconds) => milliseconds === 0 || milliseconds > timeouts[name]),
    }))
    .filter(({ found }) => found.length > 0)
}

/**
 * Prepares a statement, has another session take its connection, and asks for it again: a pooler
 * then has to move to another connection, and take the statement along.
 */
async function keepsNamedStatements([asker, ...others]: Client[]): Promise<boolean> {
  if (asker === undefined) return false
  // Names it anew: a pooler that ignores names leaves those of earlier looks on its connections.
  const name = `lyceum_probe_${randomUUID()}`
  const probe = { name, text: 'select pg_backend_pid() as pid' }
  try {
    const prepared = await asker.query<{ pid: number }>(probe)
    for (const other of others) {
      await other.query('begin')
      const { rows } = await other.query<{ pid: number }>(probe)
      if (rows[0]?.pid === prepared.rows[0]?.pid) break
    }
    const again = await asker.query<{ pid: number }>(probe)
    // The connection that it had before would prove nothing.
    return again.rows[0]?.pid !== prepared.rows[0]?.pid
  } catch {
    return false
  } finally {
    await Promise.all(others.map((other) => other.query('rollback').catch(() => undefined)))
  }
}
