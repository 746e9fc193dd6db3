import type { Db } from '../../../client.ts'
import { runNamed } from '../../../named-statement.ts'

/** A course or program that is required; without an id if there is none any more. */
export interface MissingCourse {
  id: string | null
  slug: string
  title: string
}

/** Those of the courses that the user never completed; of nobody, all of them. */
export function listNotCompleted(
  db: Db,
  { userId, slugs }: { userId: string | undefined; slugs: readonly string[] },
): Promise<MissingCourse[]> {
  return runNamed(db, {
    name: 'list_not_completed',
    text: `
      select c.id, named.slug, coalesce(v.title, named.slug) as title
      from unnest($2::text[]) with ordinality as named (slug, place)
      left join courses c on c.slug = named.slug
      left join course_versions v on v.course_id = c.id and v.number = c.current_version
      where not exists (
        select from enrollments e
        where e.user_id = $1 and e.course_id = c.id and e.completed_at is not null)
      order by named.place`,
    values: [userId ?? null, slugs],
  })
}
