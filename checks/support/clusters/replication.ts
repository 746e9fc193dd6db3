import { until } from '../until.ts'
import {
  askNode,
  type Cluster,
  findPrimary,
  type PostgresNode,
  serviceDatabase,
  serviceRole,
  standbysOf,
  startPostgres,
} from './postgres.ts'
import type { Workshop } from './workshop.ts'

/**
 * Starts a primary with a synchronous standby, and nobody who watches them: the check promotes, and
 * a primary that hung comes back as it was, still open for writes.
 */
export async function startReplication(workshop: Workshop): Promise<Cluster> {
  let primary = await startPostgres(workshop)
  let standby = await primary.addStandby('standby-0')
  let copies = 0
  await setSynchronous(primary, '*')
  const hosts = [primary, standby].map(({ port }) => `127.0.0.1:${port}`).join()

  return {
    url: `postgres://${serviceRole}@${hosts}/${serviceDatabase}`,
    primary: async (except) =>
      findPrimary([primary, standby].filter(({ name }) => name !== except?.name)),
    switchOver: undefined,
    promote: async () => {
      await askNode(standby, 'select pg_promote(true, 30)')
      // Nobody follows it yet.
      await setSynchronous(standby, '')
      const old = primary
      primary = standby
      standby = old
    },
    untilWhole: async () => {
      if (!(await follows(standby))) {
        standby.kill()
        standby = await primary.addStandby(`standby-${++copies}`, standby.port)
        await setSynchronous(primary, '*')
      }
      await until('the standby follows', async () => (await standbysOf(primary)) > 0)
    },
  }
}

async function follows(node: PostgresNode): Promise<boolean> {
  const rows = await askNode<{ standby: boolean }>(
    node,
    'select pg_is_in_recovery() as standby',
  ).catch(() => [])
  return rows[0]?.standby === true
}

async function setSynchronous(node: PostgresNode, names: string): Promise<void> {
  await askNode(node, `alter system set synchronous_standby_names = '${names}'`)
  await askNode(node, 'select pg_reload_conf()')
}
