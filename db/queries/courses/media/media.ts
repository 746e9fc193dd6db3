import type { Db } from '../../../postgres/client.ts'
import { findNamed, listNamed, runNamed } from '../../../postgres/named-statement.ts'
import type { media } from '../../../schema/courses/media.ts'

type MediaColumns = typeof media.$inferSelect

interface PixelSize {
  width: number
  height: number
}

/** A file whose bytes are stored. */
export type MediaRow = Omit<MediaColumns, 'usedAt'>

/** A file to record; its size in pixels if it is a picture that says it. */
export type NewMedia = Omit<MediaRow, 'width' | 'height'> & { pixels: PixelSize | undefined }

const columns = 'sha256, size::float8 as size, type, storage, name, width, height'

export async function findMedia(db: Db, sha256: string): Promise<MediaRow | undefined> {
  return findNamed(db, {
    name: 'find_media',
    text: `select ${columns} from media where sha256 = $1`,
    values: [sha256],
  })
}

/** Keeps a file from becoming garbage for a day; undefined if there is none. */
export async function touchMedia(
  db: Db,
  { sha256, now }: { sha256: string; now: Date },
): Promise<MediaRow | undefined> {
  return findNamed(db, {
    name: 'touch_media',
    text: `update media set used_at = greatest(used_at, $2) where sha256 = $1 returning ${columns}`,
    values: [sha256, now],
  })
}

/**
 * Records that the bytes are stored under a name, and returns what is recorded: another name if
 * somebody else was first. Replaces bytes that were found lost, or lie in a different storage.
 */
export async function insertMedia(
  db: Db,
  { lostName, usedAt, ...row }: NewMedia & { usedAt: Date; lostName: string | undefined },
): Promise<MediaRow> {
  const [stored] = await runNamed<MediaRow>(db, {
    name: 'insert_media',
    text: `
      insert into media as m (sha256, size, type, used_at, storage, name, width, height)
      values ($1, $2, $3, $4, $5, $6, $8, $9)
      on conflict (sha256) do update set
        used_at = greatest(m.used_at, excluded.used_at),
        name = case when m.name = $7 or m.storage <> excluded.storage
          then excluded.name else m.name end,
        storage = excluded.storage
      returning ${columns}`,
    values: [
      ...[row.sha256, row.size, row.type, usedAt, row.storage, row.name, lostName ?? null],
      ...[row.pixels?.width ?? 0, row.pixels?.height ?? 0],
    ],
  })
  if (stored === undefined) throw new Error('The row of the file was not written.')
  return stored
}

/**
 * Deletes rows of files that no library and no version names, and that nobody used since. A row
 * that somebody touches meanwhile stays.
 */
export function deleteUnusedMedia(
  db: Db,
  { usedBefore, limit }: { usedBefore: Date; limit: number },
): Promise<Pick<MediaRow, 'storage' | 'name'>[]> {
  return runNamed(db, {
    name: 'delete_unused_media',
    text: `
      delete from media where sha256 in (
        select m.sha256 from media m
        where m.used_at < $1
          and not exists (select from course_files f where f.sha256 = m.sha256)
          and not exists (select from published_files p where p.sha256 = m.sha256)
          and not exists (select from submission_files s where s.sha256 = m.sha256)
          and not exists (select from teacher_profiles t where t.sha256 = m.sha256)
        order by m.used_at limit $2 for update skip locked)
      returning storage, name`,
    values: [usedBefore, limit],
  })
}

/** Lists which of the names hold the bytes of some file. */
export async function listMediaNames(db: Db, names: readonly string[]): Promise<string[]> {
  return listNamed(db, {
    name: 'list_media_names',
    text: 'select name from media where name = any($1::text[])',
    values: [names],
  })
}
