import type { Db } from '../../../client.ts'
import { runNamed } from '../../../named-statement.ts'
import type { courses } from '../../../schema/courses/courses.ts'

/** A course that a draft of a program names; its title and minutes are null before it is published. */
export interface NamedCourse extends Pick<typeof courses.$inferSelect, 'slug' | 'kind' | 'status'> {
  title: string | null
  minutes: number | null
}

/** Those of the courses that there are. */
export function findNamedCourses(db: Db, slugs: readonly string[]): Promise<NamedCourse[]> {
  return runNamed(db, {
    name: 'find_named_courses',
    text: `
      select c.slug, c.kind, c.status, v.title, case when v.id is not null then (
        select sum(l.minutes)::int from lesson_revisions l
        where l.course_id = c.id and v.number between l.from_version and l.until_version
      ) end as minutes
      from courses c
      left join course_versions v on v.course_id = c.id and v.number = c.current_version
      where c.slug = any($1::text[])`,
    values: [slugs],
  })
}
