import { connectDatabase, type Database, type DatabaseOptions, type Db } from './client.ts'
import { type ConnectionFindings, inspectPooler } from './connections/inspect.ts'
import { timeouts } from './connections/timeouts.ts'

/** The database would not end what stalls. Its message is for operators. */
export class DatabaseTimeoutsMissing extends Error {
  override readonly name = 'DatabaseTimeoutsMissing'
}

/**
 * Connects and checks that the timeouts are in force; through a pooler also that named statements
 * work.
 * @throws DatabaseTimeoutsMissing
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.pooler === 'transaction') return openThroughPooler(options)
  const database = connectDatabase(options)
  try {
    if (await timeoutsHold(database.db)) return database
    throw new DatabaseTimeoutsMissing(
      'Something between Lyceum and PostgreSQL drops the timeouts that Lyceum asks for: set ' +
        'DATABASE_POOLER=transaction, see docs/high-availability.md.',
    )
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * Whether the database has adopted what a connection without a pooler asks for. If a role has the
 * same timeouts, their source reveals a pooler, which would also mix up named statements.
 */
export async function timeoutsHold(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ milliseconds: number; source: string }>(
    `select setting::int as milliseconds, source from pg_settings
     where name = 'statement_timeout'`,
  )
  const [found] = rows
  return found?.milliseconds === timeouts.statement_timeout && found.source === 'client'
}

async function openThroughPooler(options: DatabaseOptions): Promise<Database> {
  const findings = await inspectPooler(options.url)
  const problem = describeMissingTimeouts(findings)
  if (problem !== undefined)
    throw new DatabaseTimeoutsMissing(`${problem}\n${remedyFor(findings).join('\n')}`)
  options.log.info(
    { seen: findings.seen, namedStatements: findings.keepsNamedStatements },
    'the database behind the pooler keeps the timeouts',
  )
  return connectDatabase({ ...options, namedStatements: findings.keepsNamedStatements })
}

/** Describes what is missing; undefined if nothing is. */
export function describeMissingTimeouts({ missing }: ConnectionFindings): string | undefined {
  if (missing.length === 0) return undefined
  const wrong = missing.map(
    ({ name, found }) => `${name} (found ${[...new Set(found)].map(inSeconds).join(', ')})`,
  )
  return `Behind the pooler, these timeouts are off or too long: ${wrong.join(', ')}.`
}

/** Returns the remedy, one statement on each line. */
export function remedyFor({ role, database, missing }: ConnectionFindings): string[] {
  return [
    `Run this once in ${database}, as ${role} or as an administrator:`,
    ...missing.map(
      ({ name }) =>
        `alter role ${role} in database ${database} set ${name} = '${inSeconds(timeouts[name])}';`,
    ),
    'Then let the pooler open new connections (PgBouncer: RECONNECT), and start again.',
  ]
}

function inSeconds(milliseconds: number): string {
  if (milliseconds === 0) return '0'
  return milliseconds % 1_000 === 0 ? `${milliseconds / 1_000}s` : `${milliseconds}ms`
}
