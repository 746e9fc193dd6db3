import type { Db } from '../../../client.ts'
import { anyNamed, findNamed, runNamed } from '../../../named-statement.ts'
import { lowestId } from '../../../page.ts'
import { type EnrollmentKey, writtenState } from '../../../schema/learning/enrollments.ts'
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
  /** The first lesson that is left; null when none is. */
  next: { key: string; title: string } | null
  /** The one that the enrollment came with, if it is one of those asked for. */
  cohort: { id: string; name: string } | null
  /** What their due day follows from. */
  due: string | null
  extendedTo: string | null
  cohortBegunAt: Date | null
  timeZone: string | null
  certificate: CurrentCertificate | null
}

/** Everything else is read of the page alone, at the instant $1; of cohorts, those in `scope`. */
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
    left join certificates cert on cert.user_id = e.user_id and cert.course_id = e.course_id
      and cert.status <> 'superseded'
    order by ${order}`
}

export type LearnerSort = 'account' | 'newest' | 'quiet'

/** Where a page begins: the instant that the list is sorted by, if it is, and the account. */
export interface LearnerPlace {
  at: Date | null
  userId: string
}

export interface LearnersChoice {
  courseId: string
  sort: LearnerSort
  /** One that has passed its end date is found by none until the job has ended it. */
  status: LearnerOfCourse['status'] | undefined
  /** Only members of these cohorts; null for all learners. */
  cohortIds: readonly string[] | null
  /** Parts of the name, each in its spellings. */
  words: readonly (readonly string[])[]
  /** Of the quiet: since when they have reported nothing. */
  quietSince: Date | undefined
  after: LearnerPlace | undefined
  limit: number
  now: Date
}

export interface FoundLearners {
  rows: LearnerOfCourse[]
  /** The last one that was looked at, if there may be more behind it. */
  lookedUpTo: LearnerPlace | null
}

/** What a page looks at, however rare what it looks for is. */
const lookedAtAtMost = { learners: 2_000, members: 1_000 }

const isInScope = (userId: string, cohortIds: string) => `(${cohortIds}::uuid[] is null or exists (
  select from cohort_members m where m.user_id = ${userId} and m.cohort_id = any(${cohortIds})))`

const isAsked = `($6::text is null or ${writtenState} = $6)
  and ($6::text is null or $6 = 'ended' or ends_at is null or ends_at > $1)
  and ${isInScope('e.user_id', '$7')}
  and ($8::jsonb = '[]' or exists (
    select from users u cross join lateral (select fold_text(u.name) as name offset 0) as folded
    where u.id = e.user_id and not exists (
      select from jsonb_array_elements($8::jsonb) as spellings where not exists (
        select from jsonb_array_elements_text(spellings) as word
        where position(word in folded.name) > 0))))`

/** For each order one range of an index: from $3 and $4 on, of the course $2. */
const ranges = {
  account: {
    where: `user_id > $4::uuid and $3::timestamptz is not null`,
    order: 'user_id',
    at: 'null::timestamptz',
  },
  newest: {
    where: `(enrolled_at, user_id) < ($3::timestamptz, $4::uuid)`,
    order: 'enrolled_at desc, user_id desc',
    at: 'enrolled_at',
  },
  quiet: {
    where: `completed_at is null and ${isOpen('e', '$1')} and last_activity_at <= $9
      and (last_activity_at, user_id) > ($3::timestamptz, $4::uuid)`,
    order: 'last_activity_at, user_id',
    at: 'last_activity_at',
  },
}

function rangeOf({ sort, status, cohortIds }: LearnersChoice) {
  const { where, order, at } = ranges[sort]
  const ofStatus = status === undefined ? '' : `and ${writtenState} = $6`
  const ofCourse = `enrollments e where course_id = $2 and ${where}`
  if (sort !== 'account' || cohortIds === null)
    return {
      looked: `select * from ${ofCourse} ${sort === 'account' ? ofStatus : ''} order by ${order}`,
      atMost: lookedAtAtMost.learners,
      order,
      at,
    }
  // Few of many: the members of the cohorts lead, not the learners of the course.
  const members = `(
    select distinct m.user_id from unnest($7::uuid[]) as h (id) cross join lateral (
      select user_id from cohort_members where cohort_id = h.id and user_id > $4::uuid
      order by user_id limit ${lookedAtAtMost.members}
    ) m order by m.user_id limit ${lookedAtAtMost.members}
  )`
  return {
    looked: `
      select e.* from ${members} m cross join lateral (
        select * from ${ofCourse} and e.user_id = m.user_id offset 0
      ) e order by ${order}`,
    members,
    atMost: lookedAtAtMost.members,
    order,
    at,
  }
}

/**
 * Learners of a course, or of cohorts in it, in an order that is one range of an index. A page looks
 * at no more than a fixed number of rows: it may hold fewer than its limit, and go on.
 */
export async function listLearners(db: Db, choice: LearnersChoice): Promise<FoundLearners> {
  const { courseId, sort, status, cohortIds, words, quietSince, after, limit, now } = choice
  const { looked, members, atMost, order, at } = rangeOf(choice)
  const isDown = sort === 'newest'
  const values = [
    now,
    courseId,
    after?.at ?? (isDown ? 'infinity' : new Date(0)),
    after?.userId ?? (isDown ? highestId : lowestId),
    limit,
    status ?? null,
    cohortIds,
    JSON.stringify(words),
    quietSince ?? now,
  ]
  const kind = [sort, status ?? 'all', members === undefined ? 'course' : 'cohort'].join('_')
  const page = `
    select e.*, ${writtenState} as state from (${looked} limit ${atMost}) e
    where ${isAsked} and $9::timestamptz is not null order by ${order} limit $5`
  const inOrder = order.replaceAll(/\b(\w+_(?:id|at))\b/g, 'e.$1')
  const rows = await runNamed<LearnerOfCourse>(db, {
    name: `list_learners_${kind}`,
    text: learnersOn(page, inOrder, '$7'),
    values,
  })
  if (rows.length === limit) return { rows, lookedUpTo: null }
  const lookedAt = members ?? looked
  const [last] = await runNamed<LearnerPlace>(db, {
    name: `last_looked_learner_${kind}`,
    text: `
      select ${members === undefined ? at : 'null::timestamptz'} as at, user_id as "userId"
      from (${lookedAt}) e
      where $1::timestamptz is not null and $2::uuid is not null and $3::timestamptz is not null
        and $6::text is not distinct from $6 and $7::uuid[] is not distinct from $7
        and $8::jsonb is not null and $9::timestamptz is not null and $5::int > 0
      order by ${order} offset ${atMost - 1} limit 1`,
    values,
  })
  return { rows, lookedUpTo: last ?? null }
}

const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** One learner, if they are a member of one of the cohorts; null for all learners. */
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
