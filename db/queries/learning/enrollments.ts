import { and, asc, desc, eq, getTableColumns, gt, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../client.ts'
import { runNamed } from '../../named-statement.ts'
import { courses, courseVersions } from '../../schema/learning/courses.ts'
import { enrollments } from '../../schema/learning/enrollments.ts'
import { selectList } from '../../select-list.ts'

const { remainingLessons, ...plainColumns } = getTableColumns(enrollments)

/** The bits stay in the database: they grow with the course, and their number says enough. */
const enrollmentColumns = {
  ...plainColumns,
  /** Required lessons not completed yet; null as long as `requiredLessons` is. */
  remaining: sql<number | null>`bit_count(${remainingLessons})::int`,
}

export type EnrollmentRow = Omit<typeof enrollments.$inferSelect, 'remainingLessons'> & {
  remaining: number | null
}

export interface EnrollmentKey {
  userId: string
  courseId: string
}

export async function findEnrollment(
  db: Db,
  { userId, courseId }: EnrollmentKey,
): Promise<EnrollmentRow | undefined> {
  const [enrollment] = await db
    .select(enrollmentColumns)
    .from(enrollments)
    .where(isOf(userId, courseId))
  return enrollment
}

/**
 * Locks the enrollment until the end of the transaction, but not its key: a lesson's first report
 * refers to that, and could otherwise be in a deadlock with its completion.
 */
export async function lockEnrollment(
  db: Db,
  { userId, courseId }: EnrollmentKey,
): Promise<EnrollmentRow | undefined> {
  const [enrollment] = await runNamed<EnrollmentRow>(db, {
    name: 'lock_enrollment',
    text: `
      select ${selectList(plainColumns)},
        bit_count(enrollments.remaining_lessons)::int as remaining
      from enrollments where user_id = $1 and course_id = $2 for no key update`,
    values: [userId, courseId],
  })
  return enrollment
}

/**
 * Like lockEnrollment(), of the user's active enrollment in the course of a lesson of any version.
 * Undefined if there is none.
 */
export async function lockEnrollmentOfLesson(
  db: Db,
  { userId, lessonId }: { userId: string; lessonId: string },
): Promise<(EnrollmentRow & { lessonKey: string }) | undefined> {
  const [enrollment] = await runNamed<EnrollmentRow & { lessonKey: string }>(db, {
    name: 'lock_enrollment_of_lesson',
    text: `
      select ${selectList(plainColumns)},
        bit_count(enrollments.remaining_lessons)::int as remaining, lessons.key as "lessonKey"
      from lessons
      join enrollments on enrollments.course_id = lessons.course_id
        and enrollments.user_id = $1 and enrollments.status = 'active'
      where lessons.id = $2 for no key update of enrollments`,
    values: [userId, lessonId],
  })
  return enrollment
}

/** Those of the courses in which the user is enrolled. */
export async function findEnrolledAmong(
  db: Db,
  userId: string,
  courseIds: string[],
): Promise<string[]> {
  const found = await db
    .select({ courseId: enrollments.courseId })
    .from(enrollments)
    .where(
      and(
        eq(enrollments.userId, userId),
        eq(enrollments.status, 'active'),
        sql`${enrollments.courseId} = any(${sql.param(courseIds)}::uuid[])`,
      ),
    )
  return found.map(({ courseId }) => courseId)
}

/**
 * Enrolls the user, or reopens an ended enrollment, and counts its lessons. True when access is
 * new.
 */
export async function upsertEnrollment(
  db: Db,
  enrollment: typeof enrollments.$inferInsert,
): Promise<boolean> {
  const opened = await db
    .insert(enrollments)
    .values(enrollment)
    .onConflictDoUpdate({
      target: [enrollments.userId, enrollments.courseId],
      set: { status: 'active', source: enrollment.source, versionId: enrollment.versionId },
      setWhere: eq(enrollments.status, 'ended'),
    })
    .returning({ courseId: enrollments.courseId })
  if (opened.length === 0) return false

  // Locked since it was written.
  await recountLessons(db, enrollment)
  return true
}

/** Ends access that was bought; progress and completion are kept. */
export async function endBoughtEnrollment(
  db: Db,
  { userId, courseId }: EnrollmentKey,
): Promise<void> {
  await db
    .update(enrollments)
    .set({ status: 'ended' })
    .where(and(isOf(userId, courseId), eq(enrollments.source, 'transaction')))
}

/** Ends access however it was given; true when there was any. Progress and completion are kept. */
export async function endEnrollment(db: Db, { userId, courseId }: EnrollmentKey): Promise<boolean> {
  const ended = await db
    .update(enrollments)
    .set({ status: 'ended' })
    .where(and(isOf(userId, courseId), eq(enrollments.status, 'active')))
    .returning({ courseId: enrollments.courseId })
  return ended.length === 1
}

/** The user's newest enrollments. */
export async function listNewestEnrollments(
  db: Db,
  { userId, limit }: { userId: string; limit: number },
) {
  return db
    .select({ ...enrollmentColumns, slug: courses.slug })
    .from(enrollments)
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .where(eq(enrollments.userId, userId))
    .orderBy(desc(enrollments.enrolledAt), asc(enrollments.courseId))
    .limit(limit)
}

/** True for the one call that completes it. */
export async function completeEnrollment(
  db: Db,
  { userId, courseId, at }: EnrollmentKey & { at: Date },
): Promise<boolean> {
  const completed = await db
    .update(enrollments)
    .set({ completedAt: at })
    .where(and(isOf(userId, courseId), isNull(enrollments.completedAt)))
    .returning({ courseId: enrollments.courseId })
  return completed.length === 1
}

/** The user's enrollments in courses with a greater id, in the order of the courses' ids. */
export async function listEnrollmentsOf(
  db: Db,
  { userId, after, limit }: { userId: string; after: string | undefined; limit: number },
) {
  return db
    .select({
      ...enrollmentColumns,
      courseTitle: courseVersions.title,
      courseVersion: courseVersions.number,
    })
    .from(enrollments)
    .innerJoin(courseVersions, eq(courseVersions.id, enrollments.versionId))
    .where(
      and(
        eq(enrollments.userId, userId),
        after === undefined ? undefined : gt(enrollments.courseId, after),
      ),
    )
    .orderBy(asc(enrollments.courseId))
    .limit(limit)
}

/**
 * Counts the lessons of the enrollment `e` from the rows: required ones count; in a course without
 * any, all do. Reads the whole course.
 */
export const countedLessons = `
  select count(*) filter (where counts)::int as required,
    coalesce(
      string_agg(
        case when counts and completed_at is null then '1' else '0' end, '' order by place
      ),
      ''
    )::bit varying as remaining
  from (
    select place, p.completed_at,
      coalesce(l.required or not bool_or(l.required) over (), false) as counts
    from generate_series(
      0, (select max(position) from lessons where version_id = e.version_id)
    ) as place
    left join lessons l on l.version_id = e.version_id and l.position = place
    left join lesson_progress p
      on p.user_id = e.user_id and p.course_id = e.course_id and p.lesson_key = l.key
  ) as lesson`

export interface LessonCounts {
  requiredLessons: number
  remaining: number
}

/** How many lessons the enrollment requires and how many are left, counted from the rows. */
export async function countLessons(
  db: Db,
  { userId, courseId }: EnrollmentKey,
): Promise<LessonCounts | undefined> {
  const [counts] = await runNamed<LessonCounts>(db, {
    name: 'count_lessons',
    text: `
      select counted.required as "requiredLessons", bit_count(counted.remaining)::int as remaining
      from enrollments e cross join lateral (${countedLessons}) as counted
      where e.user_id = $1 and e.course_id = $2`,
    values: [userId, courseId],
  })
  return counts
}

/**
 * Counts them and keeps the result with the enrollment, which must be locked; true when it was
 * different.
 */
export async function recountLessons(
  db: Db,
  { userId, courseId }: EnrollmentKey,
): Promise<boolean> {
  const changed = await runNamed(db, {
    name: 'recount_lessons',
    text: `
      update enrollments set
        remaining_lessons = counted.remaining, required_lessons = counted.required
      from (
        select counted.* from enrollments e cross join lateral (${countedLessons}) as counted
        where e.user_id = $1 and e.course_id = $2
      ) as counted
      where user_id = $1 and course_id = $2
        and (remaining_lessons is distinct from counted.remaining
          or required_lessons is distinct from counted.required)
      returning user_id`,
    values: [userId, courseId],
  })
  return changed.length === 1
}

/** The last completion among the lessons that the enrollment requires. */
export async function findLastCompletion(
  db: Db,
  { userId, courseId }: EnrollmentKey,
): Promise<Date | undefined> {
  const [last] = await runNamed<{ completedAt: Date | null }>(db, {
    name: 'find_last_completion',
    text: `
      select coalesce(
        max(p.completed_at) filter (where l.required), max(p.completed_at)
      ) as "completedAt"
      from enrollments e
      join lessons l on l.version_id = e.version_id
      join lesson_progress p
        on p.user_id = e.user_id and p.course_id = e.course_id and p.lesson_key = l.key
      where e.user_id = $1 and e.course_id = $2`,
    values: [userId, courseId],
  })
  return last?.completedAt ?? undefined
}

function isOf(userId: string, courseId: string) {
  return and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId))
}
