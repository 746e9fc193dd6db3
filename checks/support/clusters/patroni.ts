import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { signal } from '../../../db/postgres/embedded/processes.ts'
import { freePort } from '../../../server/test/free-port.ts'
import { until } from '../until.ts'
import {
  type Cluster,
  findPrimary,
  makeServiceDatabase,
  nodeIn,
  nodeSettings,
  type PostgresNode,
  postgresPrograms,
  serviceDatabase,
  serviceRole,
  standbysOf,
  superuser,
} from './postgres.ts'
import type { Workshop } from './workshop.ts'

const patroniPrograms = { patroni: '/usr/bin/patroni', etcd: '/usr/bin/etcd' }

/** Returns the first program that is missing, if any. */
export function missingForPatroni(): string | undefined {
  return Object.values(patroniPrograms).find((program) => !existsSync(program))
}

interface PatroniNode extends PostgresNode {
  /** The URL of Patroni's API. */
  api: string
  /** Starts Patroni again after the node was killed. */
  revive(): void
}

export interface PatroniOptions {
  /**
   * Whether a node that hangs includes its Patroni. Otherwise that is killed, as by its watchdog,
   * and started again when the node goes on: Patroni 3.0 that goes on in the midst of its loop takes
   * the lock back from the node that was promoted.
   */
  freezesPatroni: boolean
}

/** Starts three PostgreSQL under Patroni and etcd, with synchronous replication. */
export async function startPatroni(workshop: Workshop, options: PatroniOptions): Promise<Cluster> {
  const [clients, peers] = [await freePort(), await freePort()]
  workshop.start('etcd', patroniPrograms.etcd, [
    ...['--data-dir', join(workshop.folder, 'etcd'), '--unsafe-no-fsync'],
    ...['--listen-client-urls', `http://127.0.0.1:${clients}`],
    ...['--advertise-client-urls', `http://127.0.0.1:${clients}`],
    ...['--listen-peer-urls', `http://127.0.0.1:${peers}`],
    ...['--initial-advertise-peer-urls', `http://127.0.0.1:${peers}`],
    ...['--initial-cluster', `default=http://127.0.0.1:${peers}`],
  ])
  const nodes: PatroniNode[] = []
  for (const name of ['one', 'two', 'three'])
    nodes.push(await startNode(workshop, { name, etcd: clients, ...options }))

  const primary = (except?: PostgresNode) =>
    findPrimary(nodes.filter(({ name }) => name !== except?.name))
  async function untilWhole(): Promise<void> {
    for (const node of nodes) node.revive()
    const isWhole = async () => {
      const node = await primary()
      return node !== undefined && (await standbysOf(node)) === nodes.length - 1
    }
    await until('the cluster is whole', isWhole, { most: 120 })
  }

  await until('Patroni has a primary', async () => (await primary()) !== undefined)
  const first = await primary()
  if (first === undefined) throw new Error('Patroni lost its primary.')
  await makeServiceDatabase(first)
  await untilWhole()
  const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`).join()
  return {
    url: `postgres://${serviceRole}@${hosts}/${serviceDatabase}`,
    primary,
    switchOver: async (from) => {
      const api = nodes.find(({ name }) => name === from.name)?.api ?? ''
      const answer = await fetch(`${api}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: from.name }),
      })
      if (!answer.ok) throw new Error(`Patroni refused to switch over: ${await answer.text()}`)
    },
    promote: () => Promise.resolve(),
    untilWhole,
  }
}

async function startNode(
  workshop: Workshop,
  { name, etcd, freezesPatroni }: PatroniOptions & { name: string; etcd: number },
): Promise<PatroniNode> {
  const [port, apiPort] = [await freePort(), await freePort()]
  const dataDir = join(workshop.folder, name)
  const file = join(workshop.folder, `${name}.json`)
  // Patroni requires a password, although nobody asks for one.
  const account = { username: superuser, password: superuser }
  const config = {
    scope: 'lyceum',
    name,
    restapi: { listen: `127.0.0.1:${apiPort}`, connect_address: `127.0.0.1:${apiPort}` },
    etcd3: { host: `127.0.0.1:${etcd}` },
    bootstrap: {
      // The shortest times that Patroni accepts.
      dcs: {
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 3,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: nodeSettings },
      },
      initdb: [{ encoding: 'UTF8' }, 'data-checksums', 'no-sync'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: dataDir,
      bin_dir: postgresPrograms(),
      authentication: { superuser: account, replication: account },
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
      parameters: { unix_socket_directories: '' },
      basebackup: [{ checkpoint: 'fast' }, 'no-sync'],
      pgpass: join(workshop.folder, `${name}.pgpass`),
    },
  }
  // YAML accepts JSON.
  await writeFile(file, JSON.stringify(config, null, 2))

  let patroni: ChildProcess | undefined
  function revive(): void {
    if (patroni !== undefined && patroni.exitCode === null && patroni.signalCode === null) return
    patroni = workshop.start(name, patroniPrograms.patroni, [file])
  }
  const toPatroni = (what: NodeJS.Signals) => {
    if (patroni?.pid !== undefined) signal(patroni.pid, what)
  }
  const node = nodeIn(dataDir, { name, port })
  revive()
  workshop.atEnd(node.kill)
  return {
    ...node,
    api: `http://127.0.0.1:${apiPort}`,
    revive,
    freeze: () => {
      toPatroni(freezesPatroni ? 'SIGSTOP' : 'SIGKILL')
      node.freeze()
    },
    resume: () => {
      node.resume()
      toPatroni('SIGCONT')
      revive()
    },
    kill: () => {
      toPatroni('SIGKILL')
      node.kill()
    },
  }
}
