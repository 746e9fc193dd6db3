import { and, asc, desc, eq, getTableColumns, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../client.ts'
import { runNamed } from '../../named-statement.ts'
import { courses, courseVersions } from '../../schema/learning/courses.ts'
import { enrollments } from '../../schema/learning/enrollments.ts'
import { selectList } from '../../select-list.ts'
import { type NewerVersion, newerVersion } from './courses.ts'
import { lessonAskedFor } from './lessons.ts'

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
export function lockEnrollment(
  db: Db,
  learning: EnrollmentKey,
): Promise<EnrollmentRow | undefined> {
  return lock(db, learning, { name: 'lock_enrollment', strength: 'no key update' })
}

/**
 * Like lockEnrollment(), with its key: partial reports, which hold that while they write, are there
 * when this returns, and later ones find the version that the transaction leaves.
 */
export function lockEnrollmentToMove(
  db: Db,
  learning: EnrollmentKey,
): Promise<EnrollmentRow | undefined> {
  return lock(db, learning, { name: 'lock_enrollment_to_move', strength: 'update' })
}

async function lock(
  db: Db,
  { userId, courseId }: EnrollmentKey,
  { name, strength }: { name: string; strength: 'no key update' | 'update' },
): Promise<EnrollmentRow | undefined> {
  const [enrollment] = await runNamed<EnrollmentRow>(db, {
    name,
    text: `
      select ${selectList(plainColumns)},
        bit_count(enrollments.remaining_lessons)::int as remaining
      from enrollments where user_id = $1 and course_id = $2 for ${strength}`,
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
      with own as (
        select ${selectList(plainColumns)},
          bit_count(enrollments.remaining_lessons)::int as remaining
        from lesson_revisions asked
        join enrollments on enrollments.course_id = asked.course_id
          and enrollments.user_id = $1 and enrollments.status = 'active'
        where asked.id = $2 for no key update of enrollments
      )
      select own.*, coalesce(l.key, asked.key) as "lessonKey"
      from own
      join lesson_revisions asked on asked.id = $2
      left join course_versions v on v.id = own."versionId"
      left join ${lessonAskedFor} as l on true`,
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
  const owned = await listOwnedAmong(db, userId, courseIds)
  return owned.flatMap(({ courseId, leftAt }) => (leftAt === null ? courseId : []))
}

/** Those of the courses that the user has, or has left and can return to. */
export function listOwnedAmong(
  db: Db,
  userId: string,
  courseIds: string[],
): Promise<{ courseId: string; leftAt: Date | null }[]> {
  return runNamed(db, {
    name: 'list_owned_among',
    text: `
      select course_id as "courseId", left_at as "leftAt" from enrollments
      where user_id = $1 and course_id = any($2::uuid[])
        and (status = 'active' or left_at is not null)`,
    values: [userId, courseIds],
  })
}

/**
 * Enrolls the user, or reopens an ended enrollment, and counts its lessons. A course that the user
 * has left opens as it was, and access that had ended in no older version than before. True when
 * access is new.
 */
export async function upsertEnrollment(
  db: Db,
  enrollment: typeof enrollments.$inferInsert,
): Promise<boolean> {
  const [opened] = await db
    .insert(enrollments)
    .values(enrollment)
    .onConflictDoUpdate({
      target: [enrollments.userId, enrollments.courseId],
      set: {
        status: 'active',
        source: sql`case when ${enrollments.leftAt} is null then excluded.source else ${enrollments.source} end`,
        versionId: sql`(
          select id from course_versions
          where id = ${enrollments.versionId}
            or (id = excluded.version_id and ${enrollments.leftAt} is null)
          order by number desc limit 1)`,
        leftAt: null,
      },
      setWhere: eq(enrollments.status, 'ended'),
    })
    .returning({ versionId: enrollments.versionId })
  if (opened === undefined) return false

  // Locked since it was written. Access that had ended may open in a version with newer keys.
  await copyFormerProgress(db, { ...enrollment, versionId: opened.versionId })
  await recountLessons(db, enrollment)
  return true
}

/** Ends access that was bought, for good; progress and completion are kept. */
export async function endBoughtEnrollment(
  db: Db,
  { userId, courseId }: EnrollmentKey,
): Promise<void> {
  await db
    .update(enrollments)
    .set({ status: 'ended', leftAt: null })
    .where(and(isOf(userId, courseId), eq(enrollments.source, 'transaction')))
}

/**
 * Ends access for good, however it was given and whether or not the user has left; true when there
 * was any. Progress and completion are kept.
 */
export async function endEnrollment(db: Db, { userId, courseId }: EnrollmentKey): Promise<boolean> {
  const ended = await db
    .update(enrollments)
    .set({ status: 'ended', leftAt: null })
    .where(
      and(
        isOf(userId, courseId),
        or(eq(enrollments.status, 'active'), isNotNull(enrollments.leftAt)),
      ),
    )
    .returning({ courseId: enrollments.courseId })
  return ended.length === 1
}

/** Ends access until the user returns; true when there was any. */
export async function leaveCourse(
  db: Db,
  { userId, courseId, at }: EnrollmentKey & { at: Date },
): Promise<boolean> {
  const left = await db
    .update(enrollments)
    .set({ status: 'ended', leftAt: at })
    .where(and(isOf(userId, courseId), eq(enrollments.status, 'active')))
    .returning({ courseId: enrollments.courseId })
  return left.length === 1
}

/** Opens a course that the user has left, as it was; true when it was left. */
export async function returnToCourse(
  db: Db,
  { userId, courseId }: EnrollmentKey,
): Promise<boolean> {
  const opened = await db
    .update(enrollments)
    .set({ status: 'active', leftAt: null })
    .where(and(isOf(userId, courseId), isNotNull(enrollments.leftAt)))
    .returning({ courseId: enrollments.courseId })
  return opened.length === 1
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

/** An enrollment as its learner sees it. */
export interface LearnersEnrollment {
  courseId: string
  slug: string
  title: string
  version: number
  status: 'active' | 'completed' | 'left' | 'ended'
  enrolledAt: Date
  completedAt: Date | null
  lastActivityAt: Date | null
  leftAt: Date | null
  requiredLessons: number
  remaining: number
  nextLesson: { id: string; key: string; title: string } | null
  certificate: { code: string; status: 'issued' | 'revoked' } | null
  newerVersion: NewerVersion | null
}

const statusForLearner = `
  case
    when e.left_at is not null then 'left'
    when e.status = 'ended' then 'ended'
    when e.completed_at is not null then 'completed'
    else 'active'
  end`

// Of the page alone everything else is read: one lesson, found by its bit and its place. Only
// enrollments from before lessons were counted are counted here.
const learnersEnrollments = `
  select e.course_id as "courseId", c.slug, v.title, v.number as version,
    ${statusForLearner} as status, e.enrolled_at as "enrolledAt",
    e.completed_at as "completedAt", e.last_activity_at as "lastActivityAt",
    e.left_at as "leftAt", counted.required as "requiredLessons",
    bit_count(counted.remaining)::int as remaining,
    case when next.id is not null
      then json_build_object('id', next.id, 'key', next.key, 'title', next.title)
    end as "nextLesson",
    case when cert.id is not null
      then json_build_object('code', cert.code, 'status', cert.status)
    end as certificate,
    ${newerVersion('c', 'v')} as "newerVersion"
  from page as e
  join courses c on c.id = e.course_id
  join course_versions v on v.id = e.version_id
  cross join lateral (
    select e.remaining_lessons as remaining, e.required_lessons as required
    where e.required_lessons is not null
    union all
    select counted.remaining, counted.required from (${countedLessons}) as counted
    where e.required_lessons is null
  ) as counted
  left join lateral (
    select l.id, l.key, l.title from lesson_revisions l
    where l.course_id = e.course_id and l.position = position(B'1' in counted.remaining) - 1
      and v.number between l.from_version and l.until_version
    order by l.from_version desc limit 1
  ) as next on true
  left join certificates cert on cert.user_id = e.user_id and cert.course_id = e.course_id
    and cert.status <> 'superseded'
  order by e.active_at desc, e.course_id`

/** Where a page of courses starts. */
export interface AfterCourse {
  activeAt: Date
  courseId: string
  /** When the page before was read: what was active since then comes (again). */
  readAt: Date
}

/** The user's enrollments of all states or of one, newest activity first. */
export function listLearnersEnrollments(
  db: Db,
  {
    userId,
    status,
    after,
    limit,
  }: {
    userId: string
    status: LearnersEnrollment['status'] | undefined
    after: AfterCourse | undefined
    limit: number
  },
): Promise<LearnersEnrollment[]> {
  return runNamed(db, {
    name: 'list_learners_enrollments',
    text: `
      with page as (
        select e.*, active_at from enrollments e
        cross join lateral (select coalesce(e.last_activity_at, e.enrolled_at) as active_at) as a
        where e.user_id = $1 and ($2::text is null or ${statusForLearner} = $2)
          and ($3::timestamptz is null or active_at < $3 or active_at > $5
            or (active_at = $3 and e.course_id > $4::uuid))
        order by active_at desc, e.course_id limit $6
      )
      ${learnersEnrollments}`,
    values: [
      userId,
      status ?? null,
      after?.activeAt ?? null,
      after?.courseId ?? null,
      after?.readAt ?? null,
      limit,
    ],
  })
}

export async function findLearnersEnrollment(
  db: Db,
  { userId, courseId }: EnrollmentKey,
): Promise<LearnersEnrollment | undefined> {
  const [enrollment] = await runNamed<LearnersEnrollment>(db, {
    name: 'find_learners_enrollment',
    text: `
      with page as (
        select *, enrolled_at as active_at from enrollments where user_id = $1 and course_id = $2
      )
      ${learnersEnrollments}`,
    values: [userId, courseId],
  })
  return enrollment
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

/**
 * Gives the lessons of a version what the learner has done under their former keys: of several, and
 * of what there is already, the greatest percent, the earliest completion and the latest position.
 */
export async function copyFormerProgress(
  db: Db,
  { userId, courseId, versionId }: EnrollmentKey & { versionId: string },
): Promise<void> {
  await runNamed(db, {
    name: 'copy_former_progress',
    text: `
      insert into lesson_progress as p
        (user_id, course_id, lesson_key, percent, position_seconds, completed_at, updated_at)
      select $1, $2, l.key, max(former.percent),
        (array_agg(former.position_seconds order by former.updated_at desc))[1],
        min(former.completed_at), max(former.updated_at)
      from lessons l
      join lesson_progress former on former.user_id = $1 and former.course_id = $2
        and former.lesson_key = any(l.former_keys)
      where l.version_id = $3 and cardinality(l.former_keys) > 0
      group by l.key
      on conflict (user_id, course_id, lesson_key) do update set
        percent = greatest(p.percent, excluded.percent),
        position_seconds = case when excluded.updated_at > p.updated_at
          then excluded.position_seconds else p.position_seconds end,
        completed_at = least(p.completed_at, excluded.completed_at),
        updated_at = greatest(p.updated_at, excluded.updated_at)`,
    values: [userId, courseId, versionId],
  })
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
