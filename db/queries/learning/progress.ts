import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../client.ts'
import { runNamed } from '../../named-statement.ts'
import { lessons } from '../../schema/learning/lessons.ts'
import { lessonProgress } from '../../schema/learning/progress.ts'
import type { EnrollmentKey } from './enrollments.ts'

export type ProgressRow = typeof lessonProgress.$inferSelect

/**
 * Merges a report, so that retries, duplicates and any order give the same row: percent only
 * rises, the first completion stays, the latest position wins.
 */
export async function mergeProgress(
  db: Db,
  progress: EnrollmentKey & {
    lessonKey: string
    percent: number
    positionSeconds: number | undefined
    at: Date
  },
): Promise<ProgressRow> {
  const { userId, courseId, lessonKey, percent, positionSeconds, at } = progress
  const completedAt = percent === 100 ? at : null
  const [merged] = await db
    .insert(lessonProgress)
    .values({
      userId,
      courseId,
      lessonKey,
      percent,
      positionSeconds: positionSeconds ?? 0,
      completedAt,
      updatedAt: at,
    })
    .onConflictDoUpdate({
      target: [lessonProgress.userId, lessonProgress.courseId, lessonProgress.lessonKey],
      set: {
        percent: sql`greatest(${lessonProgress.percent}, excluded.percent)`,
        completedAt: sql`coalesce(${lessonProgress.completedAt}, excluded.completed_at)`,
        updatedAt: sql`greatest(${lessonProgress.updatedAt}, excluded.updated_at)`,
        ...(positionSeconds !== undefined && { positionSeconds }),
      },
    })
    .returning()
  if (merged === undefined) throw new Error('The progress was not written.')
  return merged
}

export interface ReportedProgress {
  courseId: string
  lessonId: string
  key: string
  title: string
  required: boolean
  percent: number
  positionSeconds: number
  completedAt: Date | null
  courseCompletedAt: Date | null
  lessons: number
  requiredLessons: number
  /** Lessons not completed yet, in order. */
  open: { lessonId: string; title: string; required: boolean }[]
}

const mergePartialProgress = `
  with own as (
    select e.user_id, e.course_id, e.version_id, e.completed_at, l.id, l.key, l.title, l.required
    from lessons asked
    join enrollments e on e.course_id = asked.course_id and e.user_id = $1 and e.status = 'active'
    join lessons l on l.version_id = e.version_id and l.key = asked.key
    where asked.id = $2
  ), merged as (
    insert into lesson_progress as p
      (user_id, course_id, lesson_key, percent, position_seconds, updated_at)
    select user_id, course_id, key, $3::smallint, coalesce($4::integer, 0), $5::timestamptz from own
    on conflict (user_id, course_id, lesson_key) do update set
      percent = greatest(p.percent, excluded.percent),
      position_seconds = coalesce($4::integer, p.position_seconds),
      updated_at = greatest(p.updated_at, excluded.updated_at)
    returning p.percent, p.position_seconds, p.completed_at
  )
  select own.course_id as "courseId", own.id as "lessonId", own.key, own.title, own.required,
    own.completed_at as "courseCompletedAt", merged.percent,
    merged.position_seconds as "positionSeconds", merged.completed_at as "completedAt", state.*
  from own, merged, lateral (
    select count(*)::int as lessons, count(*) filter (where l.required)::int as "requiredLessons",
      coalesce(
        json_agg(
          json_build_object('lessonId', l.id, 'title', l.title, 'required', l.required)
          order by l.position
        ) filter (where p.completed_at is null),
        '[]'
      ) as open
    from lessons l
    left join lesson_progress p
      on p.user_id = own.user_id and p.course_id = own.course_id and p.lesson_key = l.key
    where l.version_id = own.version_id
  ) state`

/**
 * Merges a report that completes nothing and returns the state of the course, in one statement:
 * players send it every few seconds. Undefined when the user is not enrolled or has no such lesson.
 */
export async function reportPartialProgress(
  db: Db,
  report: {
    userId: string
    lessonId: string
    percent: number
    positionSeconds: number | undefined
    at: Date
  },
): Promise<ReportedProgress | undefined> {
  const { userId, lessonId, percent, positionSeconds, at } = report
  const [reported] = await runNamed<ReportedProgress>(db, {
    name: 'merge_partial_progress',
    text: mergePartialProgress,
    values: [userId, lessonId, percent, positionSeconds ?? null, at],
  })
  return reported
}

/** All lessons of the version in order, each with the learner's progress. */
export async function listProgress(
  db: Db,
  { userId, courseId, versionId }: EnrollmentKey & { versionId: string },
) {
  return db
    .select({
      lessonId: lessons.id,
      key: lessons.key,
      title: lessons.title,
      required: lessons.required,
      percent: lessonProgress.percent,
      positionSeconds: lessonProgress.positionSeconds,
      completedAt: lessonProgress.completedAt,
    })
    .from(lessons)
    .leftJoin(
      lessonProgress,
      and(
        eq(lessonProgress.userId, userId),
        eq(lessonProgress.courseId, courseId),
        eq(lessonProgress.lessonKey, lessons.key),
      ),
    )
    .where(eq(lessons.versionId, versionId))
    .orderBy(asc(lessons.position))
}

/** The user's progress in the lessons of all courses, in the order of the primary key. */
export async function listProgressOf(
  db: Db,
  {
    userId,
    after,
    limit,
  }: {
    userId: string
    after: { courseId: string; lessonKey: string } | undefined
    limit: number
  },
): Promise<ProgressRow[]> {
  const isAfter =
    after &&
    sql`(${lessonProgress.courseId}, ${lessonProgress.lessonKey})
      > (${after.courseId}::uuid, ${after.lessonKey}::text)`
  return db
    .select()
    .from(lessonProgress)
    .where(and(eq(lessonProgress.userId, userId), isAfter))
    .orderBy(asc(lessonProgress.courseId), asc(lessonProgress.lessonKey))
    .limit(limit)
}
