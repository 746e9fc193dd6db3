import { existsSync, readFileSync, statSync } from 'node:fs'
import { chown, lchown, readdir } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { EmbeddedPostgresError } from './errors.ts'
import { run } from './processes.ts'
import type { Account } from './types.ts'

export function isRoot(): boolean {
  return process.geteuid?.() === 0
}

/**
 * Returns the account that runs the cluster; undefined means our own. An existing cluster stays
 * with its owner, so that root and that user can both start it.
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
 * Refuses an account without a name: initdb asks the system for it, and fails in containers that
 * run under an arbitrary user id.
 */
export function requireNamedUser(): void {
  try {
    userInfo()
  } catch {
    throw new EmbeddedPostgresError(
      `PostgreSQL cannot be started: the user id ${process.geteuid?.()} has no entry in ` +
        '/etc/passwd. Add one, run as a different user, or set DATABASE_URL.',
    )
  }
}

/**
 * Whether the account can enter this folder and all above it. The kernel decides, because modes are
 * not the whole truth.
 */
export async function canEnter(folder: string, account: Account | undefined): Promise<boolean> {
  if (account === undefined) return true
  const { code } = await run('/bin/sh', ['-c', 'test -x "$0"', folder], { account })
  return code === 0
}

/** Makes the account the owner; without one, changes nothing. */
export async function give(path: string, account: Account | undefined): Promise<void> {
  if (account !== undefined) await chown(path, account.uid, account.gid)
}

/**
 * Makes the account the owner of a whole folder. Root's copy (`cp -r`, a restored backup) belongs
 * to root, and PostgreSQL insists on owning its data.
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
    'PostgreSQL refuses to run as root, and this system has no account "nobody" to run it under. ' +
      'Run as a different user, or set DATABASE_URL.',
  )
}

function passwd(): Account[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
}
