import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { EmbeddedPostgresError } from './errors.ts'
import {
  identify,
  isAlive,
  isPostgresOf,
  type ProcessIdentity,
  signal,
  waitUntil,
} from './processes.ts'

/** A running server of a cluster. */
export interface Postmaster extends ProcessIdentity {
  readonly port: number
}

/** Includes recovery after a crash, which may have to read a gigabyte of log. */
export const START_TIMEOUT_MS = 120_000

/**
 * Signals from polite to final, each with its waiting time. `SIGINT` is PostgreSQL's fast shutdown,
 * `SIGQUIT` its immediate one.
 */
const STOP_SIGNALS = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 6_000],
  ['SIGKILL', 2_000],
] as const

/** Returns the running server, ready or not; undefined if only an old pid file is left. */
export function findPostmaster(clusterDir: string): Postmaster | undefined {
  const { pid, port } = readPidFile(clusterDir)
  if (!isPostgresOf(clusterDir, pid)) return undefined

  const identity = identify(pid)
  return identity === undefined ? undefined : { ...identity, port }
}

/** Waits until a server accepts connections; undefined if it went down instead. */
export async function whenReady(
  clusterDir: string,
  found: Postmaster,
  log: Logger,
): Promise<Postmaster | undefined> {
  const isSettled = () =>
    !isAlive(found) || ['ready', 'stopping'].includes(readPidFile(clusterDir).status)
  if (!(await waitUntil(isSettled, START_TIMEOUT_MS))) throw stillStarting()

  if (readPidFile(clusterDir).status !== 'ready') await stopPostmaster(found, log)
  return findPostmaster(clusterDir)
}

/** Stops the server within eighteen seconds, disconnecting its clients; committed data stays. */
export async function stopPostmaster(postmaster: ProcessIdentity, log: Logger): Promise<void> {
  for (const [name, waitMs] of STOP_SIGNALS) {
    if (!isAlive(postmaster)) return
    signal(postmaster.pid, name)
    if (await waitUntil(() => !isAlive(postmaster), waitMs)) return
    log.warn(
      `PostgreSQL (process ${postmaster.pid}) did not stop within ${waitMs / 1000} s of ${name}.`,
    )
  }
}

/**
 * Reads `postmaster.pid`, whose lines are written bit by bit: pid, folder, start, port, socket
 * folder, IP, shared memory, status.
 */
export function readPidFile(clusterDir: string): { pid: number; port: number; status: string } {
  const file = join(clusterDir, 'postmaster.pid')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  return {
    pid: Number(lines[0] ?? 0),
    port: Number(lines[3] ?? 0),
    status: (lines[7] ?? '').trim(),
  }
}

export function stillStarting(): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `PostgreSQL is still starting after ${START_TIMEOUT_MS / 1000} s, perhaps recovering from a ` +
      'crash. It was left running: try again in a while.',
  )
}
