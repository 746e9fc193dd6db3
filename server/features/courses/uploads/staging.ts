import {
  appendPiece,
  setMultipart,
  setReceived,
  type UploadRow,
} from '../../../../db/queries/courses/uploads.ts'
import type { DirectUploads } from '../../../adapters/file-storage/types.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { inStorage, mediaNamePrefix, newMediaName } from '../media/store-media.ts'
import type { Upload } from './schema.ts'

/** Size through this service: small enough to arrive within one request over a slow line. */
export const pieceBytes = 4_194_304
/** Shorter only at the end: a large file has some thousand pieces at most. */
export const minPieceBytes = 262_144
/** Limit of one request to the storage itself; larger files go in parts. */
const maxSinglePutBytes = 16_000_000
const minDirectPartBytes = 8_000_000
/** Below the 10,000 that a bucket takes. */
const maxDirectParts = 9_000

type StagingDeps = Pick<Deps, 'db' | 'media'>
type Part = NonNullable<Upload['part']>

/**
 * Returns the request that brings the next bytes, and how many have arrived: if clients send to the
 * storage itself, only that knows.
 */
export function nextPart(
  deps: StagingDeps,
  upload: UploadRow,
): Promise<{ received: number; part: Part | null }> {
  return inStorage(() => findNextPart(deps, upload))
}

async function findNextPart(
  deps: StagingDeps,
  upload: UploadRow,
): Promise<{ received: number; part: Part | null }> {
  const { direct } = deps.media
  if (direct === undefined || upload.received === upload.size)
    return { received: upload.received, part: partHere(upload) }

  const { received, sign } =
    upload.size <= maxSinglePutBytes
      ? await singlePut(deps, upload, direct)
      : await multipartPut(deps, upload, direct)
  if (received !== upload.received) await setReceived(deps.db, { id: upload.id, received })
  return { received, part: received === upload.size ? null : await sign() }
}

function partHere({ courseId, lessonId, id, received, size }: UploadRow): Part | null {
  if (received === size) return null
  const bytes = Math.min(pieceBytes, size - received)
  return {
    url:
      lessonId === null
        ? `/api/v1/authoring/courses/${courseId}/uploads/${id}/bytes`
        : `/api/v1/lessons/${lessonId}/uploads/${id}/bytes`,
    method: 'PUT',
    headers: { 'content-range': `bytes ${received}-${received + bytes - 1}/${size}` },
    from: received,
    bytes,
  }
}

interface DirectState {
  received: number
  sign: () => Promise<Part>
}

async function singlePut(
  { media }: StagingDeps,
  { id, size, sha256 }: UploadRow,
  direct: DirectUploads,
): Promise<DirectState> {
  const name = directNameOf(id)
  const arrived = await media.size(name)
  return {
    received: arrived === size ? size : 0,
    sign: async () => {
      const { url, headers } = await direct.signPut(name, { sha256, size })
      return { url, method: 'PUT', headers, from: 0, bytes: size }
    },
  }
}

async function multipartPut(
  deps: StagingDeps,
  upload: UploadRow,
  direct: DirectUploads,
): Promise<DirectState> {
  const { id, size } = upload
  const multipartId = await multipartOf(deps, upload, direct)
  const count = await countArrived(direct, { id, multipartId })
  const partBytes = Math.max(minDirectPartBytes, Math.ceil(size / maxDirectParts))
  const received = Math.min(count * partBytes, size)
  return {
    received,
    sign: async () => {
      const bytes = Math.min(partBytes, size - received)
      const part = { id: multipartId, number: count + 1, size: bytes }
      const { url, headers } = await direct.signPart(directNameOf(id), part)
      return { url, method: 'PUT', headers, from: received, bytes }
    },
  }
}

/** Begins it for the first who asks; the parts of one that came second are dropped. */
async function multipartOf(
  { db }: StagingDeps,
  { id, multipartId }: UploadRow,
  direct: DirectUploads,
): Promise<string> {
  if (multipartId !== null) return multipartId
  const name = directNameOf(id)
  const begun = await direct.beginParts(name)
  const kept = await setMultipart(db, { id, multipartId: begun })
  if (kept !== begun) await direct.dropParts(name, begun)
  if (kept === undefined) throw new AppError('UploadNotFound')
  return kept
}

/** Counts parts without a gap, from the first. The storage bound the size of each. */
async function countArrived(
  direct: DirectUploads,
  { id, multipartId }: { id: string; multipartId: string },
): Promise<number> {
  const parts = await direct.listParts(directNameOf(id), multipartId)
  const numbers = new Set(parts.map(({ number }) => number))
  let count = 0
  while (numbers.has(count + 1)) count += 1
  return count
}

export interface Piece {
  from: number
  /** Size of the piece. */
  size: number
  bytes: AsyncIterable<Uint8Array>
}

/**
 * Stores a piece that follows what has arrived: all of it or nothing.
 * @throws UploadOutOfStep, InvalidFields
 */
export async function keepPiece(
  { db, media }: StagingDeps,
  upload: UploadRow,
  { from, size, bytes }: Piece,
): Promise<number> {
  if (media.direct !== undefined)
    throw new AppError('InvalidFields', {
      issues: [{ path: '', message: 'comes to the wrong address: send the bytes as `part` says' }],
    })
  if (from !== upload.received || from + size > upload.size) throw outOfStep(upload.received)
  if (size < minPieceBytes && from + size < upload.size)
    throw new AppError('InvalidFields', {
      issues: [
        {
          path: 'Content-Range',
          message: `is of a piece that is too short: send at least ${minPieceBytes} bytes at a time`,
        },
      ],
    })

  // Uses a name of its own, so that no sender writes into the piece of another.
  const name = newMediaName()
  await inStorage(() => media.write(name, exactly(bytes, size)))
  const isAppended = await appendPiece(db, { id: upload.id, from, size, name })
  if (isAppended) return from + size
  await media.remove(name)
  throw outOfStep(upload.received)
}

export function outOfStep(received: number): AppError {
  return new AppError('UploadOutOfStep', {
    message: `The upload has ${received} bytes. Continue from there.`,
    facts: { received },
  })
}

/** Yields the bytes, unless they are more or fewer. */
async function* exactly(
  bytes: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array> {
  let count = 0
  for await (const chunk of bytes) {
    count += chunk.length
    if (count > size) break
    yield chunk
  }
  if (count === size) return
  const message = 'states a different number of bytes than the body has: send them again'
  throw new AppError('InvalidFields', { issues: [{ path: 'Content-Range', message }] })
}

/**
 * Returns the name under which a client sends a file to the storage itself. The file keeps it; what
 * is never finished is collected after a day, like the pieces.
 */
export function directNameOf(id: string): string {
  return mediaNamePrefix + id
}

/** Joins the parts that a client sent to the storage itself into one file. */
export async function joinDirect(
  { media }: StagingDeps,
  { id, size, multipartId }: UploadRow,
): Promise<void> {
  const name = directNameOf(id)
  if (media.direct === undefined || multipartId === null) return
  // Skips it if joined already, by a try whose answer was lost.
  if ((await media.size(name)) === size) return
  await media.direct.joinParts(name, multipartId, await media.direct.listParts(name, multipartId))
}

/** Yields all bytes that came through this service, in order. */
export async function* readPieces(
  { media }: StagingDeps,
  { pieces }: UploadRow,
): AsyncGenerator<Uint8Array> {
  for (const name of pieces) {
    const piece = await media.read(name)
    // Stops: the size will be wrong, and the upload begins again.
    if (piece === undefined) return
    yield* piece
  }
}

/**
 * Frees what a finished upload took. A file sent to the storage itself may be in use by now, which
 * the daily job finds out.
 */
export async function dropStaged(
  { media }: Pick<StagingDeps, 'media'>,
  { id, pieces, multipartId }: UploadRow,
): Promise<void> {
  for (const name of pieces) await media.remove(name)
  if (multipartId !== null) await media.direct?.dropParts(directNameOf(id), multipartId)
}
