import { createHash } from 'node:crypto'
import {
  findMedia,
  insertMedia,
  listMediaNames,
  touchMedia,
} from '../../../../db/queries/courses/media/media.ts'
import { newId } from '../../../../lib/ids.ts'
import { StorageUnavailable } from '../../../adapters/file-storage/types.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { headBytes, typeOfMedia } from './media-type.ts'
import { type PictureSize, sizeOfPicture } from './picture-size.ts'
import { storageOfRow } from './storages.ts'

/** A file whose bytes are stored, or could be. */
export interface StoredMedia {
  /** SHA-256, hexadecimal. */
  sha256: string
  size: number
  /** Media type, decided by its bytes. */
  type: string
  /** Of a picture that says it. */
  pixels: PictureSize | undefined
}

export interface MediaBounds {
  maxBytes: number
  /** Hash and size that the sender announced. */
  expected?: { sha256: string; size: number }
}

type MediaDeps = Pick<Deps, 'db' | 'media' | 'now'>

/** Prefix of the names of stored files, which nothing else in the storage has. */
export const mediaNamePrefix = 'media-'

/** Returns a new name each time, which tells when it was made. */
export function newMediaName(): string {
  return mediaNamePrefix + newId()
}

/**
 * Stores a file, in constant memory, unless it is stored already; its bytes are read in either
 * case, so that a hash alone gives nobody access to a file. Not within a transaction.
 *
 * @throws FileTooLarge, FileMismatch, ServiceUnavailable
 */
export async function storeMedia(
  ctx: MediaDeps,
  bytes: AsyncIterable<Uint8Array>,
  bounds: MediaBounds,
): Promise<StoredMedia> {
  const { expected } = bounds
  // Keeps it from being garbage for a day, so that it is still there at the end.
  const known = expected && (await touchMedia(ctx.db, { sha256: expected.sha256, now: ctx.now() }))
  if (known !== undefined && (await isThere(ctx, known))) return hashMedia(bytes, bounds)

  const measure = measured(bytes, bounds)
  const name = newMediaName()
  await inStorage(() => ctx.media.write(name, measure.bytes))
  // Writes the bytes before the row: after a crash in between, the daily job removes the file.
  return record(ctx, name, await measure.result())
}

/**
 * Takes over a file that a client sent to the storage itself, under a name of `newMediaName`. Reads
 * its bytes, whatever the storage compared: an address is worth no more than its bytes.
 *
 * @throws FileTooLarge, FileMismatch, ServiceUnavailable
 */
export async function adoptMedia(
  ctx: MediaDeps,
  name: string,
  bounds: MediaBounds,
): Promise<StoredMedia> {
  const { expected } = bounds
  const size = await inStorage(() => ctx.media.size(name))
  if (size === undefined) throw new AppError('FileMismatch')
  if (expected !== undefined && size !== expected.size)
    throw await dropped(ctx, name, new AppError('FileMismatch'))
  if (size > bounds.maxBytes) throw await dropped(ctx, name, fileTooLarge(bounds.maxBytes))

  const found = await inStorage(() => ctx.media.read(name))
  if (found === undefined) throw new AppError('FileMismatch')
  try {
    return await record(ctx, name, await hashMedia(found, bounds))
  } catch (error) {
    // Leaves what cannot be read now: the next try reads it, or a concurrent one has recorded it.
    throw isWrongFile(error) ? await dropped(ctx, name, error) : error
  }
}

/** Whether the file itself is refused, and would be again. */
export function isWrongFile(error: unknown): boolean {
  return (
    error instanceof AppError && (error.name === 'FileMismatch' || error.name === 'FileTooLarge')
  )
}

/** Does the same without storing anything, for rehearsals. */
export async function hashMedia(
  bytes: AsyncIterable<Uint8Array>,
  bounds: MediaBounds,
): Promise<StoredMedia> {
  const measure = measured(bytes, bounds)
  for await (const _ of measure.bytes);
  return measure.result()
}

async function record(ctx: MediaDeps, name: string, file: StoredMedia): Promise<StoredMedia> {
  const known = await findMedia(ctx.db, file.sha256)
  const isLost = known !== undefined && !(await isThere(ctx, known))
  const row = await insertMedia(ctx.db, {
    ...file,
    name,
    storage: ctx.media.kind,
    usedAt: ctx.now(),
    lostName: isLost ? known.name : undefined,
  })
  // Removes ours, because somebody else was first.
  if (row.name !== name) await ctx.media.remove(name).catch(() => undefined)
  return { sha256: row.sha256, size: row.size, type: row.type, pixels: file.pixels }
}

/** Whether the bytes of a row are where it says, within reach. */
async function isThere(
  deps: MediaDeps,
  { storage, name, size }: { storage: string; name: string; size: number },
): Promise<boolean> {
  const place = storageOfRow(deps, { storage })
  return place !== undefined && (await inStorage(() => place.size(name))) === size
}

/** Passes bytes on, and measures them once all went through. */
function measured(source: AsyncIterable<Uint8Array>, { maxBytes, expected }: MediaBounds) {
  const hash = createHash('sha256')
  const head: Uint8Array[] = []
  let size = 0
  let sha256 = ''
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for await (const piece of source) {
      if (size < headBytes) head.push(Buffer.from(piece.subarray(0, headBytes - size)))
      size += piece.length
      if (size > maxBytes) throw fileTooLarge(maxBytes)
      if (expected !== undefined && size > expected.size) throw new AppError('FileMismatch')
      hash.update(piece)
      yield piece
    }
    sha256 = hash.digest('hex')
    // Throws within the stream, so that the storage drops what it has taken.
    if (expected !== undefined && (size !== expected.size || sha256 !== expected.sha256))
      throw new AppError('FileMismatch')
  }
  return {
    bytes: bytes(),
    result: async (): Promise<StoredMedia> => {
      const begin = Buffer.concat(head)
      const type = await typeOfMedia(begin)
      return { sha256, size, type, pixels: sizeOfPicture(begin, type) }
    },
  }
}

export function fileTooLarge(maxBytes: number): AppError {
  return new AppError('FileTooLarge', {
    message:
      `This file is too large: a file has at most ${sizeOf(maxBytes)} here. Make it smaller, or ` +
      'link to it elsewhere.',
    facts: { maxBytes },
  })
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${bytes} bytes` : `${Math.floor(bytes / 1_000_000)} MB`
}

async function dropped(ctx: MediaDeps, name: string, error: unknown): Promise<unknown> {
  const isInUse = (await listMediaNames(ctx.db, [name])).length > 0
  if (!isInUse) await ctx.media.remove(name).catch(() => undefined)
  return error
}

/** Turns what the storage cannot do now into an error that the caller may retry later. */
export async function inStorage<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error
    throw new AppError('ServiceUnavailable', { retryAfterSeconds: 30, cause: error })
  }
}
