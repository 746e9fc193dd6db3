import type { Db } from '../../../postgres/client.ts'
import { anyNamed, findNamed, runNamed } from '../../../postgres/named-statement.ts'
import {
  type EnrollmentKey,
  type LearnerStatus,
  writtenState,
} from '../../../schema/learning/enrollments.ts'
import { isInScope, type LearnersChoice } from './find-learners.ts'
import { countedOrKept } from './lesson-counts.ts'
import type { CurrentCertificate } from './my-courses.ts'

/** A learner of a course, as the school sees them. `id` is the account's. */
export interface LearnerOfCourse {
  id: string
  email: string
  name: string
  version: number
  status: LearnerStatus
  enrolledAt: Date
  endsAt: Date | null
  completedAt: Date | null
  renewingSince: Date | null
  lastActivityAt: Date | null
  requiredLessons: number
  remaining: number
  /** The first remaining lesson; null without any. */
  next: { key: string; title: string } | null
  /** The cohort that the enrollment came with, if it is one of those asked for. */
  cohort: { id: string; name: string } | null
  /** The facts that their due day follows from. */
  due: string | null
  extendedTo: string | null
  cohortBegunAt: Date | null
  timeZone: string | null
  certificate: CurrentCertificate | null
}

/**
 * Selects everything else only for the page, at the instant $1; of cohorts, those in `scope`. The
 * limits keep the planner from reading the whole course.
 */
function learnersOn(page: string, order: string, scope: string): string {
  return `
    with page as (${page})
    select e.user_id as id, u.email, u.name, v.number as version,
      case when e.ends_at <= $1 then 'ended' else e.state end as status,
      e.enrolled_at as "enrolledAt", e.ends_at as "endsAt", e.completed_at as "completedAt",
      e.renewing_since as "renewingSince",
      e.last_activity_at as "lastActivityAt", counted.required as "requiredLessons",
      bit_count(counted.remaining)::int as remaining,
      case when l.key is not null then json_build_object('key', l.key, 'title', l.title) end as next,
      case when h.id is not null and (${scope}::uuid[] is null or h.id = any(${scope}))
        then json_build_object('id', h.id, 'name', h.name) end as cohort,
      v.due, x.due_on::text as "extendedTo", h.begun_at as "cohortBegunAt",
      u.time_zone as "timeZone",
      case when cert.id is not null
        then json_build_object(
          'code', cert.code, 'status', cert.status, 'validUntil', cert.valid_until,
          'lastDay', cert.last_day)
      end as certificate
    from page as e
    join users u on u.id = e.user_id
    join course_versions v on v.id = e.version_id
    cross join lateral (${countedOrKept}) as counted
    left join lateral (
      select key, title from lesson_revisions
      where course_id = e.course_id and position = position(B'1' in counted.remaining) - 1
        and until_version >= v.number and from_version <= v.number
      limit 1
    ) as l on true
    left join cohorts h on h.id = e.cohort_id
    left join extensions x
      on x.user_id = e.user_id and x.course_id = e.course_id and x.lesson_key = ''
    left join lateral (
      select * from certificates one where one.user_id = e.user_id and one.course_id = e.course_id
        and one.status <> 'superseded'
      limit 1
    ) as cert on true
    order by ${order}`
}

/** Shows the named learners of a course, in this order. */
export function showLearners(
  db: Db,
  choice: { courseId: string; userIds: readonly string[] } & Pick<
    LearnersChoice,
    'cohortIds' | 'now'
  >,
): Promise<LearnerOfCourse[]> {
  const { courseId, userIds, cohortIds, now } = choice
  return runNamed(db, {
    name: 'show_learners',
    text: learnersOn(
      `select e.*, ${writtenState} as state, named.place
        from unnest($3::uuid[]) with ordinality as named (id, place)
        join enrollments e on e.user_id = named.id and e.course_id = $2`,
      'e.place',
      '$4',
    ),
    values: [now, courseId, userIds, cohortIds],
  })
}

export type DaysOfLearner = Pick<
  LearnerOfCourse,
  'id' | 'due' | 'extendedTo' | 'enrolledAt' | 'cohortBegunAt' | 'timeZone' | 'completedAt'
>

/** Lists the facts behind learners' due days, unordered: few, because it is asked about many. */
export function listDaysOfLearners(
  db: Db,
  { courseId, userIds }: { courseId: string; userIds: readonly string[] },
): Promise<DaysOfLearner[]> {
  return runNamed(db, {
    name: 'list_days_of_learners',
    text: `
      select e.user_id as id, v.due, e.enrolled_at as "enrolledAt",
        e.completed_at as "completedAt",
        (select begun_at from cohorts where id = e.cohort_id) as "cohortBegunAt",
        (select time_zone from users where id = e.user_id) as "timeZone",
        (select due_on::text from extensions x
          where x.user_id = e.user_id and x.course_id = e.course_id and x.lesson_key = '')
          as "extendedTo"
      from enrollments e join course_versions v on v.id = e.version_id
      where e.course_id = $1 and e.user_id = any($2::uuid[])`,
    values: [courseId, userIds],
  })
}

/** Finds a learner, if a member of one of the cohorts; null for all learners. */
export async function findLearner(
  db: Db,
  { userId, courseId, cohortIds, now }: InScope & { now: Date },
): Promise<LearnerOfCourse | undefined> {
  return findNamed(db, {
    name: 'find_learner',
    text: learnersOn(
      `select e.*, ${writtenState} as state from enrollments e
        where user_id = $2 and course_id = $3 and ${isInScope('$2', '$4')}`,
      'e.user_id',
      '$4',
    ),
    values: [now, userId, courseId, cohortIds],
  })
}

type InScope = EnrollmentKey & { cohortIds: readonly string[] | null }

export async function isLearner(
  db: Db,
  { userId, courseId, cohortIds }: InScope,
): Promise<boolean> {
  return anyNamed(db, {
    name: 'is_learner',
    text: `
      select user_id from enrollments
      where user_id = $1 and course_id = $2 and ${isInScope('$1', '$3')}`,
    values: [userId, courseId, cohortIds],
  })
}
