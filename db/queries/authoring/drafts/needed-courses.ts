import { eq } from 'drizzle-orm'
import type { Db } from '../../../client.ts'
import { runNamed } from '../../../named-statement.ts'
import { courses } from '../../../schema/courses/courses.ts'

/** A course, with those that have to be completed before it is. */
export interface NeededCourse extends Pick<typeof courses.$inferSelect, 'slug' | 'status'> {
  /** Slugs of what its current version requires and, of a program, is made of. */
  needs: string[]
}

export function findNeededCourses(db: Db, slugs: readonly string[]): Promise<NeededCourse[]> {
  return runNamed(db, {
    name: 'find_needed_courses',
    text: `
      select c.slug, c.status, coalesce(v.requires, '{}') || coalesce((
        select array_agg(part.slug) from program_courses p join courses part on part.id = p.course_id
        where p.version_id = v.id
      ), '{}') as needs
      from courses c
      left join course_versions v on v.course_id = c.id and v.number = c.current_version
      where c.slug = any($1::text[])`,
    values: [slugs],
  })
}

export async function findSlug(db: Db, courseId: string): Promise<string> {
  const [course] = await db
    .select({ slug: courses.slug })
    .from(courses)
    .where(eq(courses.id, courseId))
  return course?.slug ?? ''
}

/** Until the end of the transaction, nobody else publishes what could close a circle with this. */
export async function lockRequirements(db: Db): Promise<void> {
  await runNamed(db, {
    name: 'lock_course_requirements',
    text: "select pg_advisory_xact_lock(hashtextextended('course_requirements', 0))",
    values: [],
  })
}
