import type { Db } from '../../../client.ts'
import { listNamed, runNamed } from '../../../named-statement.ts'
import { lowestId, type PageAfter } from '../../../page.ts'
import type { InCohort } from '../cohorts.ts'

/** Learners whose enrollment in the course came with the cohort, after the user; ended ones too. */
export async function listEnrolledWithCohort(
  db: Db,
  { cohortId, courseId, after, limit }: PageAfter & { cohortId: string; courseId: string },
): Promise<string[]> {
  return listNamed(db, {
    name: 'list_enrolled_with_cohort',
    text: `
      select user_id as "userId" from enrollments
      where cohort_id = $1 and course_id = $2 and user_id > $3
      order by user_id limit $4`,
    values: [cohortId, courseId, after ?? lowestId, limit],
  })
}

/** The courses in which access of the user came with the cohort, in the order of their ids. */
export async function listCoursesWithCohort(
  db: Db,
  { cohortId, userId }: InCohort,
): Promise<string[]> {
  return listNamed(db, {
    name: 'list_courses_with_cohort',
    text: `
      select course_id as "courseId" from enrollments
      where cohort_id = $1 and user_id = $2 and (status = 'active' or left_at is not null)
      order by course_id`,
    values: [cohortId, userId],
  })
}

/**
 * Members after the user who have a course that ends, or has ended, at this instant, and came with
 * the cohort.
 */
export async function listEndingWithCohort(
  db: Db,
  { cohortId, endsAt, after, limit }: PageAfter & { cohortId: string; endsAt: Date | null },
): Promise<string[]> {
  return listNamed(db, {
    name: 'list_ending_with_cohort',
    text: `
      select distinct e.user_id as "userId" from enrollments e ${asMember}
      where ${endsWithCohort('$2')} and e.user_id > $3
      order by e.user_id limit $4`,
    values: [cohortId, endsAt, after ?? lowestId, limit],
  })
}

/** The same of one member: the courses, in the order of their ids. */
export async function listCoursesEndingWithCohort(
  db: Db,
  { cohortId, userId, endsAt }: InCohort & { endsAt: Date | null },
): Promise<string[]> {
  return listNamed(db, {
    name: 'list_courses_ending_with_cohort',
    text: `
      select e.course_id as "courseId" from enrollments e ${asMember}
      where ${endsWithCohort('$2')} and e.user_id = $3 order by e.course_id`,
    values: [cohortId, endsAt, userId],
  })
}

const asMember = 'join cohort_members m on m.cohort_id = $1 and m.user_id = e.user_id'

/** Access that ended otherwise has no end that it could share with the cohort. */
function endsWithCohort(endsAt: string): string {
  return `e.cohort_id = $1 and e.ends_at is not distinct from ${endsAt}::timestamptz
    and (e.status = 'active' or e.left_at is not null or e.ends_at is not null)`
}

/**
 * Enrollments of the user, in one course or in all, did not come with the cohort any more. What a
 * program opens by its days is due to be looked at: they count from something else.
 */
export async function separateFromCohort(
  db: Db,
  { cohortId, userId, courseId }: InCohort & { courseId?: string },
): Promise<void> {
  await runNamed(db, {
    name: 'separate_from_cohort',
    text: `
      update enrollments set cohort_id = null,
        next_opening_at = case when next_opening_at is not null then enrolled_at end
      where cohort_id = $1 and user_id = $2 and ($3::uuid is null or course_id = $3)`,
    values: [cohortId, userId, courseId ?? null],
  })
}
