import type { Db } from '../../../postgres/client.ts'
import { listNamed, runNamed } from '../../../postgres/named-statement.ts'

/**
 * Keeps others from publishing what could close a circle with this, until the end of the
 * transaction.
 */
export async function lockRequirements(db: Db): Promise<void> {
  await runNamed(db, {
    name: 'lock_course_requirements',
    text: "select pg_advisory_xact_lock(hashtextextended('course_requirements', 0))",
    values: [],
  })
}

/**
 * Finds slugs that a course cannot require: nothing published has them, or they lead back to the
 * course, by their requirements or, in a program, by its courses.
 */
export function findFaultyRequirements(
  db: Db,
  { courseId, requires }: { courseId: string; requires: readonly string[] },
): Promise<{ slug: string; fault: 'unknown' | 'circle' }[]> {
  return runNamed(db, {
    name: 'find_faulty_requirements',
    text: `
      with recursive reached as (
        select wanted.slug as wanted, c.id, c.current_version
        from unnest($2::text[]) as wanted (slug) join courses c on c.slug = wanted.slug
        union
        select reached.wanted, c.id, c.current_version
        from reached
        join course_versions v on v.course_id = reached.id and v.number = reached.current_version
        join courses c on c.slug = any(v.requires) or c.id in (
          select course_id from program_courses where version_id = v.id)
      )
      select wanted.slug, case when bool_or(reached.id = $1) then 'circle' else 'unknown' end as fault
      from unnest($2::text[]) as wanted (slug)
      left join reached on reached.wanted = wanted.slug
      left join courses c on c.slug = wanted.slug and c.current_version is not null
      group by wanted.slug
      having bool_or(reached.id = $1) or not bool_or(c.id is not null)
      order by wanted.slug`,
    values: [courseId, requires],
  })
}

/** Lists up to five slugs of published courses that require it, and of programs that have it. */
export function listNaming(db: Db, { id, slug }: { id: string; slug: string }): Promise<string[]> {
  return listNamed(db, {
    name: 'list_courses_naming',
    text: `
      select c.slug from courses c
      join course_versions v on v.course_id = c.id and v.number = c.current_version
      where $2 = any(v.requires) or exists (
        select from program_courses where version_id = v.id and course_id = $1)
      order by c.slug limit 5`,
    values: [id, slug],
  })
}

/** A required course or program that a learner has not completed. */
export interface MissingRequirement {
  /** The course that requires it. */
  courseId: string
  id: string
  slug: string
  title: string
}

/** Finds what is missing to take the courses; without a user, all that they require. */
export function findMissingRequirements(
  db: Db,
  { userId, courseIds }: { userId: string | null; courseIds: readonly string[] },
): Promise<MissingRequirement[]> {
  return runNamed(db, {
    name: 'find_missing_requirements',
    text: `
      select c.id as "courseId", needed.id, needed.slug, shown.title
      from courses c
      join course_versions v on v.course_id = c.id and v.number = c.current_version
      join courses needed on needed.slug = any(v.requires)
      join course_versions shown on shown.course_id = needed.id
        and shown.number = needed.current_version
      where c.id = any($2::uuid[]) and not exists (
        select from enrollments e
        where e.user_id = $1 and e.course_id = needed.id and e.completed_at is not null)
      order by c.id, needed.slug`,
    values: [userId, courseIds],
  })
}
