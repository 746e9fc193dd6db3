import { and, asc, eq, sql } from 'drizzle-orm'
import type { PageAfter } from '../../../page.ts'
import type { Db } from '../../../postgres/client.ts'
import { anyNamed, findNamed, runNamed } from '../../../postgres/named-statement.ts'
import type { EnrollmentKey } from '../../../schema/learning/enrollments.ts'
import { lessonProgress } from '../../../schema/learning/progress.ts'
import { isOpen } from '../../courses/courses/is-open.ts'
import { type LockFacts, lockFacts } from '../../courses/courses/lock-facts.ts'
import { completesBy } from '../../courses/lessons.ts'
import { countedLessons } from '../enrollments/lesson-counts.ts'
import { isActivityDue } from './activity.ts'
import {
  joinCompletion,
  joinPercent,
  joinPosition,
  joinWatched,
  positionColumns,
  positionOf,
} from './join-progress.ts'

export type ProgressRow = typeof lessonProgress.$inferSelect

/** The place where a list of lessons' progress goes on. */
export type LessonPlace = Pick<ProgressRow, 'courseId' | 'lessonKey'>

export type MergedProgress = Pick<
  ProgressRow,
  'courseId' | 'percent' | 'positionSeconds' | 'completedAt' | 'watched'
>

/** The instant and the id of a report, which decide which position is the latest. */
export interface ReportPlace {
  id: string
  at: Date
}

/**
 * Merges a report, so that retries, duplicates and any order give the same row: percent only rises,
 * the earliest completion stays, the latest position wins, watched seconds add up.
 */
export async function mergeProgress(
  db: Db,
  progress: EnrollmentKey & {
    lessonKey: string
    percent: number
    /** The learner's position, if reported, and the id of the report. */
    position?: { seconds: number; id: string } | undefined
    /** Ranges as PostgreSQL writes them; null if none were reported. */
    watched?: string | null
    at: Date
    /** Whether the learner acted, rather than somebody for them; default: true. */
    isActivity?: boolean
  },
): Promise<MergedProgress> {
  const { userId, courseId, lessonKey, percent, position, at } = progress
  const { watched = null, isActivity = true } = progress
  const completedAt = percent === 100 ? at : null
  const [merged] = await runNamed<MergedProgress>(db, {
    name: 'merge_progress',
    text: `
      with touched as (
        update enrollments e set last_activity_at = $7
        where e.user_id = $1 and e.course_id = $2 and ${isActivityDue('$7')} and $9
      )
      insert into lesson_progress as p
        (user_id, course_id, lesson_key, percent, completed_at, updated_at, watched,
          ${positionColumns})
      values ($1, $2, $3, $4, $6, $7, $8::int4multirange,
        ${positionOf({ seconds: '$5', at: '$7', id: '$10' })})
      on conflict (user_id, course_id, lesson_key) do update set
        ${joinPercent}, ${joinCompletion}, ${joinWatched}, ${joinPosition}
      returning p.course_id as "courseId", p.percent, p.position_seconds as "positionSeconds",
        p.completed_at as "completedAt", p.watched`,
    values: [
      ...[userId, courseId, lessonKey, percent, position?.seconds ?? null, completedAt, at],
      ...[watched, isActivity, position?.id ?? null],
    ],
  })
  if (merged === undefined) throw new Error('The progress was not written.')
  return merged
}

/** A lesson in the learner's version, and the learner's progress in the course with it. */
export interface PlaceInCourse {
  lessonId: string
  required: boolean
  courseCompletedAt: Date | null
  /** Since when the course is being taken again. */
  courseRenewingSince: Date | null
  /** The number of required lessons in the version; null while they are not counted. */
  requiredLessons: number | null
  /** The number of them not completed yet; null while they are not counted. */
  remaining: number | null
  /** The next of them after this lesson, starting over after the last one. */
  nextLessonId: string | null
  nextTitle: string | null
  /** Whether order or time could lock lessons. */
  isRuled: boolean
}

export interface ReportedProgress extends PlaceInCourse {
  courseId: string
  /** Whether the enrollment was last stamped more than a minute before. */
  isActivityDue: boolean
  percent: number
  positionSeconds: number
  completedAt: Date | null
  /** Ranges of seconds, as PostgreSQL writes them; null unless reported. */
  watched: string | null
}

// Bits count from 0, and their positions in a string from 1. Takes the next lesson that is left;
// else the first of all, unless that is this one. Reads no lesson to find the next.
const placeInCourse = `
  own.id as "lessonId", own.required, own.completed_at as "courseCompletedAt",
    own.renewing_since as "courseRenewingSince",
    own.required_lessons as "requiredLessons",
    bit_count(own.remaining_lessons)::int as remaining,
    next.id as "nextLessonId", next.title as "nextTitle",
    own.ruled as "isRuled"`
const nextLesson = `
  left join lateral (
    select id, title from lesson_revisions
    where course_id = own.course_id
      and position = case
        when position(B'1' in substring(own.remaining_lessons from own.position + 2)) > 0
        then own.position
          + position(B'1' in substring(own.remaining_lessons from own.position + 2))
        else nullif(position(B'1' in own.remaining_lessons), own.position + 1) - 1
      end
      and until_version >= own.version and from_version <= own.version
    limit 1
  ) as next on true`
export const ownColumns = `
  e.user_id, e.course_id, e.completed_at, e.renewing_since, e.required_lessons,
    v.number as version, v.ruled, l.id, l.key, l.required, l.position`
// Leaves former keys, ids of other versions, and lessons that could be locked because nobody has
// opened them to the full path: looking for them would cost every report a tenth more.
export const ownOf = (now: string, user = '$1') => `
  join enrollments e
    on e.course_id = l.course_id and e.user_id = ${user} and ${isOpen('e', now)}
  join course_versions v
    on v.id = e.version_id and l.until_version >= v.number and l.from_version <= v.number`
export const isSurelyOpen = `
  (not v.ruled or e.completed_at is not null or l.preview or exists (
    select from lesson_openings o
    where o.user_id = e.user_id and o.course_id = e.course_id and o.lesson_key = l.key))`
export const reportedBy = (join: string, more = '') => `
  select ${more} own.is_activity_due as "isActivityDue", own.course_id as "courseId", merged.percent,
    merged.position_seconds as "positionSeconds", merged.completed_at as "completedAt",
    merged.watched,
    ${placeInCourse}
  from own ${join} ${nextLesson}`
export const reported = reportedBy('cross join merged')

// The lock puts two concurrent reports in order, and shows the second what the first has left. The
// trigger takes the bit off only after this statement has answered.
const withoutThisLesson = `
  case when l.position < length(e.remaining_lessons)
    then set_bit(e.remaining_lessons, l.position, 0) end`
const mergeCompletedLesson = `
  with own as (
    select ${ownColumns}, ${withoutThisLesson} as remaining_lessons,
      ${isActivityDue('$4')} as is_activity_due
    from lesson_revisions l ${ownOf('$4')}
    where l.id = $2 and ${isSurelyOpen} and e.completed_at is null
      and bit_count(${withoutThisLesson}) > 0
      and (${completesBy('report')} or ${completesBy('watching')} and l.details is null)
    for no key update of e
  ), touched as (
    update enrollments e set last_activity_at = $4
    from own where own.is_activity_due and e.user_id = own.user_id and e.course_id = own.course_id
  ), merged as (
    insert into lesson_progress as p
      (user_id, course_id, lesson_key, percent, completed_at, updated_at, ${positionColumns})
    select user_id, course_id, key, 100, $4::timestamptz, $4::timestamptz,
      ${positionOf({ seconds: '$3', at: '$4', id: '$5' })}
    from own
    on conflict (user_id, course_id, lesson_key) do update set
      ${joinPercent}, ${joinCompletion}, ${joinPosition}
    returning p.percent, p.position_seconds, p.completed_at, p.watched
  )
  ${reported}`

/**
 * Works like reportPartly(), for a report that completes a lesson. Does nothing and returns
 * undefined if no lesson would remain or that is unknown, and for a video whose watching may count.
 */
export async function reportCompletedLesson(
  db: Db,
  report: ReportPlace & { userId: string; lessonId: string; positionSeconds: number | undefined },
): Promise<ReportedProgress | undefined> {
  const { userId, lessonId, positionSeconds, at, id } = report
  return findNamed(db, {
    name: 'merge_completed_lesson',
    text: mergeCompletedLesson,
    values: [userId, lessonId, positionSeconds ?? null, at, id],
  })
}

/** Finds the learner's place at the lesson of this key; undefined if the version has none. */
export async function findPlaceInCourse(
  db: Db,
  { userId, courseId, lessonKey }: EnrollmentKey & { lessonKey: string },
): Promise<PlaceInCourse | undefined> {
  return findNamed(db, {
    name: 'find_place_in_course',
    text: `
      with own as (
        select ${ownColumns}, e.remaining_lessons
        from enrollments e
        join course_versions v on v.id = e.version_id
        join lesson_revisions l on l.course_id = v.course_id and l.key = $3
          and l.until_version >= v.number and l.from_version <= v.number
        where e.user_id = $1 and e.course_id = $2
      )
      select ${placeInCourse} from own ${nextLesson}`,
    values: [userId, courseId, lessonKey],
  })
}

export interface LessonProgressRow {
  id: string
  key: string
  title: string
  required: boolean
  percent: number
  positionSeconds: number
  completedAt: Date | null
  /** Ranges of seconds, as PostgreSQL writes them; null unless reported. */
  watched: string | null
  /** Null if nothing can lock it. */
  lockFacts: LockFacts | null
}

const lessonProgressColumns = `
  l.id, l.key, l.title, l.required, coalesce(p.percent, 0) as percent,
    coalesce(p.position_seconds, 0) as "positionSeconds", p.completed_at as "completedAt",
    p.watched, ${lockFacts} as "lockFacts"`
// The limit keeps the planner from reading all progress of a long course for one page.
const ownProgress = `
  left join lateral (
    select * from lesson_progress
    where user_id = e.user_id and course_id = e.course_id and lesson_key = l.key limit 1
  ) p on true
  where e.user_id = $1 and e.course_id = $2
  order by l.position limit $4`
// Goes by key, so that a cursor outlives a change of the version; for a lesson that the new version
// lacks, by its place. Lists that end too early look complete.
const startOfPage = `
  case when $3::uuid is null then 0 else (
    select coalesce(own.position + 1, asked.position) from lesson_revisions asked
    left join lessons own on own.version_id = e.version_id and own.key = asked.key
    where asked.id = $3 and asked.course_id = e.course_id
  ) end`

/** Lists lessons of the learner's version in order, each with the learner's progress. */
export async function listProgress(
  db: Db,
  { userId, courseId }: EnrollmentKey,
  { after, limit }: PageAfter,
): Promise<LessonProgressRow[]> {
  return runNamed(db, {
    name: 'list_progress',
    text: `
      select ${lessonProgressColumns}
      from enrollments e
      join course_versions v on v.id = e.version_id
      cross join lateral (
        select id, key, former_keys, title, required, preview, details, position
        from lesson_revisions
        where course_id = v.course_id and position >= ${startOfPage}
          and until_version >= v.number and from_version <= v.number
        order by position limit $4
      ) as l
      ${ownProgress}`,
    values: [userId, courseId, after ?? null, limit],
  })
}

/** Works like listProgress(), for the lessons still needed to complete the course. */
export async function listMissingLessons(
  db: Db,
  { userId, courseId }: EnrollmentKey,
  { after, limit }: PageAfter,
): Promise<LessonProgressRow[]> {
  return runNamed(db, {
    name: 'list_missing_lessons',
    text: `
      select ${lessonProgressColumns}
      from enrollments e
      join course_versions v on v.id = e.version_id
      cross join lateral (
        select coalesce(
          e.remaining_lessons, (select remaining from (${countedLessons}) as counted)
        ) as bits
      ) as counted
      cross join lateral (
        select place from generate_series(${startOfPage}, length(bits) - 1) as place
        where get_bit(bits, place) = 1 limit $4
      ) as missing
      cross join lateral (
        select id, key, former_keys, title, required, preview, details, position
        from lesson_revisions
        where course_id = e.course_id and position = missing.place
          and until_version >= v.number and from_version <= v.number
        limit 1
      ) as l
      ${ownProgress}`,
    values: [userId, courseId, after ?? null, limit],
  })
}

/** Finds the progress in one lesson; undefined if the learner's version has none of this key. */
export async function findLessonProgress(
  db: Db,
  { userId, courseId, lessonKey }: EnrollmentKey & { lessonKey: string },
): Promise<LessonProgressRow | undefined> {
  return findNamed(db, {
    name: 'find_lesson_progress',
    text: `
      select ${lessonProgressColumns}
      from enrollments e
      join course_versions v on v.id = e.version_id
      join lesson_revisions l on l.course_id = e.course_id and l.key = $3
        and l.until_version >= v.number and l.from_version <= v.number
      ${ownProgress}`,
    values: [userId, courseId, lessonKey, 1],
  })
}

/** Lists the user's progress in the lessons of all courses, in the order of the primary key. */
export async function listProgressOf(
  db: Db,
  { userId, after, limit }: PageAfter<LessonPlace> & { userId: string },
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

/** Whether the learner passed the lesson, under any of its keys. */
export async function hasPassed(
  db: Db,
  { userId, courseId, lessonId }: EnrollmentKey & { lessonId: string },
): Promise<boolean> {
  return anyNamed(db, {
    name: 'has_passed',
    text: `
      (select a.id from lesson_revisions l join attempts a on a.user_id = $1 and a.course_id = $2
        and a.lesson_key = any(array_append(l.former_keys, l.key))
      where l.id = $3 and a.passed limit 1)
      union all
      select e.course_id from lesson_revisions l
      join courses c on c.slug = l.details -> 'course' ->> 'slug'
      join enrollments e on e.user_id = $1 and e.course_id = c.id and e.completed_at is not null
      where l.id = $3`,
    values: [userId, courseId, lessonId],
  })
}

/**
 * Allows completing lessons that their learner has not passed, until the end of the transaction.
 */
export async function allowMarks(db: Db): Promise<void> {
  const text = "select set_config('lyceum.marks_lessons', 'on', true)"
  await runNamed(db, { name: 'allow_marks', text, values: [] })
}

/** Restarts a lesson. Its row stays: what was opened is never locked. Recount the lessons next. */
export async function reopenLesson(
  db: Db,
  { userId, courseId, lessonKey, at }: EnrollmentKey & { lessonKey: string; at: Date },
): Promise<void> {
  await runNamed(db, {
    name: 'reopen_lesson',
    text: `
      update lesson_progress
      set percent = 0, position_seconds = 0, position_at = null, position_id = null,
        completed_at = null, watched = null, updated_at = $4, reopened_at = $4
      where user_id = $1 and course_id = $2 and lesson_key = $3`,
    values: [userId, courseId, lessonKey, at],
  })
}

/** Counts the lessons of the course in which the user has reported anything, or tried. */
export async function countProgressIn(
  db: Db,
  { userId, courseId }: EnrollmentKey,
): Promise<number> {
  const counted = await findNamed<{ lessons: number }>(db, {
    name: 'count_progress_in_course',
    text: `
      select count(*)::int as lessons from (
        select lesson_key from lesson_progress where user_id = $1 and course_id = $2
        union select lesson_key from attempts where user_id = $1 and course_id = $2
      ) as begun`,
    values: [userId, courseId],
  })
  return counted?.lessons ?? 0
}

/**
 * Deletes everything reported and tried in the course, and when its videos were opened. Older
 * reports that arrive later find that it was cleared.
 */
export async function deleteProgressIn(
  db: Db,
  { userId, courseId, at }: EnrollmentKey & { at: Date },
): Promise<void> {
  await runNamed(db, {
    name: 'delete_progress_in_course',
    text: `
      with opened as (delete from lesson_openings where user_id = $1 and course_id = $2),
        tried as (delete from attempts where user_id = $1 and course_id = $2),
        cleared as (
          update enrollments set progress_cleared_at = $3 where user_id = $1 and course_id = $2
        )
      delete from lesson_progress where user_id = $1 and course_id = $2`,
    values: [userId, courseId, at],
  })
}

/** Finds a lesson's key in a version by a current or former one; undefined if it has none. */
export async function findKeyInVersion(
  db: Db,
  { courseId, versionId, lessonKey }: { courseId: string; versionId: string; lessonKey: string },
): Promise<string | undefined> {
  const found = await findNamed<{ key: string }>(db, {
    name: 'find_key_in_version',
    text: `
      select key from lessons
      where version_id = $2 and course_id = $1 and (key = $3 or former_keys @> array[$3::text])
      order by key = $3 desc, position limit 1`,
    values: [courseId, versionId, lessonKey],
  })
  return found?.key
}
