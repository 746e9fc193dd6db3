import type { Db } from '../../../postgres/client.ts'
import { runNamed } from '../../../postgres/named-statement.ts'
import type { MediaRow } from './media.ts'

/** Lists files in the order of the names under which they are stored. */
export function listMediaAfter(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<Pick<MediaRow, 'sha256' | 'storage' | 'name'>[]> {
  return runNamed(db, {
    name: 'list_media_after',
    text: 'select sha256, storage, name from media where name > $1 order by name limit $2',
    values: [after, limit],
  })
}

/** A course that shows a file; both are null for a file that nothing shows. */
export interface MediaPlace {
  slug: string | null
  /** Null if only older versions have it. */
  path: string | null
}

export async function findPlaceOfMedia(db: Db, sha256: string): Promise<MediaPlace> {
  const [place] = await runNamed<MediaPlace>(db, {
    name: 'find_place_of_media',
    text: `
      select c.slug, f.path
      from (
        select course_id, path from course_files where sha256 = $1
        union all select course_id, null from published_files where sha256 = $1
      ) f join courses c on c.id = f.course_id
      order by f.path nulls last limit 1`,
    values: [sha256],
  })
  return place ?? { slug: null, path: null }
}
