import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { codeOf, EmbeddedPostgresError } from './errors.ts'
import type { Postmaster } from './postmaster.ts'
import { isAlive } from './processes.ts'

const NO_SUCH_DATABASE = '3D000'
const WRONG_PASSWORD = '28P01'
/** Refusals while a server recovers from a lost backend; a broken connection has no code at all. */
const RECOVERING = ['57P03', 'ECONNREFUSED', 'ECONNRESET']
const WAIT_MS = 60_000

/**
 * Logs in to the database `lyceum`, and creates it if missing; returns false if the server went
 * down meanwhile. The server at the port is the one we found by its process, which holds the port
 * for as long as it lives.
 */
export async function ensureDatabase(postmaster: Postmaster, password: string): Promise<boolean> {
  const deadline = performance.now() + WAIT_MS
  for (;;) {
    const refusal = await execute(postmaster, password, 'lyceum', 'select 1')
    if (!isAlive(postmaster)) return false
    if (refusal === undefined) return true

    const code = codeOf(refusal)
    if (code === WRONG_PASSWORD) throw wrongPassword(refusal)
    if (code === NO_SUCH_DATABASE) {
      const failure = await execute(postmaster, password, 'postgres', 'create database lyceum')
      if (failure !== undefined && isAlive(postmaster)) throw failure
      continue
    }
    const isTemporary = code === undefined || RECOVERING.includes(code)
    if (!isTemporary) throw refusal
    if (performance.now() > deadline) throw noAnswer(postmaster, refusal)
    await sleep(50)
  }
}

async function execute(
  { port }: Postmaster,
  password: string,
  database: string,
  statement: string,
): Promise<unknown> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: 'lyceum',
    password,
    database,
    connectionTimeoutMillis: 10_000,
  })
  // Without a listener, a server that goes down while we are connected would end this process.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(statement)
    return undefined
  } catch (error) {
    return error
  } finally {
    await client.end().catch(() => {})
  }
}

function noAnswer({ pid }: Postmaster, cause: unknown): EmbeddedPostgresError {
  const seconds = WAIT_MS / 1000
  return new EmbeddedPostgresError(
    `PostgreSQL (process ${pid}) runs, but accepted no connection for ${seconds} s. ` +
      'See postgres.log next to its data.',
    { cause },
  )
}

function wrongPassword(cause: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'PostgreSQL does not accept the password in cluster.json next to its data: the file or the ' +
      'password of the role "lyceum" was changed. Restore cluster.json, or remove the data ' +
      'folder to start with an empty database.',
    { cause },
  )
}
