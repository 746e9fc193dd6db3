import { execFileSync, spawn } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './types.ts'

/** Identifies a process for good: its number may be reused, the pair may not. */
export interface ProcessIdentity {
  readonly pid: number
  /** Only for comparison: the unit depends on the system. */
  readonly startedAt: number
}

/**
 * The environment of PostgreSQL's programs. It inherits nothing: neither PG* settings nor the
 * locale may change what they do.
 */
export const CLEAN_ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC' }

/** Returns the process that has this number now; undefined if there is none, or only a zombie. */
export function identify(pid: number): ProcessIdentity | undefined {
  const startedAt = process.platform === 'linux' ? startOnLinux(pid) : startByPs(pid)
  return startedAt === undefined ? undefined : { pid, startedAt }
}

/** Whether this very process lives, rather than one that reuses its number. */
export function isAlive({ pid, startedAt }: ProcessIdentity): boolean {
  return identify(pid)?.startedAt === startedAt
}

/** Whether the process is a PostgreSQL of this cluster, not one that reuses its number. */
export function isPostgresOf(clusterDir: string, pid: number): boolean {
  if (process.platform !== 'linux') return ps(pid, 'command').includes(`-D ${clusterDir} `)
  try {
    if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() !== 'postgres') return false
    // Compares by inode: a folder stays the same when renamed, linked or mounted elsewhere.
    const [theirs, ours] = [statSync(`/proc/${pid}/cwd`), statSync(clusterDir)]
    return theirs.ino === ours.ino && theirs.dev === ours.dev
  } catch {
    return false
  }
}

/** Lists all PostgreSQL processes of this cluster. Empty on systems without /proc. */
export function postgresProcessesOf(clusterDir: string): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isPostgresOf(clusterDir, pid))
}

/** Whether any process has this number, even a zombie. PostgreSQL reads its pid file this way. */
export function numberIsTaken(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Sends the signal; a process that is already gone is no failure. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It is already gone.
  }
}

/** Waits until the condition holds; returns false if it does not in time. */
export async function waitUntil(condition: () => boolean, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  while (!condition()) {
    if (performance.now() > deadline) return false
    await sleep(10)
  }
  return true
}

/**
 * Runs a program to its end as the given account (or our own), without our environment, and returns
 * its output.
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
    // The exit code judges a program that ends without reading its input, not the broken pipe.
    child.stdin.on('error', () => {}).end(input)
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output: output.join('') }))
  })
}

/** Options for `spawn` to run as the account; spawn drops root's other groups by itself. */
export function asAccount(
  account: Account | undefined,
): { uid: number; gid: number } | Record<string, never> {
  return account === undefined ? {} : { uid: account.uid, gid: account.gid }
}

function startOnLinux(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // proc(5): fields 3 (state) and 22 (start) follow the last parenthesis. The name, which is in
    // parentheses, may contain more of them.
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
