import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { findByWords, type WordSearch } from '../../found-by-words.ts'
import { isAfter, isBefore, lowestId, type PageAfter, type PageBefore } from '../../page.ts'
import type { Db } from '../../postgres/client.ts'
import { anyNamed, listNamed, runNamed } from '../../postgres/named-statement.ts'
import { courses, courseVersions } from '../../schema/courses/courses.ts'
import { cohortCourses, cohortMembers, cohorts } from '../../schema/learning/cohorts.ts'
import { users } from '../../schema/people/users.ts'
import { isNotPostponed } from '../platform/postponed.ts'
import { isAccepted, promises } from './invitations.ts'

export type CohortRow = typeof cohorts.$inferSelect

export type InCohort = Pick<typeof cohortMembers.$inferSelect, 'cohortId' | 'userId'>

type OfCohort = typeof cohortCourses.$inferSelect

/** Violates the unique key when the name is taken. */
export async function insertCohort(db: Db, cohort: CohortRow): Promise<void> {
  await db.insert(cohorts).values(cohort)
}

/** Finds a cohort; here and below not a deleted one, though its job may not be done with it. */
export async function findCohort(
  db: Db,
  by: { id: string } | { name: string },
): Promise<CohortRow | undefined> {
  const [cohort] = await db
    .select()
    .from(cohorts)
    .where(
      and(
        'id' in by ? eq(cohorts.id, by.id) : eq(sql`lower(${cohorts.name})`, by.name.toLowerCase()),
        isNull(cohorts.deletedAt),
      ),
    )
  return cohort
}

/**
 * Locks it until the end of the transaction: shared by those who add members, exclusive for those
 * who change its courses or dates, so that no member misses a course. After users, before seats.
 */
export async function lockCohort(
  db: Db,
  id: string,
  strength: 'share' | 'no key update',
  which: 'even deleted' | 'kept' = 'kept',
): Promise<CohortRow | undefined> {
  const isWanted = which === 'kept' ? isNull(cohorts.deletedAt) : undefined
  const [cohort] = await db
    .select()
    .from(cohorts)
    .where(and(eq(cohorts.id, id), isWanted))
    .for(strength)
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

/** Hides it from everybody from now on; undefined if it already was. */
export async function markCohortDeleted(
  db: Db,
  { id, at }: { id: string; at: Date },
): Promise<CohortRow | undefined> {
  const [cohort] = await db
    .update(cohorts)
    .set({ deletedAt: at })
    .where(and(eq(cohorts.id, id), isNull(cohorts.deletedAt)))
    .returning()
  return cohort
}

/** Lists cohorts that their job is not done with. */
export async function listDeletedCohorts(db: Db): Promise<string[]> {
  const rows = await db.select({ id: cohorts.id }).from(cohorts).where(isNotNull(cohorts.deletedAt))
  return rows.map(({ id }) => id)
}

/** Deletes the rest of it, to which hardly anything refers any more. */
export async function deleteCohort(db: Db, id: string): Promise<void> {
  await db.delete(cohorts).where(eq(cohorts.id, id))
}

/** Lists cohorts older than `before`, newest first: all, or those of a member. */
export async function listCohorts(
  db: Db,
  { memberId, before, limit }: PageBefore & { memberId?: string | undefined },
): Promise<CohortRow[]> {
  const ofMember = db
    .select({ id: cohortMembers.cohortId })
    .from(cohortMembers)
    .where(eq(cohortMembers.userId, memberId ?? ''))
  return db
    .select()
    .from(cohorts)
    .where(
      and(
        isNull(cohorts.deletedAt),
        isBefore(cohorts.id, before),
        memberId === undefined ? undefined : inArray(cohorts.id, ofMember),
      ),
    )
    .orderBy(desc(cohorts.id))
    .limit(limit)
}

/** Matches cohorts whose start has come and whose members are not enrolled yet. */
const isDue = 'begun_at is null and deleted_at is null and (starts_at is null or starts_at <= $1)'

export function listDueCohorts(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> {
  return listNamed(db, {
    name: 'list_due_cohorts',
    text: `
      select id from cohorts
      where ${isDue} and ${isNotPostponed('begin-cohort', 'id::text', '$1')}
      order by starts_at nulls first, id limit $2`,
    values: [now, limit],
  })
}

/** Begins a cohort; false if it has already begun, or is no longer due. */
export function beginDueCohort(db: Db, id: string, now: Date): Promise<boolean> {
  return anyNamed(db, {
    name: 'begin_due_cohort',
    text: `update cohorts set begun_at = $1 where id = $2 and ${isDue} returning id`,
    values: [now, id],
  })
}

/** Adds a member; false if the user was already in the cohort. */
export async function insertCohortMember(
  db: Db,
  member: typeof cohortMembers.$inferInsert,
): Promise<boolean> {
  const { rowCount } = await db.insert(cohortMembers).values(member).onConflictDoNothing()
  return rowCount === 1
}

export async function deleteCohortMember(db: Db, { cohortId, userId }: InCohort): Promise<boolean> {
  const { rowCount } = await db
    .delete(cohortMembers)
    .where(and(eq(cohortMembers.cohortId, cohortId), eq(cohortMembers.userId, userId)))
  return rowCount === 1
}

export async function isCohortMember(db: Db, { cohortId, userId }: InCohort): Promise<boolean> {
  const found = await db
    .select({ userId: cohortMembers.userId })
    .from(cohortMembers)
    .where(and(eq(cohortMembers.cohortId, cohortId), eq(cohortMembers.userId, userId)))
  return found.length === 1
}

/** Lists a learner's cohorts that begin or end, newest first. */
export function listDatedCohortsOf(
  db: Db,
  { userId, limit }: { userId: string; limit: number },
): Promise<Pick<CohortRow, 'id' | 'name' | 'startsAt' | 'endsAt' | 'createdAt'>[]> {
  return runNamed(db, {
    name: 'list_dated_cohorts_of',
    text: `
      select k.id, k.name, k.starts_at as "startsAt", k.ends_at as "endsAt",
        k.created_at as "createdAt"
      from cohort_members m join cohorts k on k.id = m.cohort_id
      where m.user_id = $1 and k.deleted_at is null
        and coalesce(k.starts_at, k.ends_at) is not null
      order by k.id desc limit $2`,
    values: [userId, limit],
  })
}

/** Lists members after the given user, in the order of their ids. */
export async function listCohortMembers(
  db: Db,
  { cohortId, after, limit }: PageAfter & { cohortId: string },
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
    .where(and(eq(cohortMembers.cohortId, cohortId), isAfter(cohortMembers.userId, after)))
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

/** Adds a course; false if the cohort already had it. */
export async function insertCohortCourse(db: Db, link: OfCohort): Promise<boolean> {
  const { rowCount } = await db.insert(cohortCourses).values(link).onConflictDoNothing()
  return rowCount === 1
}

export async function deleteCohortCourse(
  db: Db,
  { cohortId, courseId }: OfCohort,
): Promise<boolean> {
  const { rowCount } = await db
    .delete(cohortCourses)
    .where(and(eq(cohortCourses.cohortId, cohortId), eq(cohortCourses.courseId, courseId)))
  return rowCount === 1
}

/** Lists a cohort's few courses, in the order of their ids. */
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

/** Counts its members, and the people who are invited to it. */
export async function countInCohort(
  db: Db,
  cohortId: string,
): Promise<{ members: number; invited: number }> {
  const [counts] = await runNamed<{ members: number; invited: number }>(db, {
    name: 'count_in_cohort',
    text: `
      select
        (select count(*)::int from cohort_members where cohort_id = $1) as members,
        (
          select count(distinct email)::int from ${promises} as invitations
          where cohort_id = $1 and not ${isAccepted}
        ) as invited`,
    values: [cohortId],
  })
  return counts ?? { members: 0, invited: 0 }
}

/** Lists emails invited to courses with the cohort, no members yet, after the email, in order. */
export async function listInvitedToCohort(
  db: Db,
  { cohortId, after, limit }: PageAfter & { cohortId: string },
): Promise<{ email: string; locale: string }[]> {
  return runNamed(db, {
    name: 'list_invited_to_cohort',
    text: `
      select email, min(locale) as locale from ${promises} as invitations
      where cohort_id = $1 and email > $2 and not ${isAccepted}
      group by email order by email limit $3`,
    values: [cohortId, after ?? '', limit],
  })
}

/** Whether the email is invited with the cohort, or has accepted that meanwhile. */
export async function isInvitedToCohort(
  db: Db,
  { cohortId, email }: { cohortId: string; email: string },
): Promise<boolean> {
  return anyNamed(db, {
    name: 'is_invited_to_cohort',
    text: `
      select from ${promises} as invitations where cohort_id = $1 and email = $2
      union all
      select from cohort_members m join users u on u.id = m.user_id
      where m.cohort_id = $1 and u.email = $2
      limit 1`,
    values: [cohortId, email],
  })
}

/** Lists members, and those with a course that came with the cohort, after the user. */
export async function listInCohort(
  db: Db,
  { cohortId, after, limit }: PageAfter & { cohortId: string },
): Promise<string[]> {
  return listNamed(db, {
    name: 'list_in_cohort',
    text: `
      select user_id as "userId" from (
        (
          select user_id from cohort_members
          where cohort_id = $1 and user_id > $2 order by user_id limit $3
        )
        union
        (
          select user_id from enrollments
          where cohort_id = $1 and user_id > $2 order by user_id limit $3
        )
      ) as either
      order by user_id limit $3`,
    values: [cohortId, after ?? lowestId, limit],
  })
}

/** Lists invitations that came with the cohort, to any of its courses or to one, after the id. */
export async function listInvitationsOfCohort(
  db: Db,
  { cohortId, courseId, after, limit }: PageAfter & { cohortId: string; courseId?: string },
): Promise<string[]> {
  return listNamed(db, {
    name: 'list_invitations_of_cohort',
    text: `
      select distinct id from ${promises} as invitations
      where cohort_id = $1 and ($2::uuid is null or course_id = $2) and id > $3
      order by id limit $4`,
    values: [cohortId, courseId ?? null, after ?? lowestId, limit],
  })
}

interface FoundCohort extends Pick<CohortRow, 'id' | 'name' | 'createdAt'> {
  courseId: string | null
}

/** A course of somebody, and the cohorts whose members they teach; null for all learners. */
export interface TaughtCourse {
  courseId: string
  cohortIds: readonly string[] | null
}

/** Selects them from the parameter. */
export const taughtCourses = (parameter: string) =>
  `jsonb_to_recordset(${parameter}::jsonb) as t("courseId" uuid, "cohortIds" uuid[])`

/** Finds cohorts by words of their name: all, or those of these courses, each with one of them. */
export function findCohorts(
  db: Db,
  { taught, ...search }: WordSearch & { taught?: readonly TaughtCourse[] },
): Promise<FoundCohort[]> {
  const ofCourses = `join (
    select distinct on (l.id) l.id, t."courseId" from ${taughtCourses('$3')} cross join lateral (
      select unnest(t."cohortIds") as id union all
      select cohort_id from cohort_courses
      where course_id = t."courseId" and t."cohortIds" is null) l) c on c.id = h.id`
  return findByWords(db, {
    from: `cohorts h ${taught ? ofCourses : ''}`,
    id: 'h.id',
    where: 'h.deleted_at is null',
    text: 'fold_text(h.name)',
    select: `h.id, h.name, h.created_at as "createdAt", ${taught ? 'c."courseId"' : 'null as "courseId"'}`,
    ...(taught && { values: [JSON.stringify(taught)] }),
    search,
  })
}
