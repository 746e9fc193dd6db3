import type { Db } from '../../../postgres/client.ts'
import { findNamed, runNamed } from '../../../postgres/named-statement.ts'
import type {
  accessStates,
  EnrollmentKey,
  enrollmentSources,
} from '../../../schema/learning/enrollments.ts'

/** An enrollment as administrators see it. */
export interface AdminEnrollmentRow extends EnrollmentKey {
  email: string
  name: string
  courseSlug: string
  courseTitle: string
  courseVersion: number
  status: (typeof accessStates)[number]
  source: (typeof enrollmentSources)[number]
  enrolledAt: Date
  endsAt: Date | null
  cohortId: string | null
  completedAt: Date | null
  lastActivityAt: Date | null
  leftAt: Date | null
}

export interface AdminEnrollmentFilter {
  userId: string | undefined
  courseId: string | undefined
  cohortId: string | undefined
  status: AdminEnrollmentRow['status'] | undefined
  source: AdminEnrollmentRow['source'] | undefined
  enrolledFrom: Date | undefined
  enrolledUntil: Date | undefined
  isCompleted: boolean | undefined
  endsBefore: Date | undefined
}

export interface AdminEnrollmentSearch {
  filter: AdminEnrollmentFilter
  after: EnrollmentKey | undefined
  limit: number
  now: Date
}

export interface FoundEnrollments {
  rows: AdminEnrollmentRow[]
  /** The last one looked at, if there may be more behind it. */
  lookedUpTo: EnrollmentKey | null
}

/** Bounds what a page looks at, however rare its matches are. A member may take many courses. */
const lookedAtAtMost = { enrollments: 5_000, members: 2_000 }

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

/** Ids before and behind all others, in the order of the list. */
const beginning = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const end = '00000000-0000-0000-0000-000000000000'

const columns = `e.course_id, e.version_id, e.status, e.source, e.enrolled_at, e.ends_at, e.cohort_id,
  e.completed_at, e.last_activity_at, e.left_at`

/**
 * Selects the enrollments that a page looks at, and the place of the last one: a range of one
 * index, read until the page is full.
 */
function rangeOf(ids: Pick<AdminEnrollmentFilter, 'userId' | 'courseId' | 'cohortId'>) {
  const named = Object.entries(ids).flatMap(([name, id]) => (id === undefined ? [] : { name, id }))
  const equals = (name: keyof typeof ids, column: string) => {
    const index = named.findIndex((it) => it.name === name)
    return index < 0 ? '' : `and ${column} = $${12 + index}`
  }
  const ofCourse = `(e.user_id, e.course_id) < ($2, $3::uuid) ${equals('courseId', 'e.course_id')}`
  const enrolled = `enrollments e where ${ofCourse} ${equals('userId', 'e.user_id')}`
  const members = `cohort_members m where m.user_id <= $2
    ${equals('cohortId', 'm.cohort_id')} ${equals('userId', 'm.user_id')}`
  const written = {
    enrollments: {
      looked: `select e.user_id, ${columns} from ${enrolled}
        order by user_id desc, course_id desc limit $4`,
      lastLooked: `select user_id, course_id from ${enrolled}
        order by user_id desc, course_id desc offset $4 - 1 limit 1`,
    },
    // `offset 0` keeps this from becoming a join that reads the whole table.
    members: {
      looked: `
        select m.user_id, ${columns}
        from (select user_id from ${members} order by user_id desc limit $4) m
        cross join lateral (
          select ${columns} from enrollments e where e.user_id = m.user_id and ${ofCourse} offset 0
        ) e
        order by m.user_id desc, e.course_id desc`,
      lastLooked: `select user_id, '${end}'::uuid as course_id from ${members}
        order by user_id desc offset $4 - 1 limit 1`,
    },
  }
  const looksAt = ids.cohortId === undefined ? 'enrollments' : 'members'
  return {
    ...written[looksAt],
    atMost: lookedAtAtMost[looksAt],
    name: named.map(({ name }) => name).join('_'),
    ids: named.map(({ id }) => id),
  }
}

/**
 * Lists the newest accounts first: of the course, the cohort's members, the user, or all. However
 * rare the matches of other filters are, a page looks at no more than a fixed number of rows.
 */
export async function listEnrollmentsAsAdmin(
  db: Db,
  { filter, after, limit, now }: AdminEnrollmentSearch,
): Promise<FoundEnrollments> {
  const { userId, courseId, cohortId, ...rest } = filter
  const { looked, lastLooked, atMost, name, ids } = rangeOf({ userId, courseId, cohortId })
  const [found] = await runNamed<{ rows: WrittenRow[]; lookedUpTo: EnrollmentKey | null }>(db, {
    name: `list_enrollments_as_admin_${name}`,
    text: `
      with page as (
        select * from (${looked}) e
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
        case when (select count(*) from page) < $5 then (
          select json_build_object('userId', user_id, 'courseId', course_id)
          from (${lastLooked}) as place
        ) end as "lookedUpTo"`,
    values: [
      now,
      after?.userId ?? beginning,
      after?.courseId ?? beginning,
      atMost,
      limit,
      rest.status ?? null,
      rest.source ?? null,
      rest.enrolledFrom ?? null,
      rest.enrolledUntil ?? null,
      rest.isCompleted ?? null,
      rest.endsBefore ?? null,
      ...ids,
    ],
  })
  return { rows: (found?.rows ?? []).map(toRow), lookedUpTo: found?.lookedUpTo ?? null }
}

type WrittenRow = Omit<AdminEnrollmentRow, InstantName> & Record<InstantName, string | null>
type InstantName = 'enrolledAt' | 'endsAt' | 'completedAt' | 'lastActivityAt' | 'leftAt'

function toRow(row: WrittenRow): AdminEnrollmentRow {
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

export async function findEnrollmentAsAdmin(
  db: Db,
  { userId, courseId, now }: EnrollmentKey & { now: Date },
): Promise<AdminEnrollmentRow | undefined> {
  return findNamed(db, {
    name: 'find_enrollment_as_admin',
    text: `
      select ${shown('$3')} from enrollments e ${around}
      where e.user_id = $1 and e.course_id = $2`,
    values: [userId, courseId, now],
  })
}
