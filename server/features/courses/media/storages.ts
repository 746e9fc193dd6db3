import { createDatabaseStorage } from '../../../adapters/file-storage/database-storage.ts'
import type { MediaStorage } from '../../../adapters/file-storage/types.ts'
import type { Deps } from '../../../context.ts'

type StorageDeps = Pick<Deps, 'db' | 'media'>

/**
 * Returns the storages within reach: the one of the settings, and the database, where files stay
 * that came under an earlier setting.
 */
export function storagesInReach({ db, media }: StorageDeps): MediaStorage[] {
  return media.kind === 'database' ? [media] : [media, createDatabaseStorage(db)]
}

/** Returns the storage that a row names; undefined if it is out of reach. */
export function storageOfRow(
  deps: StorageDeps,
  { storage }: { storage: string },
): MediaStorage | undefined {
  return storagesInReach(deps).find(({ kind }) => kind === storage)
}
