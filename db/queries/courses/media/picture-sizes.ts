import type { Db } from '../../../postgres/client.ts'
import { runNamed } from '../../../postgres/named-statement.ts'
import type { MediaRow } from './media.ts'

export type UnmeasuredMedia = Pick<MediaRow, 'sha256' | 'type' | 'size' | 'storage' | 'name'>

/** Lists files of these types, by SHA-256, whose size in pixels nobody has read. */
export function listUnmeasured(
  db: Db,
  { types, after, limit }: { types: readonly string[]; after: string; limit: number },
): Promise<UnmeasuredMedia[]> {
  return runNamed<UnmeasuredMedia>(db, {
    name: 'list_unmeasured_media',
    text: `
      select sha256, type, size::float8 as size, storage, name from media
      where width is null and type = any($1::text[]) and sha256 > $2
      order by sha256 limit $3`,
    values: [types, after, limit],
  })
}

export async function setPictureSize(
  db: Db,
  { sha256, width, height }: { sha256: string; width: number; height: number },
): Promise<void> {
  await runNamed(db, {
    name: 'set_picture_size',
    text: 'update media set width = $2, height = $3 where sha256 = $1',
    values: [sha256, width, height],
  })
}
