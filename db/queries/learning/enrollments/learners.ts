import type { Db } from '../../../client.ts'
import { runNamed } from '../../../named-statement.ts'
import { lowestId, type PageAfter } from '../../../page.ts'
import { writtenState } from '../../../schema/learning/enrollments.ts'
import { isOpen } from '../../courses/courses/is-open.ts'
import { countedOrKept } from './lesson-counts.ts'
import type { CurrentCertificate } from './my-courses.ts'

/** A learner of a course, as the school sees them. `id` is that of the account. */
export interface LearnerOfCourse {
  id: string
  email: string
  name: string
  version: number
  status: 'active' | 'completed' | 'left' | 'ended'
  enrolledAt: Date
  endsAt: Date | null
  completedAt: Date | null
  renewingSince: Date | null
  lastActivityAt: Date | null
  requiredLessons: number
  remaining: number
  certificate: CurrentCertificate | null
}

/** Everything else is read of the page alone, at the instant $1. */
function learnersOn(page: string, order: string): string {
  return `
    with page as (${page})
    select e.user_id as id, u.email, u.name, v.number as version,
      case when e.ends_at <= $1 then 'ended' else e.state end as status,
      e.enrolled_at as "enrolledAt", e.ends_at as "endsAt", e.completed_at as "completedAt", e.renewing_since as "renewingSince",
      e.last_activity_at as "lastActivityAt", counted.required as "requiredLessons",
      bit_count(counted.remaining)::int as remaining,
      case when cert.id is not null
        then json_build_object('code', cert.code, 'status', cert.status, 'validUntil', cert.valid_until)
      end as certificate
    from page as e
    join users u on u.id = e.user_id
    join course_versions v on v.id = e.version_id
    cross join lateral (${countedOrKept}) as counted
    left join certificates cert on cert.user_id = e.user_id and cert.course_id = e.course_id
      and cert.status <> 'superseded'
    order by ${order}`
}

export interface LearnersChoice extends PageAfter {
  courseId: string
  /** One that has passed its end date is found by none until the job has ended it. */
  status: LearnerOfCourse['status'] | undefined
  cohortId: string | undefined
  now: Date
}

/** Learners of a course, or of a cohort in it, in the order of their ids. */
export function listLearners(
  db: Db,
  { courseId, status, cohortId, after, limit, now }: LearnersChoice,
): Promise<LearnerOfCourse[]> {
  // Each choice has its own plan: a page of it is one range of an index.
  const members =
    cohortId === undefined
      ? ''
      : 'join cohort_members m on m.user_id = enrollments.user_id and m.cohort_id = $6'
  const isOfStatus =
    status === undefined
      ? '$5::text is null'
      : `${writtenState} = $5 ${status === 'ended' ? '' : `and ${notDue}`}`
  const name = ['list_learners', status ?? 'all', cohortId === undefined ? 'course' : 'cohort']
  return runNamed(db, {
    name: name.join('_'),
    text: learnersOn(
      `select enrollments.*, ${writtenState} as state from enrollments ${members}
        where enrollments.course_id = $2 and enrollments.user_id > $3
          and ${isOfStatus}
        order by ${cohortId === undefined ? 'enrollments' : 'm'}.user_id limit $4`,
      'e.user_id',
    ),
    values: [
      now,
      courseId,
      after ?? lowestId,
      limit,
      status ?? null,
      ...(cohortId === undefined ? [] : [cohortId]),
    ],
  })
}

const notDue = '(ends_at is null or ends_at > $1)'

/** Where a page of quiet learners begins. */
export interface AfterQuiet {
  lastActivityAt: Date
  userId: string
}

interface QuietChoice extends PageAfter<AfterQuiet> {
  courseId: string
  quietSince: Date
  now: Date
}

/** Those who began a course and have reported nothing since an instant, the quietest first. */
export function listQuietLearners(
  db: Db,
  { courseId, quietSince, after, limit, now }: QuietChoice,
): Promise<LearnerOfCourse[]> {
  return runNamed(db, {
    name: 'list_quiet_learners',
    text: learnersOn(
      `select e.*, ${writtenState} as state from enrollments e
        where course_id = $2 and completed_at is null and ${isOpen('e', '$1')}
          and last_activity_at <= $3
          and (last_activity_at, user_id) > ($4::timestamptz, $5::uuid)
        order by last_activity_at, user_id limit $6`,
      'e.last_activity_at, e.user_id',
    ),
    values: [
      now,
      courseId,
      quietSince,
      after?.lastActivityAt ?? new Date(0),
      after?.userId ?? lowestId,
      limit,
    ],
  })
}
