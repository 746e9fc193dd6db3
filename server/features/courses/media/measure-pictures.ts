import {
  listUnmeasured,
  setPictureSize,
  type UnmeasuredMedia,
} from '../../../../db/queries/courses/media/picture-sizes.ts'
import type { Deps } from '../../../context.ts'
import { headBytes } from './media-type.ts'
import { measuredTypes, sizeOfPicture } from './picture-size.ts'
import { storageOfRow } from './storages.ts'

const picturesAtOnce = 100

type MeasureDeps = Pick<Deps, 'db' | 'media'>

/** Reads the sizes of pictures that a release before this one stored. */
export async function measurePictures(ctx: MeasureDeps): Promise<void> {
  for (let after = ''; ; ) {
    const of = { types: measuredTypes, after, limit: picturesAtOnce }
    const rows = await listUnmeasured(ctx.db, of)
    for (const row of rows) {
      const head = await headOf(ctx, row)
      // One out of reach waits for the next day; one that says nothing is asked once.
      if (head === undefined) continue
      const size = sizeOfPicture(head, row.type) ?? { width: 0, height: 0 }
      await setPictureSize(ctx.db, { sha256: row.sha256, ...size })
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < picturesAtOnce) return
    after = last.sha256
  }
}

async function headOf(
  ctx: MeasureDeps,
  { storage, name, size }: UnmeasuredMedia,
): Promise<Uint8Array | undefined> {
  try {
    const range = { start: 0, end: Math.min(size, headBytes) }
    const bytes = await storageOfRow(ctx, { storage })?.read(name, range)
    if (bytes === undefined) return undefined
    const pieces: Uint8Array[] = []
    for await (const piece of bytes) pieces.push(piece)
    return Buffer.concat(pieces)
  } catch {
    return undefined
  }
}
