import { and, asc, eq, getTableColumns, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { CourseKind } from '../../../../content/course-values.ts'
import type { LessonType } from '../../../../content/lessons/lesson-type-names.ts'
import { isAfter, type PageAfter } from '../../../page.ts'
import type { Db } from '../../../postgres/client.ts'
import { findNamed, listNamed, runNamed } from '../../../postgres/named-statement.ts'
import { courseVersions } from '../../../schema/courses/courses.ts'
import { type EnrollmentKey, enrollments } from '../../../schema/learning/enrollments.ts'
import { selectList } from '../../../select-list.ts'
import { isForGood, isOpen } from '../../courses/courses/is-open.ts'
import { type LockFacts, lockFacts } from '../../courses/courses/lock-facts.ts'
import { lessonAskedFor } from '../../courses/lessons.ts'

const { remainingLessons, settled: _, ...plainColumns } = getTableColumns(enrollments)

/** Leaves the bits in the database: they grow with the course, and their number suffices. */
const enrollmentColumns = {
  ...plainColumns,
  /** The number of required lessons not completed; null as long as `requiredLessons` is. */
  remaining: sql<number | null>`bit_count(${remainingLessons})::int`,
}

export type EnrollmentRow = Omit<
  typeof enrollments.$inferSelect,
  'remainingLessons' | 'settled'
> & {
  remaining: number | null
}

export async function findEnrollment(
  db: Db,
  { userId, courseId }: EnrollmentKey,
): Promise<EnrollmentRow | undefined> {
  return findNamed(db, {
    name: 'find_enrollment',
    text: `
      select ${selectList(plainColumns)},
        bit_count(enrollments.remaining_lessons)::int as remaining
      from enrollments where user_id = $1 and course_id = $2`,
    values: [userId, courseId],
  })
}

/**
 * An enrollment, and whether order or time could lock lessons; null if the previous holder of the
 * lock has moved it.
 */
export type LockedEnrollment = EnrollmentRow & { isRuled: boolean | null }

/**
 * First locks the row of learners in a program, like lockPurchasesOf(): a completion continues to
 * the program and the courses that it opens. Others wait for no purchase.
 */
const lockedLearner = (ids: string) => `
  learner as materialized (
    select id from users where id ${ids} and exists (
      select from enrollments e join courses c on c.id = e.course_id and c.kind = 'program'
      where e.user_id = users.id)
    order by id for no key update
  )`

/**
 * Locks the enrollment until the end of the transaction, but not its key: a lesson's first report
 * refers to that, and could otherwise deadlock with its completion.
 */
export function lockEnrollment(
  db: Db,
  { userId, courseId }: EnrollmentKey,
): Promise<LockedEnrollment | undefined> {
  return lock(db, [userId, courseId], { name: 'lock_enrollment', strength: 'no key update' })
}

/**
 * Works like lockEnrollment(), including its key: partial reports, which hold that while writing,
 * are done when this returns, and later ones find the version that the transaction leaves.
 */
export function lockEnrollmentToMove(
  db: Db,
  { userId, courseId }: EnrollmentKey,
): Promise<EnrollmentRow | undefined> {
  return lock(db, [userId, courseId], { name: 'lock_enrollment_to_move', strength: 'update' })
}

/** Works like lockEnrollment(), in the course of an attempt, if that is the learner's own. */
export function lockEnrollmentOfAttempt(
  db: Db,
  { userId, attemptId }: { userId: string; attemptId: string },
): Promise<LockedEnrollment | undefined> {
  return lock(db, [userId, attemptId], {
    name: 'lock_enrollment_of_attempt',
    strength: 'no key update',
    course: '(select course_id from attempts where id = $2 and user_id = $1)',
  })
}

async function lock(
  db: Db,
  values: [userId: string, of: string],
  {
    name,
    strength,
    course = '$2',
  }: { name: string; strength: 'no key update' | 'update'; course?: string },
): Promise<LockedEnrollment | undefined> {
  return findNamed(db, {
    name,
    text: `
      with ${lockedLearner('= $1')}
      select ${selectList(plainColumns)},
        bit_count(enrollments.remaining_lessons)::int as remaining,
        (select ruled from course_versions where id = enrollments.version_id) as "isRuled"
      from enrollments left join learner on learner.id = user_id
      where user_id = $1 and course_id = ${course} for ${strength} of enrollments`,
    values,
  })
}

/** Works like lockEnrollment() for several learners of a course, in the order of their ids. */
export async function lockEnrollmentsOf(
  db: Db,
  { courseId, userIds }: { courseId: string; userIds: readonly string[] },
): Promise<EnrollmentRow[]> {
  return runNamed(db, {
    name: 'lock_enrollments_of',
    text: `
      with ${lockedLearner('= any($2::uuid[])')}
      select ${selectList(plainColumns)},
        bit_count(enrollments.remaining_lessons)::int as remaining
      from enrollments left join learner on learner.id = user_id
      where course_id = $1 and user_id = any($2::uuid[])
      order by user_id for no key update of enrollments`,
    values: [courseId, userIds],
  })
}

type EnrollmentOfLesson = EnrollmentRow & {
  lessonKey: string
  lessonType: LessonType
  /** Null if nothing can lock the lesson. */
  lockFacts: LockFacts | null
}

/**
 * Works like lockEnrollment() for the user's active enrollment in the course of a lesson of any
 * version. Undefined if there is none.
 */
export async function lockEnrollmentOfLesson(
  db: Db,
  { userId, lessonId, now }: { userId: string; lessonId: string; now: Date },
): Promise<EnrollmentOfLesson | undefined> {
  return findNamed(db, {
    name: 'lock_enrollment_of_lesson',
    text: `
      with ${lockedLearner('= $1')}, own as (
        select ${selectList(plainColumns)},
          bit_count(enrollments.remaining_lessons)::int as remaining
        from lesson_revisions asked
        join enrollments on enrollments.course_id = asked.course_id
          and enrollments.user_id = $1 and ${isOpen('enrollments', '$3')}
        left join learner on learner.id = enrollments.user_id
        where asked.id = $2 for no key update of enrollments
      )
      select own.*, coalesce(l.key, asked.key) as "lessonKey",
        coalesce(l.type, asked.type) as "lessonType", locked.facts as "lockFacts"
      from own
      join lesson_revisions asked on asked.id = $2
      left join course_versions v on v.id = own."versionId"
      left join ${lessonAskedFor} as l on true
      left join lateral (
        select ${lockFacts} as facts from enrollments e
        where e.user_id = own."userId" and e.course_id = own."courseId"
      ) as locked on true`,
    values: [userId, lessonId, now],
  })
}

/** Lists which of the courses the user has until an end, and could buy. */
export function listBuyableAmong(
  db: Db,
  { userId, courseIds, now }: OwnedAmong,
): Promise<string[]> {
  return listNamed(db, {
    name: 'list_buyable_among',
    text: `
      select e.course_id as "courseId" from enrollments e
      join courses c on c.id = e.course_id and c.status = 'published'
      where e.user_id = $1 and e.course_id = any($2::uuid[]) and ${isOpen('e', '$3')}
        and not ${isForGood}`,
    values: [userId, courseIds, now],
  })
}

interface OwnedAmong {
  userId: string
  courseIds: string[]
  now: Date
}

/** Finds which of the courses the user has for good: without an end, or bought. */
export async function findOwnedAmong(db: Db, among: OwnedAmong): Promise<string[]> {
  const owned = await listOwnedAmong(db, among)
  return owned.flatMap(({ courseId, leftAt, isForGood }) =>
    leftAt === null && isForGood ? courseId : [],
  )
}

/** Lists which of the courses the user has, or has left and can return to. */
export function listOwnedAmong(
  db: Db,
  { userId, courseIds, now }: OwnedAmong,
): Promise<{ courseId: string; leftAt: Date | null; isForGood: boolean }[]> {
  return runNamed(db, {
    name: 'list_owned_among',
    text: `
      select course_id as "courseId", left_at as "leftAt", ${isForGood} as "isForGood"
      from enrollments e
      where user_id = $1 and course_id = any($2::uuid[])
        and (status = 'active' or left_at is not null) and (ends_at is null or ends_at > $3)`,
    values: [userId, courseIds, now],
  })
}

/** Ends access until the user returns; undefined if there was none. */
export async function leaveCourse(
  db: Db,
  { userId, courseId, at }: EnrollmentKey & { at: Date },
): Promise<{ kind: CourseKind } | undefined> {
  const [left] = await db
    .update(enrollments)
    .set({ status: 'ended', leftAt: at })
    .where(and(isOf(userId, courseId), eq(enrollments.status, 'active'), isAhead(at)))
    .returning({ kind: kindOfCourse })
  return left
}

/** Reopens a course that the user has left, as it was; undefined if it was not left. */
export async function returnToCourse(
  db: Db,
  { userId, courseId, at }: EnrollmentKey & { at: Date },
): Promise<{ kind: CourseKind } | undefined> {
  const [opened] = await db
    .update(enrollments)
    .set({ status: 'active', leftAt: null })
    .where(and(isOf(userId, courseId), isNotNull(enrollments.leftAt), isAhead(at)))
    .returning({ kind: kindOfCourse })
  return opened
}

const kindOfCourse = sql<CourseKind>`
  (select kind from courses where courses.id = enrollments.course_id)`

/** Completes an enrollment; true only for the call that does. */
export async function completeEnrollment(
  db: Db,
  { userId, courseId, at }: EnrollmentKey & { at: Date },
): Promise<boolean> {
  const { rowCount } = await db
    .update(enrollments)
    // Activity is kept to the minute: it must not precede the completion.
    .set({
      completedAt: at,
      lastActivityAt: sql`greatest(${enrollments.lastActivityAt}, ${at.toISOString()}::timestamptz)`,
    })
    .where(and(isOf(userId, courseId), isNull(enrollments.completedAt)))
  return rowCount === 1
}

/** Records since when a course is taken again to renew its certificate; null ends that. */
export async function setRenewingSince(
  db: Db,
  { userId, courseId, at, versionId }: EnrollmentKey & { at: Date | null; versionId?: string },
): Promise<void> {
  await db
    .update(enrollments)
    .set({ renewingSince: at, ...(versionId !== undefined && { versionId }) })
    .where(isOf(userId, courseId))
}

/** Lists the user's enrollments in courses with a greater id, in the order of the courses' ids. */
export async function listEnrollmentsOf(
  db: Db,
  { userId, after, limit }: PageAfter & { userId: string },
) {
  return db
    .select({
      ...enrollmentColumns,
      courseTitle: courseVersions.title,
      courseVersion: courseVersions.number,
    })
    .from(enrollments)
    .innerJoin(courseVersions, eq(courseVersions.id, enrollments.versionId))
    .where(and(eq(enrollments.userId, userId), isAfter(enrollments.courseId, after)))
    .orderBy(asc(enrollments.courseId))
    .limit(limit)
}

/** Whether it has no end, or one after this instant. */
function isAhead(at: Date) {
  return or(isNull(enrollments.endsAt), gt(enrollments.endsAt, at))
}

function isOf(userId: string, courseId: string) {
  return and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId))
}
