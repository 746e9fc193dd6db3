import { globSync } from 'node:fs'
import { appendFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, type QueryResultRow } from 'pg'
import { postgresProcessesOf, signal } from '../../../db/postgres/embedded/processes.ts'
import { freePort } from '../../../server/test/free-port.ts'
import { succeeds, until } from '../until.ts'
import type { Workshop } from './workshop.ts'

/** Returns the program folder of the newest installed PostgreSQL server, if there is one. */
export function postgresPrograms(): string | undefined {
  const major = (path: string) => Number(/(\d+)\/bin/.exec(path)?.[1] ?? 0)
  const [newest] = globSync('/usr/{lib/postgresql/*,pgsql-*}/bin/pg_basebackup').sort(
    (one, other) => major(other) - major(one),
  )
  return newest === undefined ? undefined : join(newest, '..')
}

export const superuser = 'postgres'
/** The service's role, which owns its database and is no superuser. */
export const serviceRole = 'lyceum'
export const serviceDatabase = 'lyceum'

export interface PostgresNode {
  name: string
  port: number
  /** Returns the URL of the service's database, for the service's role or the given one. */
  url(role?: string): string
  /** Stops every process of the node, as when a machine hangs. */
  freeze(): void
  resume(): void
  /** Kills every process of the node, as when a machine loses power. */
  kill(): void
}

export interface StandaloneNode extends PostgresNode {
  /** Copies the node to a standby that follows it, on the given port or a free one. */
  addStandby(name: string, port?: number): Promise<StandaloneNode>
}

/** Nodes of which one accepts writes. */
export interface Cluster {
  /** Lists all nodes in one URL, as libpq reads it. */
  url: string
  /** Returns the first node but this one that accepts writes; undefined if none does. */
  primary(except?: PostgresNode): Promise<PostgresNode | undefined>
  /** Hands over to a standby in good order; undefined where the cluster cannot do that. */
  switchOver: ((from: PostgresNode) => Promise<void>) | undefined
  /** Promotes a standby, unless the cluster does that itself. */
  promote(): Promise<void>
  /** Waits until all follow one primary, one of them synchronously; revives killed nodes. */
  untilWhole(): Promise<void>
}

/** Makes a node of all processes of a data folder, whoever started them. */
export function nodeIn(dataDir: string, { name, port }: { name: string; port: number }) {
  const toAll = (what: NodeJS.Signals) => {
    for (const pid of postgresProcessesOf(dataDir)) signal(pid, what)
  }
  return {
    name,
    port,
    url: (role = serviceRole) => `postgres://${role}@127.0.0.1:${port}/${serviceDatabase}`,
    freeze: () => toAll('SIGSTOP'),
    resume: () => toAll('SIGCONT'),
    // A backend may have started another process meanwhile.
    kill: () => {
      for (let round = 0; round < 3; round++) toAll('SIGKILL')
    },
  } satisfies PostgresNode
}

/** Settings of every node. Data survives a killed process even without fsync. */
export const nodeSettings = {
  fsync: 'off',
  listen_addresses: '127.0.0.1',
  max_connections: '200',
  shared_buffers: '64MB',
  unix_socket_directories: '',
  dynamic_shared_memory_type: 'mmap',
  wal_keep_size: '512MB',
  hot_standby: 'on',
}

/** Starts an empty PostgreSQL with the service's role and database. */
export async function startPostgres(workshop: Workshop): Promise<StandaloneNode> {
  const bin = postgresPrograms() ?? ''
  const dataDir = join(workshop.folder, 'primary')
  await workshop.run(join(bin, 'initdb'), [
    ...['-D', dataDir, '-U', superuser, '--auth=trust', '--encoding=UTF8', '--no-sync'],
  ])
  const settings = Object.entries(nodeSettings).map(([key, value]) => `${key} = '${value}'\n`)
  await appendFile(join(dataDir, 'postgresql.conf'), settings.join(''))
  const node = await launch(workshop, { name: 'primary', bin, dataDir })
  await makeServiceDatabase(node)
  return node
}

export async function makeServiceDatabase(node: PostgresNode): Promise<void> {
  await withClient(maintenanceUrl(node), async (client) => {
    await client.query(`create role ${serviceRole} login`)
    await client.query(`create database ${serviceDatabase} owner ${serviceRole}`)
  })
}

async function launch(
  workshop: Workshop,
  { name, bin, dataDir, ...given }: { name: string; bin: string; dataDir: string; port?: number },
): Promise<StandaloneNode> {
  const port = given.port ?? (await freePort())
  const node = nodeIn(dataDir, { name, port })
  workshop.atEnd(node.kill)
  workshop.start(name, join(bin, 'postgres'), ['-D', dataDir, '-p', String(port)])
  await until(`${name} takes connections`, () => succeeds(askNode(node, 'select 1')))

  async function addStandby(copy: string, copyPort?: number): Promise<StandaloneNode> {
    const copyDir = join(workshop.folder, copy)
    await rm(copyDir, { recursive: true, force: true })
    const source = `host=127.0.0.1 port=${port} user=${superuser} application_name=${copy}`
    await workshop.run(join(bin, 'pg_basebackup'), [
      ...['-d', source, '-D', copyDir, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'],
    ])
    return launch(workshop, {
      name: copy,
      bin,
      dataDir: copyDir,
      ...(copyPort !== undefined && { port: copyPort }),
    })
  }
  return { ...node, addStandby }
}

/** Works on a connection of its own, which gives up after 2 s of silence. */
async function withClient<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({
    connectionString: url,
    application_name: 'check',
    connectionTimeoutMillis: 2_000,
    query_timeout: 10_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    // The server may be frozen: nobody waits for the connection to close.
    void client.end().catch(() => undefined)
  }
}

const maintenanceUrl = ({ port }: PostgresNode) =>
  `postgres://${superuser}@127.0.0.1:${port}/postgres`

/** Queries as the superuser, in no particular database. */
export function askNode<Row extends QueryResultRow>(node: PostgresNode, text: string) {
  return ask<Row>(maintenanceUrl(node), text)
}

/** Returns the first node that accepts writes; undefined if none does. */
export function findPrimary<Node extends PostgresNode>(nodes: Node[]): Promise<Node | undefined> {
  return Promise.any(nodes.map(requireWrites)).catch(() => undefined)
}

async function requireWrites<Node extends PostgresNode>(node: Node): Promise<Node> {
  const [row] = await askNode<{ standby: boolean }>(node, 'select pg_is_in_recovery() as standby')
  if (row?.standby !== false) throw new Error(`${node.name} is a standby.`)
  return node
}

/** Counts the node's close followers, provided that one of them is synchronous. */
export async function standbysOf(node: PostgresNode): Promise<number> {
  const rows = await askNode<{ sync_state: string }>(
    node,
    `select sync_state from pg_stat_replication where state = 'streaming'
       and pg_wal_lsn_diff(sent_lsn, replay_lsn) < 1000000`,
  ).catch(() => [])
  return rows.some(({ sync_state }) => sync_state === 'sync') ? rows.length : 0
}

export async function ask<Row extends QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return withClient(url, async (client) => (await client.query<Row>(text, values)).rows)
}
