import type { CourseRules } from '../../../../content/course-rules.ts'
import type { LessonType } from '../../../../content/lessons/lesson-type-names.ts'
import type { Db } from '../../../postgres/client.ts'
import { listNamed, runNamed } from '../../../postgres/named-statement.ts'
import type { EnrollmentKey } from '../../../schema/learning/enrollments.ts'
import { isOpen } from '../../courses/courses/is-open.ts'
import {
  type DayFacts,
  dayFacts,
  type LockFacts,
  lockFacts,
} from '../../courses/courses/lock-facts.ts'
import { completesBy, lessonAskedFor, secondsOf } from '../../courses/lessons.ts'
import type { LockedEnrollment } from '../enrollments/enrollments.ts'
import { isActivityDue } from './activity.ts'
import {
  joinCompletion,
  joinPercent,
  joinPosition,
  joinWatched,
  keptAt,
  keptId,
  positionColumns,
} from './join-progress.ts'
import { allowedBy, graceSeconds } from './watching.ts'

/** A lesson of any version, with what a reader may know of its course. */
export interface CourseOfLesson {
  lessonId: string
  courseId: string
  isEnrolled: boolean
  /** Whether people who are not learners can see that there is such a lesson. */
  isSold: boolean
}

/** Lists which of the lessons exist, with their courses. */
export function listCoursesOfLessons(
  db: Db,
  { userId, lessonIds, now }: { userId: string; lessonIds: readonly string[]; now: Date },
): Promise<CourseOfLesson[]> {
  return runNamed(db, {
    name: 'list_courses_of_lessons',
    text: `
      select asked.id as "lessonId", asked.course_id as "courseId",
        e.user_id is not null as "isEnrolled",
        c.status = 'published' and l.id is not null as "isSold"
      from lesson_revisions asked
      join courses c on c.id = asked.course_id
      left join enrollments e
        on e.course_id = asked.course_id and e.user_id = $1 and ${isOpen('e', '$3')}
      left join course_versions v
        on v.course_id = c.id and v.number = c.current_version and e.user_id is null
      left join ${lessonAskedFor} as l on true
      where asked.id = any($2::uuid[])`,
    values: [userId, lessonIds, now],
  })
}

/** A lesson of the learner's version, with the stored progress, for reports that come late. */
export interface ReportableLesson {
  /** The id in the requested version. */
  askedId: string
  key: string
  type: LessonType
  position: number
  /** The length of a video; null if unknown, and of other lessons. */
  seconds: number | null
  honesty: CourseRules['honesty']
  /** Seconds of a video that can have been watched since it was opened. */
  allowedSeconds: number
  /** Null if nothing can lock it. */
  lockFacts: LockFacts | null
  /** Null if no day opens it, whether it was opened or not. */
  dayFacts: DayFacts | null
  /** Null before the first report, like all that follows. */
  percent: number | null
  completedAt: Date | null
  reopenedAt: Date | null
  updatedAt: Date | null
  /** Ranges of seconds, as PostgreSQL writes them. */
  watched: string | null
  positionSeconds: number | null
  positionAt: Date | null
  positionId: string
}

/** Lists which of the lessons the learner's version has, under any of their keys. */
export function listReportableLessons(
  db: Db,
  { userId, courseId, isRuled }: LockedEnrollment,
  { lessonIds, now }: { lessonIds: string[]; now: Date },
): Promise<ReportableLesson[]> {
  const locks = isRuled === false ? ['null', 'null'] : [lockFacts, dayFacts]
  return runNamed(db, {
    name: isRuled === false ? 'list_reportable_lessons' : 'list_ruled_lessons',
    text: `
      select asked.id as "askedId", l.key, l.type, l.position, c.honesty,
        case when ${completesBy('watching')} then ${secondsOf} end as seconds,
        coalesce(${allowedBy('o.opened_at', '$4')}, ${graceSeconds}) as "allowedSeconds",
        ${locks[0]} as "lockFacts", ${locks[1]} as "dayFacts",
        p.percent, p.completed_at as "completedAt", p.reopened_at as "reopenedAt",
        p.updated_at as "updatedAt", p.watched, p.position_seconds as "positionSeconds",
        ${keptAt('p')} as "positionAt", ${keptId('p')} as "positionId"
      from enrollments e
      join courses c on c.id = e.course_id
      join course_versions v on v.id = e.version_id
      join lesson_revisions asked on asked.course_id = e.course_id and asked.id = any($3::uuid[])
      cross join ${lessonAskedFor} as l
      left join lesson_progress p
        on p.user_id = e.user_id and p.course_id = e.course_id and p.lesson_key = l.key
      left join lesson_openings o
        on o.user_id = e.user_id and o.course_id = e.course_id and o.lesson_key = l.key
      where e.user_id = $1 and e.course_id = $2`,
    values: [userId, courseId, lessonIds, now],
  })
}

/** Lists the places of the remaining lessons, in order; none while they are not counted. */
export function listRemainingPlaces(
  db: Db,
  { userId, courseId }: EnrollmentKey,
): Promise<number[]> {
  return listNamed(db, {
    name: 'list_remaining_places',
    text: `
      select place from enrollments e
      cross join generate_series(0, length(e.remaining_lessons) - 1) as place
      where e.user_id = $1 and e.course_id = $2 and get_bit(e.remaining_lessons, place) = 1
      order by place`,
    values: [userId, courseId],
  })
}

/** Late reports on a lesson, merged into one. */
export interface LateProgress {
  lessonKey: string
  /** Its place in the learner's version. */
  position: number
  percent: number
  completedAt: Date | null
  /** Time of the latest report. */
  updatedAt: Date
  /** Ranges of seconds, as PostgreSQL writes them. */
  watched: string | null
  positionSeconds: number
  positionAt: Date | null
  positionId: string | null
}

// Updates once for all lessons, before the trigger looks, which then has nothing to do: 500 updates
// of one row took as long as everything else.
const remainingAfter = `
  case when cardinality($5::integer[]) = 0 then e.remaining_lessons
    else e.remaining_lessons & (
      select string_agg(case when place = any($5) then '0' else '1' end, '' order by place)
      from generate_series(0, length(e.remaining_lessons) - 1) as place
    )::bit varying end`

/**
 * Merges reports into the stored progress, by the joins of mergeProgress(). The enrollment must be
 * locked, and its lessons counted; its activity is that of the latest report.
 */
export async function mergeLateProgress(
  db: Db,
  { userId, courseId, lessons, at }: EnrollmentKey & { lessons: LateProgress[]; at: Date },
): Promise<void> {
  const done = lessons.flatMap(({ completedAt, position }) => (completedAt ? [position] : []))
  await runNamed(db, {
    name: 'merge_late_progress',
    // Goes in the order of keys, in which a learner's rows are always locked.
    text: `
      with touched as (
        update enrollments e set
          last_activity_at = case when ${isActivityDue('$4')} then $4 else e.last_activity_at end,
          remaining_lessons = ${remainingAfter}
        where e.user_id = $1 and e.course_id = $2
          and (${isActivityDue('$4')} or cardinality($5::integer[]) > 0)
      )
      insert into lesson_progress as p
        (user_id, course_id, lesson_key, percent, completed_at, updated_at, watched,
          ${positionColumns})
      select $1, $2, "lessonKey", percent, "completedAt", "updatedAt", watched,
        "positionSeconds", "positionAt", "positionId"
      from jsonb_to_recordset($3::jsonb) as late ("lessonKey" text, percent smallint,
        "completedAt" timestamptz, "updatedAt" timestamptz, watched int4multirange,
        "positionSeconds" integer, "positionAt" timestamptz, "positionId" uuid)
      order by "lessonKey"
      on conflict (user_id, course_id, lesson_key) do update set
        ${joinPercent}, ${joinCompletion}, ${joinWatched}, ${joinPosition}`,
    values: [userId, courseId, JSON.stringify(lessons), at, done],
  })
}
