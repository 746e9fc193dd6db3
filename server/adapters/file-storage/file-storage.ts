import { createFolderStorage } from './folder-storage.ts'
import { createS3Storage } from './s3-storage.ts'
import type { FileStorage, StorageConfig } from './types.ts'

/** Undefined when files are kept in the database. */
export function createFileStorage(config: StorageConfig): FileStorage | undefined {
  if (config.kind === 'folder') return createFolderStorage(config.folder)
  return config.kind === 's3' ? createS3Storage(config) : undefined
}
