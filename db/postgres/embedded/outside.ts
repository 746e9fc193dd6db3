import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import { canEnter } from './account.ts'
import { EmbeddedPostgresError } from './errors.ts'
import type { Account } from './types.ts'

/**
 * Folders for files that root's unprivileged account cannot reach in the project. Both survive a
 * restart of the machine.
 */
export const foldersOutside = ['/var/lib/lyceum', '/var/tmp/lyceum']

/** Returns the first folder that only root can write and the account can enter, or creates it. */
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
    // The umask of root's shell may have removed others' permissions.
    if (created !== undefined) chmodSync(folder, 0o755)
    // Refuses a folder that somebody else created: /var/tmp is open to all.
    const { uid, mode } = lstatSync(folder)
    return uid === 0 && (mode & 0o022) === 0
  } catch {
    return false
  }
}
