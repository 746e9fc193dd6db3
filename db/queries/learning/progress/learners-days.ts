import type { CourseKind } from '../../../../content/course-values.ts'
import type { Db } from '../../../postgres/client.ts'
import { listNamed, runNamed } from '../../../postgres/named-statement.ts'
import { isOpen } from '../../courses/courses/is-open.ts'

/** A lesson's dates. Rules as in content/days/days.ts. */
export interface LessonDays {
  key: string
  formerKeys: string[]
  title: string
  available: string | null
  due: string | null
  /** When an assignment is due, an instant. */
  dueAt: string | null
  isAssignment: boolean
}

/** The dates of a version of a course, with the lessons that have any. */
export interface VersionDays {
  versionId: string
  courseId: string
  title: string
  available: string | null
  due: string | null
  lessons: LessonDays[]
}

export function listDaysOfVersions(db: Db, versionIds: readonly string[]): Promise<VersionDays[]> {
  return runNamed(db, {
    name: 'list_days_of_versions',
    text: `
      select v.id as "versionId", v.course_id as "courseId", v.title,
        v.available, v.due, timed.lessons
      from course_versions v
      cross join lateral (
        select coalesce(json_agg(json_build_object('key', l.key, 'formerKeys', l.former_keys,
          'title', l.title, 'available', l.details ->> 'available', 'due', l.details ->> 'due',
          'dueAt', l.details -> 'assignment' ->> 'dueAt', 'isAssignment', l.type = 'assignment')
          order by l.position), '[]') as lessons
        from lesson_revisions l
        where l.course_id = v.course_id and v.number between l.from_version and l.until_version
          and coalesce(l.details ->> 'available', l.details ->> 'due',
            l.details -> 'assignment' ->> 'dueAt') is not null
      ) as timed
      where v.id = any($1::uuid[])`,
    values: [versionIds],
  })
}

/** Lists versions that somebody takes or took. */
export async function listTakenVersions(db: Db): Promise<string[]> {
  return listNamed(db, {
    name: 'list_taken_versions',
    text: `
      select v.id from course_versions v
      where exists (
        select from enrollments e where e.course_id = v.course_id and e.version_id = v.id)`,
    values: [],
  })
}

/** A learner's course, with the facts that their days count from. */
export interface CourseOfLearner {
  courseId: string
  versionId: string
  kind: CourseKind
  enrolledAt: Date
  completedAt: Date | null
  lastActivityAt: Date | null
  /** Whether the learner has access. */
  isOpen: boolean
  cohortBegunAt: Date | null
  /** The learner's zone; null for the school's. */
  timeZone: string | null
  /** Extended due days by the lesson's key, empty for the course. */
  extensions: Record<string, string>
  /** Days by which assignments are due later. */
  extraDays: number
}

/** Courses of learners with the facts that their days count from, at the instant $3. */
const coursesWithDays = (course: string) => `
  select e.user_id as "userId", e.course_id as "courseId", e.version_id as "versionId",
    (select kind from courses where id = ${course}) as kind,
    e.enrolled_at as "enrolledAt", e.completed_at as "completedAt",
    e.last_activity_at as "lastActivityAt", ${isOpen('e', '$3')} as "isOpen",
    k.begun_at as "cohortBegunAt", u.time_zone as "timeZone",
    coalesce(a.extra_days, 0) as "extraDays", x.extensions
  from enrollments e
  join users u on u.id = e.user_id
  left join cohorts k on k.id = e.cohort_id
  left join accommodations a on a.user_id = e.user_id and a.course_id = e.course_id
    and (a.until is null or a.until > $3)
  cross join lateral (
    select coalesce(json_object_agg(lesson_key, due_on), '{}') as extensions
    from extensions where user_id = e.user_id and course_id = e.course_id
  ) as x`

/** Lists the courses that a learner enrolled in last; or the given ones. */
export function listCoursesWithDays(
  db: Db,
  {
    userId,
    courseIds = null,
    now,
    limit,
  }: { userId: string; courseIds?: readonly string[] | null; now: Date; limit: number },
): Promise<CourseOfLearner[]> {
  return runNamed(db, {
    name: 'list_courses_with_days',
    text: `
      ${coursesWithDays('e.course_id')}
      where e.user_id = $1 and ($2::uuid[] is null or e.course_id = any($2))
      order by e.enrolled_at desc, e.course_id limit $4`,
    values: [userId, courseIds, now, limit],
  })
}

/** Lists the same of some learners of one course. */
export function listLearnersWithDays(
  db: Db,
  { courseId, userIds, now }: { courseId: string; userIds: readonly string[]; now: Date },
): Promise<(CourseOfLearner & { userId: string })[]> {
  return runNamed(db, {
    name: 'list_learners_with_days',
    // The course is read once, not with each learner.
    text: `
      ${coursesWithDays('$2')}
      where e.user_id = any($1::uuid[]) and e.course_id = $2`,
    values: [userIds, courseId, now],
  })
}

/** Lists which of the lessons the learner has completed, or has waiting for a grade. */
export function listDoneAmong(
  db: Db,
  { userId, courseIds, keys }: { userId: string; courseIds: string[]; keys: string[] },
): Promise<{ courseId: string; key: string }[]> {
  return runNamed(db, {
    name: 'list_done_among',
    text: `
      select course_id as "courseId", lesson_key as key from lesson_progress
      where user_id = $1 and course_id = any($2::uuid[]) and lesson_key = any($3::text[])
        and completed_at is not null
      union
      select course_id, lesson_key from attempts
      where user_id = $1 and course_id = any($2::uuid[]) and lesson_key = any($3::text[])
        and (passed or status = 'waiting')`,
    values: [userId, courseIds, keys],
  })
}
