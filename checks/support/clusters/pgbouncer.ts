import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../../server/test/free-port.ts'
import { succeeds, until } from '../until.ts'
import { ask, type PostgresNode, serviceDatabase, serviceRole, superuser } from './postgres.ts'
import type { Workshop } from './workshop.ts'

/** Returns where the system's package installs it. */
export function installedPgBouncer(): string | undefined {
  return ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(existsSync)
}

/** Returns a version such as 1.18. */
export function versionOf(program: string): number {
  const printed = execFileSync(program, ['--version'], { encoding: 'utf8' })
  const [, major = '0', minor = '0'] = /PgBouncer (\d+)\.(\d+)/.exec(printed) ?? []
  return Number(`${major}.${minor}`)
}

export interface PgBouncer {
  /** The URL of the service's database through the pool. */
  url: string
  /** Replaces every connection to PostgreSQL once it is free. */
  reconnect(): Promise<void>
}

export interface PgBouncerOptions {
  program: string
  node: PostgresNode
  poolSize: number
  /** Further lines of its configuration. */
  settings?: string[]
}

/** Starts a pool in transaction mode in front of the node. */
export async function startPgBouncer(
  workshop: Workshop,
  { program, node, poolSize, settings = [] }: PgBouncerOptions,
): Promise<PgBouncer> {
  const port = await freePort()
  const file = join(workshop.folder, `pgbouncer-${port}.ini`)
  const tracksStatements = versionOf(program) >= 1.21
  const users = join(workshop.folder, 'pgbouncer-users.txt')
  await writeFile(users, `"${serviceRole}" ""\n"${superuser}" ""\n`)
  await writeFile(
    file,
    [
      '[databases]',
      `${serviceDatabase} = host=127.0.0.1 port=${node.port} dbname=${serviceDatabase}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${users}`,
      `admin_users = ${superuser}`,
      'pool_mode = transaction',
      `default_pool_size = ${poolSize}`,
      'max_client_conn = 1000',
      ...(tracksStatements ? ['max_prepared_statements = 200'] : []),
      ...settings,
      '',
    ].join('\n'),
  )
  workshop.start(`pgbouncer-${port}`, program, [file])
  const administration = `postgres://${superuser}@127.0.0.1:${port}/pgbouncer`
  const url = `postgres://${serviceRole}@127.0.0.1:${port}/${serviceDatabase}`
  await until('PgBouncer answers', () => succeeds(ask(url, 'select 1')), { most: 10, every: 100 })
  return { url, reconnect: async () => void (await ask(administration, 'reconnect')) }
}
