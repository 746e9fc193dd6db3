import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fstatSync, ftruncateSync, openSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { failedProgram } from './errors.ts'
import {
  findPostmaster,
  type Postmaster,
  readPidFile,
  START_TIMEOUT_MS,
  stillStarting,
} from './postmaster.ts'
import {
  asAccount,
  CLEAN_ENVIRONMENT,
  numberIsTaken,
  postgresProcessesOf,
  signal,
  waitUntil,
} from './processes.ts'
import type { Account } from './types.ts'

export interface LaunchOptions {
  readonly clusterDir: string
  readonly account: Account | undefined
  /** The folder of PostgreSQL's programs. */
  readonly bin: string
  readonly port: number
  readonly logFile: string
  readonly settings: Record<string, string>
}

const LOG_LIMIT_BYTES = 5 * 1024 * 1024

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  cluster_name: 'lyceum',
  max_connections: '100',
  shared_buffers: '64MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  // Leaves out the details, which quote values: people's emails have no place in a log file.
  log_error_verbosity: 'terse',
}

/**
 * Starts a cluster's server and waits until it accepts connections; undefined if the port is taken.
 */
export async function launchPostmaster(options: LaunchOptions): Promise<Postmaster | undefined> {
  const { account, bin, clusterDir, logFile } = options
  await clearRemains(clusterDir)

  const log = openLog(logFile)
  const child = spawn(join(bin, 'postgres'), postgresArguments(options), {
    ...asAccount(account),
    // In its own session: Ctrl-C must only reach the Node server, which drains with its database.
    detached: true,
    cwd: '/',
    env: CLEAN_ENVIRONMENT,
    stdio: ['ignore', log.descriptor, log.descriptor],
  })
  closeSync(log.descriptor)
  child.unref()
  if (child.pid === undefined) throw (await once(child, 'error'))[0]

  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const isReady = () =>
    readPidFile(clusterDir).pid === child.pid && readPidFile(clusterDir).status === 'ready'
  if (!(await waitUntil(() => hasEnded() || isReady(), START_TIMEOUT_MS))) throw stillStarting()
  const postmaster = hasEnded() ? undefined : findPostmaster(clusterDir)
  if (postmaster !== undefined) return postmaster

  const printed = readFileSync(logFile).subarray(log.size).toString()
  if (printed.includes('could not bind')) return undefined
  throw failedProgram('start', printed, clusterDir)
}

/**
 * Clears the way for a start after a crash. Orphans of a killed postmaster still write into lost
 * memory, so they have to go first. PostgreSQL handles a dead process's pid file itself, but
 * mistakes any process that reuses the number for its own.
 */
async function clearRemains(clusterDir: string): Promise<void> {
  const isClear = () => postgresProcessesOf(clusterDir).length === 0
  // Orphans end by themselves unless they are busy with a long statement.
  let isGone = await waitUntil(isClear, 1_000)
  for (const name of ['SIGQUIT', 'SIGKILL'] as const) {
    if (isGone) break
    for (const pid of postgresProcessesOf(clusterDir)) signal(pid, name)
    isGone = await waitUntil(isClear, 5_000)
  }

  const { pid } = readPidFile(clusterDir)
  const misleads = !(pid > 0) || numberIsTaken(pid)
  if (misleads) await rm(join(clusterDir, 'postmaster.pid'), { force: true })
}

function openLog(file: string): { descriptor: number; size: number } {
  const descriptor = openSync(file, 'a', 0o600)
  if (fstatSync(descriptor).size > LOG_LIMIT_BYTES) ftruncateSync(descriptor)
  return { descriptor, size: fstatSync(descriptor).size }
}

function postgresArguments({ clusterDir, port, settings }: LaunchOptions): string[] {
  const all = Object.entries({ ...SETTINGS, ...settings, port: String(port) })
  return ['-D', clusterDir, ...all.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}
