import { pino } from 'pino'
import { connectDatabase, type Db } from '../../../db/postgres/client.ts'
import {
  type ConnectionFindings,
  inspectPooler,
  type Pooler,
} from '../../../db/postgres/connections/inspect.ts'
import { openLongSession } from '../../../db/postgres/connections/long-session.ts'
import { type HostState, lookAtHosts } from '../../../db/postgres/connections/primary.ts'
import { fingerprintOf } from '../../../db/postgres/database-server.ts'
import {
  describeMissingTimeouts,
  remedyFor,
  timeoutsHold,
} from '../../../db/postgres/open-database.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

export interface Connections {
  db: Db
  /** The URL that the service connects to. */
  url: string
  /** The URL that migrations connect to. */
  sessionUrl: string
  pooler: Pooler
}

/** Checks what lies between Lyceum and a PostgreSQL of its operators. */
export async function checkConnections(connections: Connections): Promise<Finding[]> {
  const { url, pooler, db } = connections
  const hosts = await lookAtHosts(url)
  return [
    ...(hosts.length > 1 ? [judgeHosts(hosts)] : []),
    ...(pooler === 'transaction'
      ? [judgePooler(await inspectPooler(url)), await checkMigrationUrl(connections)]
      : [judgeTimeouts(await timeoutsHold(db))]),
  ]
}

export function judgeHosts(hosts: HostState[]): Finding {
  const said = hosts.map(({ place, state }) => `${place} ${descriptions[state]}`).join(', ')
  const primaries = hosts.filter(({ state }) => state === 'primary').length
  if (primaries > 1)
    return failed(
      'hosts',
      said,
      'Stop the server that was the primary before: Lyceum takes the one promoted last, but ' +
        'others may still write to it.',
    )
  if (hosts.some(({ state }) => state === 'failed'))
    return warning('hosts', said, 'Start it again, or take it out of DATABASE_URL.')
  return ok('hosts', said)
}

const descriptions = {
  primary: 'takes writes',
  standby: 'is a standby',
  failed: 'does not answer',
} as const satisfies Record<HostState['state'], string>

function judgeTimeouts(hold: boolean): Finding {
  if (hold) return ok('timeouts', 'PostgreSQL ends what stalls')
  return failed(
    'timeouts',
    'something between Lyceum and PostgreSQL drops the timeouts that Lyceum asks for',
    'Set DATABASE_POOLER=transaction.',
  )
}

export function judgePooler(findings: ConnectionFindings): Finding {
  const problem = describeMissingTimeouts(findings)
  if (problem !== undefined) return failed('pooler', problem, remedyFor(findings).join('\n'))
  const names = findings.keepsNamedStatements
    ? 'named statements work'
    : 'named statements do not work and are not used, which costs some time (PgBouncer keeps ' +
      'them from 1.21 on, with max_prepared_statements)'
  return ok(
    'pooler',
    `the timeouts hold on all ${findings.seen} connections that were looked at; ${names}`,
  )
}

/** Checks that the URL for migrations opens a session of its own in the same database. */
async function checkMigrationUrl({ db, sessionUrl }: Connections): Promise<Finding> {
  const remedy = 'Set DATABASE_MIGRATION_URL to the same database without the pooler.'
  try {
    const session = await openLongSession(sessionUrl)
    await session.end()
  } catch {
    return failed('migration url', 'it leads to no session of its own', remedy)
  }
  const direct = connectDatabase({
    url: sessionUrl,
    log: pino({ level: 'silent' }),
    maxConnections: 1,
  })
  try {
    const isSame = (await fingerprintOf(direct.db)) === (await fingerprintOf(db))
    return isSame
      ? ok('migration url', 'it leads to the same database, without the pooler')
      : failed('migration url', 'it leads to a different database', remedy)
  } finally {
    await direct.close()
  }
}
