import type { StorageConfig } from '../../config/certificate-settings.ts'
import { createFolderStorage } from './folder-storage.ts'
import { createS3Storage } from './s3-storage.ts'

/** Keeps files that are written once, under names that nobody outside chooses. */
export interface FileStorage {
  readonly kind: 'folder' | 's3'
  /**
   * All of it is there for good when this resolves, or none of it under this name. Rejects with
   * StorageUnavailable.
   */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Undefined when there is no such file. Rejects with StorageUnavailable. */
  get(name: string): Promise<Uint8Array | undefined>
  /** No failure when there is none. */
  remove(name: string): Promise<void>
}

/**
 * The files cannot be reached or written now: a full disk, a network that is down. Trying again
 * later may help.
 */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
}

/** Undefined when files are to be in the database. */
export function createFileStorage(config: StorageConfig): FileStorage | undefined {
  if (config.kind === 'folder') return createFolderStorage(config.folder)
  return config.kind === 's3' ? createS3Storage(config) : undefined
}
