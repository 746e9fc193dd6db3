import type { Db } from '../../../db/postgres/client.ts'
import { createDatabaseStorage } from './database-storage.ts'
import { createFolderStorage } from './folder-storage.ts'
import { createS3Storage } from './s3-storage.ts'
import type { FileStorage, MediaStorage, StorageConfig } from './types.ts'

/** Creates the storage; undefined when files are kept in the database. */
export function createFileStorage(config: StorageConfig): (FileStorage & MediaStorage) | undefined {
  if (config.kind === 'folder') return createFolderStorage(config.folder)
  return config.kind === 's3' ? createS3Storage(config) : undefined
}

/** Creates a storage for files of any size. `db` is never that of a transaction. */
export function createMediaStorage(config: StorageConfig, db: Db): MediaStorage {
  return createFileStorage(config) ?? createDatabaseStorage(db)
}
