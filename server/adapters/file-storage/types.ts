export type StorageConfig =
  | { kind: 'database' }
  | { kind: 'folder'; folder: string }
  | { kind: 's3'; bucket: string; endpoint: string | undefined }

/** Stores files that are written once, under names that nobody outside chooses. */
export interface FileStorage {
  readonly kind: 'folder' | 's3'
  /**
   * Stores the whole file durably, or nothing under this name. Rejects with StorageUnavailable.
   */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Undefined when there is no such file. Rejects with StorageUnavailable. */
  get(name: string): Promise<Uint8Array | undefined>
  /** The names of all files, in no order, some hundred at a time. */
  list(): AsyncIterable<string[]>
  /** Succeeds even when there is no such file. */
  remove(name: string): Promise<void>
}

/**
 * The files cannot be reached or written now, for example because a disk is full or a network is
 * down. Trying again later may help.
 */
export class StorageUnavailable extends Error {
  override readonly name: string = 'StorageUnavailable'
}
