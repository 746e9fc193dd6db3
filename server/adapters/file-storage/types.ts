export type StorageConfig =
  | { kind: 'database' }
  | { kind: 'folder'; folder: string }
  /** Without an endpoint it is AWS itself. */
  | { kind: 's3'; bucket: string; endpoint: string | undefined }

interface StoredFiles {
  /** The names of all files, in no order, some hundred at a time. */
  list(): AsyncIterable<string[]>
  /** Succeeds even when there is no such file. */
  remove(name: string): Promise<void>
}

/** Stores files that are written once, under names that nobody outside chooses. */
export interface FileStorage extends StoredFiles {
  readonly kind: 'folder' | 's3'
  /**
   * Stores the whole file durably, or nothing under this name. Rejects with StorageUnavailable.
   */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Undefined when there is no such file. Rejects with StorageUnavailable. */
  get(name: string): Promise<Uint8Array | undefined>
}

/**
 * Stores files of any size, in memory of a fixed size. Names are letters, digits, `-` and `_`, with
 * an extension or without. Everything rejects with StorageUnavailable.
 */
export interface MediaStorage extends StoredFiles {
  readonly kind: StorageConfig['kind']
  /**
   * Stores the whole file durably, or nothing under this name: when the source throws, all that was
   * taken from it goes, and its error is passed on. A file that is there already is replaced.
   */
  write(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /**
   * The bytes from `start` up to `end`, without it. Undefined when there is no such file. Take them
   * in a loop, which closes the source also when it ends early, or destroy what is a stream.
   */
  read(name: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined>
  /** In bytes; undefined when there is no such file. */
  size(name: string): Promise<number | undefined>
  /** Removes what writes left behind that a crash ended before this instant. */
  tidy(before: Date): Promise<void>
  /** Lets clients send files to the storage itself; undefined where it takes none. */
  readonly direct: DirectUploads | undefined
}

export interface ByteRange {
  start: number
  /** The first byte that is left out. */
  end: number
}

/** Signed requests with which a client sends a file to a bucket. */
export interface DirectUploads {
  /** The whole file in one PUT. The bucket refuses a different size and a different content. */
  signPut(name: string, file: { sha256: string; size: number }): Promise<SignedPut>
  /** Begins a file that arrives in parts; returns its id. */
  beginParts(name: string): Promise<string>
  /** One part, counted from 1. The bucket refuses a different size. */
  signPart(name: string, part: { id: string; number: number; size: number }): Promise<SignedPut>
  /** The parts that have arrived, in order. */
  listParts(name: string, id: string): Promise<ArrivedPart[]>
  /** Makes a file of the parts. */
  joinParts(name: string, id: string, parts: ArrivedPart[]): Promise<void>
  /** Drops the parts; succeeds even when there are none. */
  dropParts(name: string, id: string): Promise<void>
}

export interface SignedPut {
  url: string
  /** To be sent along as they are. */
  headers: Record<string, string>
  expiresAt: Date
}

export interface ArrivedPart {
  number: number
  size: number
  etag: string
}

/**
 * The files cannot be reached or written now, for example because a disk is full or a network is
 * down. Trying again later may help.
 */
export class StorageUnavailable extends Error {
  override readonly name: string = 'StorageUnavailable'
}
