import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import { canEnter } from './account.ts'
import { EmbeddedPostgresError } from './errors.ts'
import type { Account } from './types.ts'

/**
 * Where root keeps files that its unprivileged account cannot reach in the project. Both survive a
 * restart of the machine.
 */
export const foldersOutside = ['/var/lib/lyceum', '/var/tmp/lyceum']

/** The first folder that only root may write to and the account can enter; created if need be. */
export async function folderOutside(account: Account): Promise<string> {
  for (const folder of foldersOutside) {
    if (belongsToRoot(folder) && (await canEnter(folder, account))) return folder
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL refuses to run as root, and the user "${account.name}" can enter neither the ` +
      `project nor ${foldersOutside.join(' nor ')}. Move the project, run as a different user, or set ` +
      'DATABASE_URL.',
  )
}

function belongsToRoot(folder: string): boolean {
  try {
    const created = mkdirSync(folder, { recursive: true })
    // The umask of root's shell may have removed the permissions of others.
    if (created !== undefined) chmodSync(folder, 0o755)
    // /var/tmp is open to all: a folder that somebody else created there is not ours.
    const { uid, mode } = lstatSync(folder)
    return uid === 0 && (mode & 0o022) === 0
  } catch {
    return false
  }
}
