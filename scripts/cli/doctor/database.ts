import type { Logger } from 'pino'
import { connectDatabase } from '../../../db/client.ts'
import { describeServer } from '../../../db/database-server.ts'
import { findAbandonedClusters, removalOf } from '../../../db/embedded/abandoned.ts'
import { pendingMigrations } from '../../../db/migrate.ts'
import type { Config } from '../../../server/config/config.ts'
import { type DatabaseServer, embeddedFolderOf, startDatabaseServer } from '../../../server/deps.ts'
import { explainFailure } from '../failures.ts'
import { whenInterrupted } from '../interruption.ts'
import { type Finding, failed, ok, warning } from './finding.ts'
import { checkPaymentEvents } from './payments.ts'

export interface DatabaseFindings {
  findings: Finding[]
  /**
   * Milliseconds by which our clock is ahead of the server's; undefined when unknown.
   */
  clockAhead: number | undefined
}

/**
 * Checks the configured database, or the embedded one, which is started unless the server is
 * already running it.
 */
export async function checkDatabase(config: Config, log: Logger): Promise<DatabaseFindings> {
  const starting = startDatabaseServer(config, log)
  const stop = () => starting.then((server) => server.stop())
  const endInterruptions = whenInterrupted(stop)
  try {
    const server = await starting
    const { findings, clockAhead } = await examine(server, config, log).finally(stop)
    const left =
      server.clusterDir === undefined ? [] : findLeftovers(embeddedFolderOf(config.dataDir))
    return { findings: [...findings, ...left], clockAhead }
  } catch (error) {
    return notReachable(explainFailure(error, () => config))
  } finally {
    endInterruptions()
  }
}

export function notReachable(reason: string): DatabaseFindings {
  return {
    findings: [
      failed(
        'database',
        reason,
        'Start PostgreSQL, or correct DATABASE_URL; without it Lyceum runs its own, except in' +
          ' production.',
      ),
      failed(
        'migrations',
        'they cannot be checked without the database',
        'Fix the database first.',
      ),
    ],
    clockAhead: undefined,
  }
}

async function examine(
  { url, clusterDir }: DatabaseServer,
  config: Config,
  log: Logger,
): Promise<DatabaseFindings> {
  const database = connectDatabase({ url, log, maxConnections: 1 })
  try {
    const before = Date.now()
    const server = await describeServer(database.db)
    const clockAhead = (before + Date.now()) / 2 - server.now.getTime()
    const place =
      clusterDir === undefined
        ? `at ${new URL(url).hostname}:${new URL(url).port || 5432}`
        : `embedded, in ${clusterDir}`
    const findings = [
      judgeVersion(server, place),
      await checkMigrations(url),
      ...(await checkPaymentEvents({ db: database.db, now: () => new Date(), config })),
    ]
    return { findings, clockAhead }
  } finally {
    await database.close()
  }
}

export function judgeVersion(
  { majorVersion, version }: { majorVersion: number; version: string },
  place: string,
): Finding {
  const name = `PostgreSQL ${version}, ${place}`
  if (majorVersion < 15)
    return failed('database', `${name}, is too old`, 'Use PostgreSQL 15 to 18.')
  if (majorVersion > 18)
    return warning(
      'database',
      `${name}, is newer than any version Lyceum was tested with`,
      'Use PostgreSQL 15 to 18.',
    )
  return ok('database', name)
}

/** Databases outside DATA_DIR that nothing uses any longer. */
function findLeftovers(folder: string): Finding[] {
  return findAbandonedClusters(folder).map(({ clusterDir, dataDir }) =>
    warning(
      'left behind',
      `${clusterDir} is a database of ${dataDir}, which does not use it any longer`,
      `To delete it: ${removalOf(clusterDir)}`,
    ),
  )
}

async function checkMigrations(url: string): Promise<Finding> {
  const pending = await pendingMigrations(url)
  if (pending === 0) return ok('migrations', 'all applied')
  if (pending > 0)
    return warning(
      'migrations',
      `${pending} not applied yet`,
      'Nothing to do: the next start of the server applies them.',
    )
  return failed(
    'migrations',
    'the database was migrated by a newer Lyceum',
    'Run that version of Lyceum, or a newer one.',
  )
}
