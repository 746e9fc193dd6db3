import type { Db } from '../../../postgres/client.ts'
import { runNamed } from '../../../postgres/named-statement.ts'

/** Bounds the work of a count, however large the catalogue is. */
const mostCounted = 10_000

export interface SubjectCount {
  slug: string
  courses: number
}

/** Counts published courses and programs by subject, the largest first. */
export function countSubjects(db: Db, { limit }: { limit: number }): Promise<SubjectCount[]> {
  return runNamed(db, {
    name: 'count_subjects',
    text: `
      select slug, count(*)::int as courses
      from (
        select entry.categories from catalogue_entries entry
        join courses on courses.id = entry.course_id and courses.status = 'published'
        where entry.categories <> '{}' limit ${mostCounted}
      ) as entry
      cross join unnest(entry.categories) as slug
      group by slug order by courses desc, slug limit $1`,
    values: [limit],
  })
}
