import type { Logger } from 'pino'
import { connectDatabase } from '../../../db/postgres/client.ts'
import { createDatabaseClock } from '../../../db/postgres/connections/clock.ts'
import { describeServer } from '../../../db/postgres/database-server.ts'
import { findAbandonedClusters, removalOf } from '../../../db/postgres/embedded/abandoned.ts'
import { nameSome } from '../../../db/postgres/migrator/errors.ts'
import { compareSchema } from '../../../db/postgres/migrator/schema-state.ts'
import { describeHosts } from '../../../lib/database-url.ts'
import type { Config } from '../../../server/config/config.ts'
import { type DatabaseServer, embeddedFolderOf, startDatabaseServer } from '../../../server/deps.ts'
import { explainFailure } from '../failures.ts'
import { whenInterrupted } from '../interruption.ts'
import { checkConnections } from './connections.ts'
import { checkEvents } from './events.ts'
import { type Finding, failed, ok, warning } from './finding.ts'
import { checkKeysOfData } from './keys.ts'
import { checkPaymentEvents } from './payments.ts'
import { checkPostponed } from './postponed.ts'
import { checkQuarantine } from './quarantine.ts'
import { checkReplicas } from './replicas.ts'

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
  const starting = startDatabaseServer(config, log, { mayCreate: false })
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
  { url, sessionUrl, clusterDir }: DatabaseServer,
  config: Config,
  log: Logger,
): Promise<DatabaseFindings> {
  const clock = createDatabaseClock()
  const database = connectDatabase({
    url,
    log,
    maxConnections: 1,
    pooler: config.databasePooler,
    clock,
  })
  try {
    const server = await describeServer(database.db)
    const place =
      clusterDir === undefined
        ? `at ${describeHosts(url) ?? 'a socket'}`
        : `embedded, in ${clusterDir}`
    const findings = [
      judgeVersion(server, place),
      ...(clusterDir === undefined
        ? await checkConnections({
            db: database.db,
            url,
            sessionUrl,
            pooler: config.databasePooler,
          })
        : []),
      await checkMigrations(sessionUrl, config),
      ...(await checkKeysOfData(database.db, config)),
      ...(await checkReplicas(config, { log, database })),
      ...(await checkQuarantine(database.db)),
      ...(await checkEvents(database.db)),
      ...(await checkPostponed(database.db)),
      ...(await checkPaymentEvents({ db: database.db, now: clock.now, config })),
    ]
    return { findings, clockAhead: clock.millisecondsAhead() }
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

async function checkMigrations(url: string, { migrateAtStart }: Config): Promise<Finding> {
  const { pending, newer } = await compareSchema(url)
  if (pending.length > 0)
    return warning(
      'migrations',
      `${pending.length} not applied yet: ${nameSome(pending.map(({ name }) => name))}`,
      migrateAtStart
        ? 'Nothing to do: the next start of the server applies them.'
        : 'Run `npm run lyceum -- migrate`; the server does not start before.',
    )
  if (newer === 0) return ok('migrations', 'all applied')
  return warning(
    'migrations',
    `the database has ${newer} of a later release`,
    'The release before one runs on its schema; no earlier one does. Finish the upgrade soon.',
  )
}
