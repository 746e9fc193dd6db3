import { and, asc, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db } from '../../client.ts'
import { runNamed } from '../../named-statement.ts'
import { users } from '../../schema/accounts/users.ts'
import { cohortCourses, cohortMembers, cohorts } from '../../schema/learning/cohorts.ts'
import { courses, courseVersions } from '../../schema/learning/courses.ts'

export type CohortRow = typeof cohorts.$inferSelect

interface InCohort {
  cohortId: string
  userId: string
}

interface OfCohort {
  cohortId: string
  courseId: string
}

/** Violates the unique key when the name is taken. */
export async function insertCohort(db: Db, cohort: CohortRow): Promise<void> {
  await db.insert(cohorts).values(cohort)
}

export async function findCohort(
  db: Db,
  by: { id: string } | { name: string },
): Promise<CohortRow | undefined> {
  const [cohort] = await db
    .select()
    .from(cohorts)
    .where(
      'id' in by ? eq(cohorts.id, by.id) : eq(sql`lower(${cohorts.name})`, by.name.toLowerCase()),
    )
  return cohort
}

/**
 * Locks it until the end of the transaction: whoever adds members shares it, and whoever changes
 * its courses or dates has it alone, so that no member misses a course. After users, before seats.
 */
export async function lockCohort(
  db: Db,
  id: string,
  strength: 'share' | 'no key update',
): Promise<CohortRow | undefined> {
  const [cohort] = await db.select().from(cohorts).where(eq(cohorts.id, id)).for(strength)
  return cohort
}

/** Violates the unique key when the name is taken. */
export async function updateCohort(
  db: Db,
  id: string,
  change: Partial<Omit<CohortRow, 'id' | 'createdAt'>>,
): Promise<CohortRow | undefined> {
  const [cohort] = await db.update(cohorts).set(change).where(eq(cohorts.id, id)).returning()
  return cohort
}

export async function deleteCohort(db: Db, id: string): Promise<CohortRow | undefined> {
  const [cohort] = await db.delete(cohorts).where(eq(cohorts.id, id)).returning()
  return cohort
}

/** Newest first, older than `before`. */
export async function listCohorts(
  db: Db,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<CohortRow[]> {
  return db
    .select()
    .from(cohorts)
    .where(before === undefined ? undefined : lt(cohorts.id, before))
    .orderBy(desc(cohorts.id))
    .limit(limit)
}

/** Those whose start has come, and whose members are not enrolled yet; begun by this. */
export function beginDueCohorts(db: Db, now: Date): Promise<{ id: string }[]> {
  return runNamed(db, {
    name: 'begin_due_cohorts',
    text: `
      update cohorts set begun_at = $1
      where begun_at is null and (starts_at is null or starts_at <= $1)
      returning id`,
    values: [now],
  })
}

/** True when the user is new in the cohort. */
export async function insertCohortMember(
  db: Db,
  member: typeof cohortMembers.$inferInsert,
): Promise<boolean> {
  const added = await db
    .insert(cohortMembers)
    .values(member)
    .onConflictDoNothing()
    .returning({ userId: cohortMembers.userId })
  return added.length === 1
}

export async function deleteCohortMember(db: Db, { cohortId, userId }: InCohort): Promise<boolean> {
  const removed = await db
    .delete(cohortMembers)
    .where(and(eq(cohortMembers.cohortId, cohortId), eq(cohortMembers.userId, userId)))
    .returning({ userId: cohortMembers.userId })
  return removed.length === 1
}

export async function isCohortMember(db: Db, { cohortId, userId }: InCohort): Promise<boolean> {
  const found = await db
    .select({ userId: cohortMembers.userId })
    .from(cohortMembers)
    .where(and(eq(cohortMembers.cohortId, cohortId), eq(cohortMembers.userId, userId)))
  return found.length === 1
}

/** In the order of their ids, those after the user. */
export async function listCohortMembers(
  db: Db,
  { cohortId, after, limit }: { cohortId: string; after: string | undefined; limit: number },
) {
  return db
    .select({
      id: cohortMembers.userId,
      email: users.email,
      name: users.name,
      addedAt: cohortMembers.addedAt,
    })
    .from(cohortMembers)
    .innerJoin(users, eq(users.id, cohortMembers.userId))
    .where(
      and(
        eq(cohortMembers.cohortId, cohortId),
        after === undefined ? undefined : gt(cohortMembers.userId, after),
      ),
    )
    .orderBy(asc(cohortMembers.userId))
    .limit(limit)
}

export async function hasCohortCourse(db: Db, { cohortId, courseId }: OfCohort): Promise<boolean> {
  const found = await db
    .select({ courseId: cohortCourses.courseId })
    .from(cohortCourses)
    .where(and(eq(cohortCourses.cohortId, cohortId), eq(cohortCourses.courseId, courseId)))
  return found.length === 1
}

/** True when the course is new in the cohort. */
export async function insertCohortCourse(db: Db, link: OfCohort): Promise<boolean> {
  const added = await db
    .insert(cohortCourses)
    .values(link)
    .onConflictDoNothing()
    .returning({ courseId: cohortCourses.courseId })
  return added.length === 1
}

export async function deleteCohortCourse(
  db: Db,
  { cohortId, courseId }: OfCohort,
): Promise<boolean> {
  const removed = await db
    .delete(cohortCourses)
    .where(and(eq(cohortCourses.cohortId, cohortId), eq(cohortCourses.courseId, courseId)))
    .returning({ courseId: cohortCourses.courseId })
  return removed.length === 1
}

/** In the order of their ids. A cohort has few. */
export async function listCohortCourses(db: Db, cohortId: string) {
  return db
    .select({ id: courses.id, slug: courses.slug, title: courseVersions.title })
    .from(cohortCourses)
    .innerJoin(courses, eq(courses.id, cohortCourses.courseId))
    .leftJoin(
      courseVersions,
      and(
        eq(courseVersions.courseId, courses.id),
        eq(courseVersions.number, courses.currentVersion),
      ),
    )
    .where(eq(cohortCourses.cohortId, cohortId))
    .orderBy(asc(courses.id))
}

/** How many members it has, and how many people are invited to it. */
export async function countInCohort(
  db: Db,
  cohortId: string,
): Promise<{ members: number; invited: number }> {
  const [counts] = await runNamed<{ members: number; invited: number }>(db, {
    name: 'count_in_cohort',
    text: `
      select
        (select count(*)::int from cohort_members where cohort_id = $1) as members,
        (select count(distinct email)::int from invitations where cohort_id = $1) as invited`,
    values: [cohortId],
  })
  return counts ?? { members: 0, invited: 0 }
}

/** Emails that are invited to courses with the cohort, in order, those after the email. */
export async function listInvitedToCohort(
  db: Db,
  { cohortId, after, limit }: { cohortId: string; after: string | undefined; limit: number },
): Promise<{ email: string; locale: string }[]> {
  return runNamed(db, {
    name: 'list_invited_to_cohort',
    text: `
      select email, min(locale) as locale from invitations
      where cohort_id = $1 and ($2::text is null or email > $2)
      group by email order by email limit $3`,
    values: [cohortId, after ?? null, limit],
  })
}

/** Learners whose access to the course came with the cohort, after the user. */
export async function listEnrolledWithCohort(
  db: Db,
  { cohortId, courseId, after, limit }: OfCohort & { after: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await runNamed<{ userId: string }>(db, {
    name: 'list_enrolled_with_cohort',
    text: `
      select user_id as "userId" from enrollments
      where cohort_id = $1 and course_id = $2 and ($3::uuid is null or user_id > $3)
        and (status = 'active' or left_at is not null)
      order by user_id limit $4`,
    values: [cohortId, courseId, after ?? null, limit],
  })
  return rows.map(({ userId }) => userId)
}

/** The courses in which access of the user came with the cohort, in the order of their ids. */
export async function listCoursesWithCohort(
  db: Db,
  { cohortId, userId }: InCohort,
): Promise<string[]> {
  const rows = await runNamed<{ courseId: string }>(db, {
    name: 'list_courses_with_cohort',
    text: `
      select course_id as "courseId" from enrollments
      where cohort_id = $1 and user_id = $2 and (status = 'active' or left_at is not null)
      order by course_id`,
    values: [cohortId, userId],
  })
  return rows.map(({ courseId }) => courseId)
}

/** Learners of the cohort, after the user, with the courses that end for them when the cohort did. */
export function listEndingWithCohort(
  db: Db,
  {
    cohortId,
    endsAt,
    after,
    limit,
  }: { cohortId: string; endsAt: Date | null; after: string | undefined; limit: number },
): Promise<{ userId: string; courseIds: string[] }[]> {
  return runNamed(db, {
    name: 'list_ending_with_cohort',
    text: `
      select user_id as "userId", array_agg(course_id order by course_id) as "courseIds"
      from enrollments
      where cohort_id = $1 and ends_at is not distinct from $2
        and ($3::uuid is null or user_id > $3)
        and (status = 'active' or left_at is not null or ends_at is not null)
      group by user_id order by user_id limit $4`,
    values: [cohortId, endsAt, after ?? null, limit],
  })
}
