import type { Head } from '../../../db/postgres/backup/format.ts'
import { loadDatabase } from '../../../db/postgres/backup/load-database.ts'
import { readHead } from '../../../db/postgres/backup/read-backup.ts'
import { migrateDatabase } from '../../../db/postgres/migrator/migrator.ts'
import { createFileStorage } from '../../../server/adapters/file-storage/file-storage.ts'
import type { FileStorage } from '../../../server/adapters/file-storage/types.ts'
import { type Config, readSomeConfig } from '../../../server/config/config.ts'
import type { DatabaseServer } from '../../../server/deps.ts'
import { readConfiguredKeys } from '../../../server/security/key-ring/keys.ts'
import { UsageError } from '../command-errors.ts'
import { type CommandResult, progress } from '../output.ts'
import { surroundings } from '../surroundings.ts'
import { terminalLog } from '../terminal-log.ts'
import { withDatabaseServer } from '../with-database-server.ts'
import { idsOf, loadTables } from './backup.ts'

/** Restores all or nothing, into an empty database, and leaves the service in quarantine. */
export async function restoreBackup(path: string): Promise<CommandResult> {
  const head = await readHead(path)
  const config = readSomeConfig(surroundings().env)
  const missingKeys = await findMissingKeys(config, head.keyIds)
  const files = filesFor(config, head)
  const log = terminalLog(config.logLevel)
  let restoredFiles = 0
  const fill = async ({ sessionUrl }: DatabaseServer) => {
    progress(`Restoring the data of ${head.takenAt}`)
    await loadDatabase({
      url: sessionUrl,
      head,
      log,
      quarantineReason: `restored from a backup of ${head.takenAt}`,
      load: (tables) =>
        loadTables(path, tables, async (name, bytes) => {
          await files?.put(name, bytes)
          restoredFiles += 1
        }),
    })
    // The tables of the jobs, which a backup leaves out.
    await migrateDatabase(sessionUrl, { log })
  }
  await withDatabaseServer(config, fill, { mayCreate: true })
  return {
    json: {
      dataFrom: head.takenAt,
      files: restoredFiles,
      missingKeys,
      quarantine: true,
    },
    text:
      `Restored the data of ${head.takenAt}${restoredFiles > 0 ? ` and ${restoredFiles} PDFs` : ''}. ` +
      'The service is in quarantine.\n' +
      (missingKeys.length === 0
        ? ''
        : `MISSING KEYS: ${missingKeys.join(', ')}. Put back the keys file of that time: without ` +
          'it nobody can log in, lost certificates cannot be proven, and the credentials and webhook ' +
          'secrets of git repositories have to be set again.\n') +
      'Next: lyceum reconcile --dry-run, lyceum reconcile, lyceum quarantine off\n',
    failed: missingKeys.length > 0,
  }
}

/** Keys that the data needs and that are not here. Keys added since do no harm. */
async function findMissingKeys(config: Config, needed: string[]): Promise<string[]> {
  const here = await readConfiguredKeys(config).then(idsOf, (): string[] => [])
  return needed.filter((id) => !here.includes(id))
}

/** Returns where the files of the backup go; undefined if it holds none. */
function filesFor(
  { certificates: { storage } }: Config,
  { holdsFiles, storage: needed }: Pick<Head, 'holdsFiles' | 'storage'>,
): FileStorage | undefined {
  if (!holdsFiles) return undefined
  if (storage.kind === needed) return createFileStorage(storage)
  throw new UsageError(
    `error: PDFs of this backup were in a different place: set CERTIFICATE_STORAGE=${needed}`,
  )
}
