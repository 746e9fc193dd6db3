import type { Config } from '../../server/config/config.ts'
import { type DatabaseServer, startDatabaseServer } from '../../server/deps.ts'
import { UsageError } from './command-errors.ts'
import { whenInterrupted } from './interruption.ts'
import { surroundings } from './surroundings.ts'
import { terminalLog } from './terminal-log.ts'

/**
 * Runs work on the database as it is, without migrating it. Of the settings, only those of the
 * database are needed: jobs of a platform have no others. `cleanUp` comes first when interrupted.
 * Only what fills an empty database may create an embedded one.
 */
export async function withDatabaseServer<Result>(
  config: Config,
  work: (server: DatabaseServer) => Promise<Result>,
  {
    mayCreate = false,
    cleanUp = () => Promise.resolve(),
  }: { mayCreate?: boolean; cleanUp?: () => Promise<void> } = {},
): Promise<Result> {
  // Otherwise a job without its settings would work on an empty database of its own.
  if (surroundings().env.NODE_ENV === 'production' && config.databaseUrl === undefined)
    throw new UsageError('error: DATABASE_URL: required in production')
  const starting = startDatabaseServer(config, terminalLog(config.logLevel), { mayCreate })
  const stop = () => starting.then((server) => server.stop())
  const endInterruptions = whenInterrupted(() => cleanUp().finally(stop))
  try {
    return await work(await starting).finally(stop)
  } finally {
    endInterruptions()
  }
}
