import type { Db } from '../../../postgres/client.ts'
import { runNamed } from '../../../postgres/named-statement.ts'

/** Lists the first of each so many published courses and programs, by id; at most 1,000 of them. */
export async function listSitemapStarts(db: Db, each: number): Promise<string[]> {
  const rows = await runNamed<{ id: string }>(db, {
    name: 'list_sitemap_starts',
    text: `
      select id from (
        select id, row_number() over (order by id) as place from courses where status = 'published'
      ) as placed
      where place % $1 = 1 order by id limit 1000`,
    values: [each],
  })
  return rows.map(({ id }) => id)
}

/** Lists published courses and programs from an id on. */
export function listSitemapPages(db: Db, { start, limit }: { start: string; limit: number }) {
  return runNamed<{ slug: string; publishedAt: Date }>(db, {
    name: 'list_sitemap_pages',
    text: `
      select c.slug, v.published_at as "publishedAt" from courses c
      join course_versions v on v.course_id = c.id and v.number = c.current_version
      where c.status = 'published' and c.id >= $1 order by c.id limit $2`,
    values: [start, limit],
  })
}
