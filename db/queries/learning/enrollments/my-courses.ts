import type { CourseKind } from '../../../../content/course-values.ts'
import type { Db } from '../../../postgres/client.ts'
import { findNamed, runNamed } from '../../../postgres/named-statement.ts'
import type { ShownCertificateStatus } from '../../../schema/learning/certificates.ts'
import type { EnrollmentKey, LearnerStatus } from '../../../schema/learning/enrollments.ts'
import { hasRules, type LockFacts, lockFacts } from '../../courses/courses/lock-facts.ts'
import { type NewerVersion, newerVersion } from '../../courses/courses/versions.ts'
import { newestAnnouncement } from '../announcements.ts'
import { countWaiting, isWaiting } from '../progress/waits-for.ts'
import { countedOrKept } from './lesson-counts.ts'

/** The certificate of a course that is not superseded. The instant is ISO 8601. */
export interface CurrentCertificate {
  code: string
  status: ShownCertificateStatus
  validUntil: string | null
  lastDay: string | null
}

/** The first lesson that is left. */
interface FirstLeft {
  id: string
  key: string
  title: string
  lockFacts: LockFacts | null
  /** Whether it waits for a grade. */
  waits: boolean
}

/** An enrollment as its learner sees it. */
export interface LearnersEnrollment {
  courseId: string
  versionId: string
  slug: string
  kind: CourseKind
  title: string
  version: number
  /** Its path, and its content by SHA-256. */
  cover: { path: string; sha256: string } | null
  status: LearnerStatus
  enrolledAt: Date
  completedAt: Date | null
  lastActivityAt: Date | null
  leftAt: Date | null
  endsAt: Date | null
  renewingSince: Date | null
  requiredLessons: number
  remaining: number
  nextLesson: FirstLeft | null
  /** How much was handed in and waits for a grade. */
  waiting: number
  certificate: CurrentCertificate | null
  newerVersion: NewerVersion | null
  announcement: { id: string; text: string; postedAt: string; editedAt: string | null } | null
}

const statusForLearner = (now: string) => `
  case
    when e.ends_at <= ${now}::timestamptz then 'ended'
    when e.left_at is not null then 'left'
    when e.status = 'ended' then 'ended'
    when e.completed_at is not null then 'completed'
    else 'active'
  end`

const ownColumns = (now: string) => `
  e.course_id as "courseId", e.version_id as "versionId", c.slug, c.kind, v.title,
    v.number as version,
    case when v.cover is not null
      then json_build_object('path', v.cover, 'sha256', v.cover_sha256) end as cover,
    ${statusForLearner(now)} as status, e.enrolled_at as "enrolledAt",
    e.completed_at as "completedAt", e.renewing_since as "renewingSince",
    e.last_activity_at as "lastActivityAt",
    e.left_at as "leftAt", e.ends_at as "endsAt", told.announcement, ${countWaiting} as waiting,
    case when cert.id is not null
      then json_build_object(
        'code', cert.code, 'status', cert.status, 'validUntil', cert.valid_until,
        'lastDay', cert.last_day)
    end as certificate`
const ownTables = (now: string) => `
  join courses c on c.id = e.course_id
  join course_versions v on v.id = e.version_id
  left join lateral (${newestAnnouncement(now)}) as told on true
  left join certificates cert on cert.user_id = e.user_id and cert.course_id = e.course_id
    and cert.status <> 'superseded'`
/** Joins one lesson, found by its bit and its place. */
const nextLesson = (remaining: string, facts: string) => `
  left join lateral (
    select
      json_build_object('id', l.id, 'key', l.key, 'title', l.title, 'lockFacts', ${facts},
        'waits', ${isWaiting}) as json,
      e.completed_at is null and ${hasRules} as may_be_locked
    from lesson_revisions l
    where l.course_id = e.course_id and l.position = position(B'1' in ${remaining}) - 1
      and v.number between l.from_version and l.until_version
    limit 1
  ) as next on true`

// Slow: only for enrollments that predate counted lessons, or that may take a newer version.
const restColumns = `
  counted.required as "requiredLessons", bit_count(counted.remaining)::int as remaining,
    next.json as "nextLesson", ${newerVersion('c', 'v', 'e')} as "newerVersion"`
const restTables = `
  cross join lateral (${countedOrKept}) as counted ${nextLesson('counted.remaining', lockFacts)}`

interface LearnersChoice {
  userId: string
  status: LearnersEnrollment['status'] | undefined
  /** Leaves out courses whose ids end with these twelve digits. */
  without: readonly string[]
  limit: number
  now: Date
}

/**
 * Lists the user's enrollments of all states or of one, newest activity first. Those being renewed
 * are both completed and active.
 */
export async function listLearnersEnrollments(
  db: Db,
  { userId, status, without, limit, now }: LearnersChoice,
): Promise<LearnersEnrollment[]> {
  const rows = await runNamed<LearnersEnrollment & { lacks: keyof typeof rests | null }>(db, {
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
      select ${ownColumns('$5')}, e.required_lessons as "requiredLessons",
        bit_count(e.remaining_lessons)::int as remaining, next.json as "nextLesson",
        ${newerVersion('c', 'v')} as "newerVersion",
        case
          when e.required_lessons is null or c.learners_may_move and c.current_version > v.number
            then 'all'
          when next.may_be_locked then 'locks'
        end as lacks
      from page as e ${ownTables('$5')} ${nextLesson('e.remaining_lessons', 'null')}
      order by e.active_at desc, e.course_id`,
    values: [userId, status ?? null, without, limit, now],
  })
  const all = await listRests(db, rows, { userId, kind: 'all' })
  const found = all.concat(await listRests(db, rows, { userId, kind: 'locks' }))
  const restOf = (row: { courseId: string }) => found.find((one) => one.courseId === row.courseId)
  return rows.map(({ lacks: _, ...row }) => ({ ...row, ...restOf(row) }))
}

const rests = {
  all: [restColumns, restTables],
  locks: ['next.json as "nextLesson"', nextLesson('e.remaining_lessons', lockFacts)],
}

async function listRests(
  db: Db,
  rows: readonly { courseId: string; lacks: string | null }[],
  { userId, kind }: { userId: string; kind: keyof typeof rests },
): Promise<(Partial<LearnersEnrollment> & { courseId: string })[]> {
  const courseIds = rows.flatMap(({ courseId, lacks }) => (lacks === kind ? courseId : []))
  if (courseIds.length === 0) return []
  const [columns, tables] = rests[kind]
  return runNamed(db, {
    name: `list_${kind}_of_enrollments`,
    text: `
      select e.course_id as "courseId", ${columns}
      from (select * from unnest($2::uuid[]) limit $3) as asked (course_id)
      join enrollments e on e.user_id = $1 and e.course_id = asked.course_id
      join courses c on c.id = e.course_id
      join course_versions v on v.id = e.version_id ${tables}`,
    values: [userId, courseIds, courseIds.length],
  })
}

export async function findLearnersEnrollment(
  db: Db,
  { userId, courseId, now }: EnrollmentKey & { now: Date },
): Promise<LearnersEnrollment | undefined> {
  return findNamed(db, {
    name: 'find_learners_enrollment',
    text: `
      select ${ownColumns('$3')}, ${restColumns} from enrollments e ${ownTables('$3')} ${restTables}
      where e.user_id = $1 and e.course_id = $2`,
    values: [userId, courseId, now],
  })
}
