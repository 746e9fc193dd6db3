import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../../../db/postgres/client.ts'
import type { Config } from '../../../server/config/config.ts'
import { connectReplicas } from '../../../server/deps.ts'
import { type Finding, ok, warning } from './finding.ts'

const secondsToKeepUp = 5

/** Looks for a few seconds whether the read replicas keep up with the primary. */
export async function checkReplicas(
  config: Config,
  { log, database }: { log: Logger; database: Database },
): Promise<Finding[]> {
  if (config.databaseReplicaUrls.length === 0) return []
  const replicas = connectReplicas({ config, log, database })
  try {
    const lagging = () =>
      replicas.states().filter(({ secondsBehind }) => secondsBehind === undefined)
    for (let tries = 0; tries < secondsToKeepUp * 10 && lagging().length > 0; tries++)
      await sleep(100)

    const hosts = lagging().map(({ host }) => host)
    if (hosts.length === 0) return [ok('read replicas', `${replicas.states().length} keep up`)]
    return [
      warning(
        'read replicas',
        `${hosts.join(', ')}: not reached, no replica, or more than 3 s behind`,
        'The primary answers in its place. Look at its replication, or correct ' +
          'DATABASE_REPLICA_URLS.',
      ),
    ]
  } finally {
    await replicas.close()
  }
}
