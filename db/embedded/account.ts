import { existsSync, readFileSync, statSync } from 'node:fs'
import { chown, lchown, readdir } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { EmbeddedPostgresError } from './errors.ts'
import { run } from './processes.ts'

/** The account PostgreSQL runs under when we are root, whom it refuses. */
export interface Account {
  readonly uid: number
  readonly gid: number
  readonly name: string
}

export function isRoot(): boolean {
  return process.geteuid?.() === 0
}

/**
 * Who runs the cluster: undefined means ourselves. A cluster that exists stays with its owner, so
 * that root and that user can take turns.
 */
export function accountFor(clusterDir: string): Account | undefined {
  if (!isRoot()) return undefined

  if (existsSync(clusterDir)) {
    const { uid, gid } = statSync(clusterDir)
    if (uid !== 0)
      return { uid, gid, name: passwd().find((entry) => entry.uid === uid)?.name ?? String(uid) }
  }
  return nobody()
}

/**
 * initdb asks the system for the user's name and gives up without one (containers started with just
 * any number).
 */
export function requireNamedUser(): void {
  try {
    userInfo()
  } catch {
    throw new EmbeddedPostgresError(
      `PostgreSQL cannot be started: the user id ${process.geteuid?.()} has no entry in /etc/passwd. Add one, run as another user, or set DATABASE_URL.`,
    )
  }
}

/**
 * True when that account can pass through all folders above and into this one. The kernel is asked,
 * as modes are not the whole truth.
 */
export async function canEnter(folder: string, account: Account | undefined): Promise<boolean> {
  if (account === undefined) return true
  const { code } = await run('/bin/sh', ['-c', 'test -x "$0"', folder], { account })
  return code === 0
}

export async function give(path: string, account: Account | undefined): Promise<void> {
  if (account !== undefined) await chown(path, account.uid, account.gid)
}

/**
 * A copy made by root (`cp -r`, a restored backup) belongs to root, and PostgreSQL wants to own its
 * data.
 */
export async function giveTree(folder: string, account: Account): Promise<void> {
  const entries = await readdir(folder, { recursive: true })
  for (const entry of entries) await lchown(join(folder, entry), account.uid, account.gid)
  await give(folder, account)
}

function nobody(): Account {
  const found = passwd().find(({ name, uid }) => name === 'nobody' && uid > 0)
  if (found !== undefined) return found
  throw new EmbeddedPostgresError(
    'PostgreSQL refuses to run as root, and this system has no account "nobody" to run it under. Run as another user, or set DATABASE_URL.',
  )
}

function passwd(): Account[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}
