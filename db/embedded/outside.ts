import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import { type Account, canEnter } from './account.ts'
import { EmbeddedPostgresError } from './errors.ts'

/**
 * Where root keeps what its unprivileged account cannot reach in the project. Both outlive a
 * restart of the machine.
 */
const FOLDERS = ['/var/lib/lyceum', '/var/tmp/lyceum']

/**
 * The first of the folders outside the project that only root may write to and the account can
 * enter; created if need be.
 */
export async function folderOutside(account: Account): Promise<string> {
  for (const folder of FOLDERS) {
    if (belongsToRoot(folder) && (await canEnter(folder, account))) return folder
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL refuses to run as root, and the user "${account.name}" can enter neither the project nor ${FOLDERS.join(' nor ')}. ` +
      'Move the project, run as another user, or set DATABASE_URL.',
  )
}

function belongsToRoot(folder: string): boolean {
  try {
    const created = mkdirSync(folder, { recursive: true })
    // The mask of root's shell may have taken the rights of others away.
    if (created !== undefined) chmodSync(folder, 0o755)
    // /var/tmp is open to all: a folder that somebody else prepared there is not ours.
    const { uid, mode } = lstatSync(folder)
    return uid === 0 && (mode & 0o022) === 0
  } catch {
    return false
  }
}
