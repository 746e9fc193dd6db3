import type { UploadRow } from '../../../../db/queries/courses/uploads.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { keepPiece, outOfStep, pieceBytes } from './staging.ts'

export interface ReceivedBytes {
  /** The Content-Range header. */
  range: string | undefined
  bytes: AsyncIterable<Uint8Array>
}

/**
 * Takes the next bytes of an upload that wants more. Returns the new total.
 * @throws UploadOutOfStep, InvalidFields
 */
export async function receiveBytes(
  ctx: Pick<Deps, 'db' | 'media'>,
  upload: UploadRow,
  { range, bytes }: ReceivedBytes,
): Promise<{ received: number }> {
  if (upload.finishedAt !== null) throw outOfStep(upload.size)
  const { from, size } = readRange(range, upload.size)
  return { received: await keepPiece(ctx, upload, { from, size, bytes }) }
}

/** Reads the range; without the header, all bytes of the file. */
function readRange(range: string | undefined, whole: number): { from: number; size: number } {
  if (range === undefined) return requireShort({ from: 0, size: whole })
  const [, first = '', last = '', total = ''] =
    /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/u.exec(range) ?? []
  const [from, end] = [Number(first), Number(last) + 1]
  if (first === '') throw wrongRange('must look like bytes 0-4194303/48213000')
  if (Number(total) !== whole) throw wrongRange(`ends in a different size: the file has ${whole}`)
  if (end <= from || end > whole) throw wrongRange(`must lie within the ${whole} bytes of the file`)
  return requireShort({ from, size: end - from })
}

function requireShort(piece: { from: number; size: number }): { from: number; size: number } {
  if (piece.size <= pieceBytes) return piece
  throw wrongRange(`is of too many bytes: send at most ${pieceBytes} at a time`)
}

function wrongRange(message: string): AppError {
  return new AppError('InvalidFields', { issues: [{ path: 'Content-Range', message }] })
}
