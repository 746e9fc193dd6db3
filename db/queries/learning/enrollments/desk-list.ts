import type { Db } from '../../../client.ts'
import { runNamed } from '../../../named-statement.ts'
import type { EnrollmentKey } from '../../../schema/learning/enrollments.ts'

/** An enrollment as the desk sees it. */
export interface DeskEnrollmentRow extends EnrollmentKey {
  email: string
  name: string
  courseSlug: string
  courseTitle: string
  courseVersion: number
  status: 'active' | 'left' | 'ended'
  source: 'transaction' | 'administrator'
  enrolledAt: Date
  endsAt: Date | null
  cohortId: string | null
  completedAt: Date | null
  lastActivityAt: Date | null
  leftAt: Date | null
}

export interface DeskEnrollmentFilter {
  userId: string | undefined
  courseId: string | undefined
  cohortId: string | undefined
  status: DeskEnrollmentRow['status'] | undefined
  source: DeskEnrollmentRow['source'] | undefined
  enrolledFrom: Date | undefined
  enrolledUntil: Date | undefined
  isCompleted: boolean | undefined
  endsBefore: Date | undefined
}

export interface DeskEnrollmentSearch {
  filter: DeskEnrollmentFilter
  after: EnrollmentKey | undefined
  limit: number
  now: Date
}

export interface FoundEnrollments {
  rows: DeskEnrollmentRow[]
  /** The last one that was looked at, if there may be more behind it. */
  lookedUpTo: EnrollmentKey | null
}

/** What one page looks at, however rare what it looks for is. */
const lookedAtAtMost = 5_000

const statusAt = (now: string) => `
  case when e.ends_at <= ${now}::timestamptz then 'ended'
    when e.left_at is not null then 'left' else e.status end`

const shown = (now: string) => `
  e.user_id as "userId", e.course_id as "courseId", u.email, u.name, c.slug as "courseSlug",
  v.title as "courseTitle", v.number as "courseVersion", ${statusAt(now)} as status, e.source,
  e.enrolled_at as "enrolledAt", e.ends_at as "endsAt", e.cohort_id as "cohortId",
  e.completed_at as "completedAt", e.last_activity_at as "lastActivityAt", e.left_at as "leftAt"`

const around = `
  join users u on u.id = e.user_id
  join courses c on c.id = e.course_id
  join course_versions v on v.id = e.version_id`

const enrollmentsOfMembers = 'cohort_members m join enrollments e on e.user_id = m.user_id'

/**
 * The newest accounts first. What is looked at is one range of an index: of the course, the members
 * of the cohort, the user, or all. Other filters look at no more than a fixed number of rows for each page.
 */
export async function listEnrollmentsAtDesk(
  db: Db,
  { filter, after, limit, now }: DeskEnrollmentSearch,
): Promise<FoundEnrollments> {
  const { userId, courseId, cohortId, ...rest } = filter
  const isSifted = Object.values(rest).some((value) => value !== undefined)
  const ranges = { 'e.course_id': courseId, 'e.user_id': userId, 'm.cohort_id': cohortId }
  const named = Object.entries(ranges).filter(([, id]) => id !== undefined)
  const inRange = named.map(([column], index) => `and ${column} = $${12 + index}`).join(' ')
  const [found] = await runNamed<{ rows: WrittenRow[]; lookedUpTo: EnrollmentKey | null }>(db, {
    name: ['list_enrollments_at_desk', ...named.map(([column]) => column.slice(2))].join('_'),
    text: `
      with looked as materialized (
        select * from (
          select e.user_id, e.course_id, e.version_id, e.status, e.source, e.enrolled_at,
            e.ends_at, e.cohort_id, e.completed_at, e.last_activity_at, e.left_at
          from ${cohortId === undefined ? 'enrollments e' : enrollmentsOfMembers}
          where ($2::uuid is null or (e.user_id, e.course_id) < ($2, $3::uuid)) ${inRange}
          order by ${cohortId === undefined ? 'e' : 'm'}.user_id desc, e.course_id desc limit $4
        ) e
      ), page as (
        select * from looked e
        where ($6::text is null or ${statusAt('$1')} = $6) and ($7::text is null or source = $7)
          and ($8::timestamptz is null or enrolled_at >= $8)
          and ($9::timestamptz is null or enrolled_at < $9)
          and ($10::boolean is null or (completed_at is not null) = $10)
          and ($11::timestamptz is null or ends_at < $11)
        order by user_id desc, course_id desc limit $5
      )
      select
        coalesce((
          select json_agg(r order by r."userId" desc, r."courseId" desc)
          from (select ${shown('$1')} from page e ${around}) r
        ), '[]') as rows,
        case when (select count(*) from looked) = $4 then (
          select json_build_object('userId', user_id, 'courseId', course_id) from looked
          order by user_id, course_id limit 1
        ) end as "lookedUpTo"`,
    values: [
      now,
      after?.userId ?? null,
      after?.courseId ?? null,
      isSifted ? lookedAtAtMost : limit,
      limit,
      rest.status ?? null,
      rest.source ?? null,
      rest.enrolledFrom ?? null,
      rest.enrolledUntil ?? null,
      rest.isCompleted ?? null,
      rest.endsBefore ?? null,
      ...named.map(([, id]) => id),
    ],
  })
  return { rows: (found?.rows ?? []).map(toRow), lookedUpTo: found?.lookedUpTo ?? null }
}

type WrittenRow = Omit<DeskEnrollmentRow, InstantName> & Record<InstantName, string | null>
type InstantName = 'enrolledAt' | 'endsAt' | 'completedAt' | 'lastActivityAt' | 'leftAt'

function toRow(row: WrittenRow): DeskEnrollmentRow {
  const instant = (value: string | null) => (value === null ? null : new Date(value))
  return {
    ...row,
    enrolledAt: new Date(row.enrolledAt ?? 0),
    endsAt: instant(row.endsAt),
    completedAt: instant(row.completedAt),
    lastActivityAt: instant(row.lastActivityAt),
    leftAt: instant(row.leftAt),
  }
}

export async function findEnrollmentAtDesk(
  db: Db,
  { userId, courseId, now }: EnrollmentKey & { now: Date },
): Promise<DeskEnrollmentRow | undefined> {
  const [found] = await runNamed<DeskEnrollmentRow>(db, {
    name: 'find_enrollment_at_desk',
    text: `
      select ${shown('$3')} from enrollments e ${around}
      where e.user_id = $1 and e.course_id = $2`,
    values: [userId, courseId, now],
  })
  return found
}
