import type { NamedCourse } from '../../../../content/draft.ts'
import type { Db } from '../../../postgres/client.ts'
import { runNamed } from '../../../postgres/named-statement.ts'

/** Finds which of the courses exist. */
export function findNamedCourses(db: Db, slugs: readonly string[]): Promise<NamedCourse[]> {
  return runNamed(db, {
    name: 'find_named_courses',
    text: `
      select c.slug, c.kind, c.status, v.title, coalesce(v.requires, '{}') as requires,
        case when v.id is not null then (
        select sum(l.minutes)::int from lesson_revisions l
        where l.course_id = c.id and v.number between l.from_version and l.until_version
      ) end as minutes
      from courses c
      left join course_versions v on v.course_id = c.id and v.number = c.current_version
      where c.slug = any($1::text[])`,
    values: [slugs],
  })
}

/** Lists the courses that a program's lessons stood for in published versions, by key. */
export function listCoursesOfKeys(
  db: Db,
  programId: string,
): Promise<{ key: string; slug: string }[]> {
  return runNamed(db, {
    name: 'list_courses_of_keys',
    text: `
      select distinct p.lesson_key as key, c.slug
      from course_versions v
      join program_courses p on p.version_id = v.id
      join courses c on c.id = p.course_id
      where v.course_id = $1`,
    values: [programId],
  })
}
