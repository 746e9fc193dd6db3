export type StorageConfig =
  | { kind: 'database' }
  | { kind: 'folder'; folder: string }
  /** Uses AWS itself if there is no endpoint. */
  | { kind: 's3'; bucket: string; endpoint: string | undefined }

interface StoredFiles {
  /** Lists the names of all files, in no order, some hundred at a time. */
  list(): AsyncIterable<string[]>
  /** Removes a file; succeeds even when there is none. */
  remove(name: string): Promise<void>
}

/** Stores files that are written once, under names that nobody outside chooses. */
export interface FileStorage extends StoredFiles {
  readonly kind: 'folder' | 's3'
  /** Stores the whole file durably, or nothing under this name. Rejects with StorageUnavailable. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Returns the bytes; undefined when there is no such file. Rejects with StorageUnavailable. */
  get(name: string): Promise<Uint8Array | undefined>
}

/**
 * Stores files of any size, in constant memory. Names are letters, digits, `-` and `_`, with or
 * without an extension. Everything rejects with StorageUnavailable.
 */
export interface MediaStorage extends StoredFiles {
  readonly kind: StorageConfig['kind']
  /**
   * Stores the whole file durably, or nothing under this name: when the source throws, all that was
   * taken from it goes, and its error is passed on. Replaces an existing file.
   */
  write(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /**
   * Reads the bytes from `start` up to, but without, `end`. Undefined when there is no such file.
   * Take them in a loop, which closes the source even when it ends early, or destroy a stream.
   */
  read(name: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined>
  /** Returns the size in bytes; undefined when there is no such file. */
  size(name: string): Promise<number | undefined>
  /** Removes leftovers of writes that a crash ended before this instant. */
  tidy(before: Date): Promise<void>
  /** Lets clients send files to the storage itself; undefined if it takes none. */
  readonly direct: DirectUploads | undefined
}

export interface ByteRange {
  start: number
  /** Position of the first byte that is left out. */
  end: number
}

/** Signs requests with which a client sends a file to a bucket. */
export interface DirectUploads {
  /** Signs one PUT for the whole file. The bucket refuses a different size or content. */
  signPut(name: string, file: { sha256: string; size: number }): Promise<SignedPut>
  /** Begins a file that arrives in parts; returns its id. */
  beginParts(name: string): Promise<string>
  /** Signs one part, counted from 1. The bucket refuses a different size. */
  signPart(name: string, part: { id: string; number: number; size: number }): Promise<SignedPut>
  /** Lists the parts that have arrived, in order. */
  listParts(name: string, id: string): Promise<ArrivedPart[]>
  /** Joins the parts into a file. */
  joinParts(name: string, id: string, parts: ArrivedPart[]): Promise<void>
  /** Drops the parts; succeeds even when there are none. */
  dropParts(name: string, id: string): Promise<void>
}

export interface SignedPut {
  url: string
  /** Headers to be sent along unchanged. */
  headers: Record<string, string>
  expiresAt: Date
}

export interface ArrivedPart {
  number: number
  size: number
  etag: string
}

/**
 * Signals that files cannot be reached or written now, for example because a disk is full or a
 * network is down. Trying again later may help.
 */
export class StorageUnavailable extends Error {
  override readonly name: string = 'StorageUnavailable'
}
