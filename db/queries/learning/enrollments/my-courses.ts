import type { Db } from '../../../client.ts'
import { findNamed, runNamed } from '../../../named-statement.ts'
import type { EnrollmentKey } from '../../../schema/learning/enrollments.ts'
import { type LockFacts, lockFacts } from '../../courses/courses/lock-facts.ts'
import { type NewerVersion, newerVersion } from '../../courses/courses/versions.ts'
import { newestAnnouncement } from '../announcements.ts'
import { countedOrKept } from './lesson-counts.ts'

/** The certificate of a course that is not superseded. The instant is ISO 8601. */
export interface CurrentCertificate {
  code: string
  status: 'issued' | 'revoked'
  validUntil: string | null
  lastDay: string | null
}

/** An enrollment as its learner sees it. */
export interface LearnersEnrollment {
  courseId: string
  versionId: string
  slug: string
  kind: 'course' | 'program'
  title: string
  version: number
  status: 'active' | 'completed' | 'left' | 'ended'
  enrolledAt: Date
  completedAt: Date | null
  lastActivityAt: Date | null
  leftAt: Date | null
  endsAt: Date | null
  renewingSince: Date | null
  requiredLessons: number
  remaining: number
  nextLesson: { id: string; key: string; title: string; lockFacts: LockFacts | null } | null
  certificate: CurrentCertificate | null
  newerVersion: NewerVersion | null
  announcement: { id: string; text: string; postedAt: string } | null
}

const statusForLearner = (now: string) => `
  case
    when e.ends_at <= ${now}::timestamptz then 'ended'
    when e.left_at is not null then 'left'
    when e.status = 'ended' then 'ended'
    when e.completed_at is not null then 'completed'
    else 'active'
  end`

// Of the page alone everything else is read: one lesson, found by its bit and its place. Only
// enrollments from before lessons were counted are counted here.
const learnersEnrollments = (now: string) => `
  select e.course_id as "courseId", e.version_id as "versionId", c.slug, c.kind, v.title,
    v.number as version,
    ${statusForLearner(now)} as status, e.enrolled_at as "enrolledAt",
    e.completed_at as "completedAt", e.renewing_since as "renewingSince",
    e.last_activity_at as "lastActivityAt",
    e.left_at as "leftAt", e.ends_at as "endsAt", counted.required as "requiredLessons",
    bit_count(counted.remaining)::int as remaining,
    case when next.id is not null
      then json_build_object('id', next.id, 'key', next.key, 'title', next.title,
        'lockFacts', next.facts)
    end as "nextLesson",
    case when cert.id is not null
      then json_build_object(
        'code', cert.code, 'status', cert.status, 'validUntil', cert.valid_until,
        'lastDay', cert.last_day)
    end as certificate,
    ${newerVersion('c', 'v', 'e')} as "newerVersion", told.announcement
  from page as e
  join courses c on c.id = e.course_id
  join course_versions v on v.id = e.version_id
  cross join lateral (${countedOrKept}) as counted
  left join lateral (
    select l.id, l.key, l.title, ${lockFacts} as facts from lesson_revisions l
    where l.course_id = e.course_id and l.position = position(B'1' in counted.remaining) - 1
      and v.number between l.from_version and l.until_version
    order by l.from_version desc limit 1
  ) as next on true
  left join lateral (${newestAnnouncement(now)}) as told on true
  left join certificates cert on cert.user_id = e.user_id and cert.course_id = e.course_id
    and cert.status <> 'superseded'
  order by e.active_at desc, e.course_id`

interface LearnersChoice {
  userId: string
  status: LearnersEnrollment['status'] | undefined
  /** Without the courses whose ids end with these twelve digits. */
  without: readonly string[]
  limit: number
  now: Date
}

/**
 * The user's enrollments of all states or of one, newest activity first. Those that are being renewed
 * are completed, and active too.
 */
export function listLearnersEnrollments(
  db: Db,
  { userId, status, without, limit, now }: LearnersChoice,
): Promise<LearnersEnrollment[]> {
  return runNamed(db, {
    name: 'list_learners_enrollments',
    text: `
      with page as (
        select e.*, active_at from enrollments e
        cross join lateral (select coalesce(e.last_activity_at, e.enrolled_at) as active_at) as a
        cross join lateral (select ${statusForLearner('$5')} as status_now) as s
        where e.user_id = $1 and ($2::text is null or status_now = $2
            or $2 = 'active' and status_now = 'completed' and e.renewing_since is not null)
          and right(e.course_id::text, 12) <> all($3::text[])
        order by active_at desc, e.course_id limit $4
      )
      ${learnersEnrollments('$5')}`,
    values: [userId, status ?? null, without, limit, now],
  })
}

export async function findLearnersEnrollment(
  db: Db,
  { userId, courseId, now }: EnrollmentKey & { now: Date },
): Promise<LearnersEnrollment | undefined> {
  return findNamed(db, {
    name: 'find_learners_enrollment',
    text: `
      with page as (
        select *, enrolled_at as active_at from enrollments where user_id = $1 and course_id = $2
      )
      ${learnersEnrollments('$3')}`,
    values: [userId, courseId, now],
  })
}
