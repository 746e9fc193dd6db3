import { execFileSync, spawn } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './account.ts'

/** A process among all that ever had its number: numbers are given out again, the pair is not. */
export interface ProcessIdentity {
  readonly pid: number
  /** Only good for comparing: the unit depends on the system. */
  readonly startedAt: number
}

/**
 * Programs of PostgreSQL get nothing from our environment: neither PG* settings nor the locale may
 * change what they do.
 */
export const CLEAN_ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC' }

/**
 * Finds the process that has this number now; undefined when there is none, or only a dead one that
 * nobody has collected yet.
 */
export function identify(pid: number): ProcessIdentity | undefined {
  const startedAt = process.platform === 'linux' ? startOnLinux(pid) : startByPs(pid)
  return startedAt === undefined ? undefined : { pid, startedAt }
}

/** True while that very process lives. */
export function isAlive({ pid, startedAt }: ProcessIdentity): boolean {
  return identify(pid)?.startedAt === startedAt
}

/**
 * True when the process is a PostgreSQL that works in this cluster's folder, and not just some heir
 * of its number.
 */
export function isPostgresOf(clusterDir: string, pid: number): boolean {
  if (process.platform !== 'linux') return ps(pid, 'command').includes(`-D ${clusterDir} `)
  try {
    if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() !== 'postgres') return false
    // Compared by inode: a folder that was renamed, linked or mounted elsewhere meanwhile is still
    // the same folder.
    const [theirs, ours] = [statSync(`/proc/${pid}/cwd`), statSync(clusterDir)]
    return theirs.ino === ours.ino && theirs.dev === ours.dev
  } catch {
    return false
  }
}

/** All PostgreSQL processes of this cluster. Empty where the system has no /proc to look into. */
export function postgresProcessesOf(clusterDir: string): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isPostgresOf(clusterDir, pid))
}

/**
 * True when any process has this number, be it one that died and nobody collected. That is how
 * PostgreSQL looks at its pid file.
 */
export function numberIsTaken(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Sends the signal; a process that is gone already is as good as one that obeyed. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // Gone between the look and the call.
  }
}

/** Waits until the condition holds; false when it does not within the time. */
export async function waitUntil(condition: () => boolean, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (!condition()) {
    if (Date.now() > deadline) return false
    await sleep(10)
  }
  return true
}

/**
 * Runs a program to its end as the given account (or our own), without our environment, and gives
 * back what it printed.
 */
export function run(
  program: string,
  args: readonly string[],
  { account, input = '' }: { account: Account | undefined; input?: string },
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...asAccount(account),
      cwd: '/',
      env: CLEAN_ENVIRONMENT,
      stdio: 'pipe',
    })
    const output: string[] = []
    child.stdout.setEncoding('utf8').on('data', (text: string) => output.push(text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => output.push(text))
    // A program that ends without reading its input is judged by its exit code, not by our broken
    // pipe.
    child.stdin.on('error', () => {}).end(input)
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output: output.join('') }))
  })
}

/**
 * What `spawn` needs to run a program as that account; spawn drops root's other groups by itself.
 */
export function asAccount(
  account: Account | undefined,
): { uid: number; gid: number } | Record<string, never> {
  return account === undefined ? {} : { uid: account.uid, gid: account.gid }
}

function startOnLinux(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name, in parentheses, may itself hold spaces and parentheses: proc(5), fields 3 (state)
    // and 22 (start) follow the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : Number(fields[19])
  } catch {
    return undefined
  }
}

function startByPs(pid: number): number | undefined {
  const [state, ...started] = ps(pid, 'stat,lstart').split(/\s+/)
  return started.length === 0 || state?.startsWith('Z') ? undefined : Date.parse(started.join(' '))
}

function ps(pid: number, columns: string): string {
  const format = columns.split(',').map((column) => `${column}=`)
  try {
    return execFileSync(
      '/bin/ps',
      ['-ww', '-p', String(pid), ...format.flatMap((column) => ['-o', column])],
      {
        encoding: 'utf8',
        env: CLEAN_ENVIRONMENT,
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    ).trim()
  } catch {
    return ''
  }
}
