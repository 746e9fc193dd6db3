import { patternsOf, type WordSearch } from '../../../found-by-words.ts'
import { highestId, lowestId } from '../../../page.ts'
import type { Db } from '../../../postgres/client.ts'
import { runNamed } from '../../../postgres/named-statement.ts'
import { type LearnerStatus, writtenState } from '../../../schema/learning/enrollments.ts'
import { isOpen } from '../../courses/courses/is-open.ts'
import { type TaughtCourse, taughtCourses } from '../cohorts.ts'

export type LearnerSort = 'account' | 'newest' | 'quiet'

/** The beginning of a page: the instant that the list is sorted by, if any, and the account. */
export interface LearnerPlace {
  at: Date | null
  userId: string
}

export interface LearnersChoice {
  courseId: string
  sort: LearnerSort
  /** An enrollment past its end date matches none until the job has ended it. */
  status: LearnerStatus | undefined
  /** Limits the list to members of these cohorts; null for all learners. */
  cohortIds: readonly string[] | null
  /** Parts of the name, each in its spellings. */
  words: readonly (readonly string[])[]
  /** The only accounts that can match these words, if another search has found them. */
  named: readonly string[] | undefined
  /** Whether to leave out learners who have completed the course. */
  isIncomplete: boolean
  /** The instant since which quiet learners have reported nothing. */
  quietSince: Date | undefined
  after: LearnerPlace | undefined
  limit: number
  now: Date
}

export interface FoundLearners {
  places: LearnerPlace[]
  /** The last one looked at, if there may be more behind it. */
  lookedUpTo: LearnerPlace | null
}

/** Bounds what a page looks at, however rare its matches are. */
const lookedAtAtMost = { learners: 2_000, members: 1_000 }

export const isInScope = (userId: string, cohortIds: string) => `(${cohortIds}::uuid[] is null
  or exists (
    select from cohort_members m where m.user_id = ${userId} and m.cohort_id = any(${cohortIds})))`

const isAsked = `($6::text is null or ${writtenState} = $6)
  and ($6::text is null or $6 = 'ended' or ends_at is null or ends_at > $1)
  and (not $11::boolean or completed_at is null)
  and ${isInScope('e.user_id', '$7')}
  and ($8::jsonb = '[]' or exists (
    select from users u cross join lateral (select fold_text(u.name) as name offset 0) as folded
    where u.id = e.user_id and not exists (
      select from jsonb_array_elements($8::jsonb) as spellings where not exists (
        select from jsonb_array_elements_text(spellings) as word
        where position(word in folded.name) > 0))))`

/** The index range of each order: from $3 and $4 on, of the course $2. */
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

/** Starts from the smaller group: learners found by name, or members of cohorts, if asked for. */
function rangeOf({ sort, status, cohortIds, named }: LearnersChoice) {
  const { where, order, at } = ranges[sort]
  const ofCourse = `enrollments e where course_id = $2 and ${where}`
  const led = (by: string) => `
    select e.* from ${by} cross join lateral (
      select * from ${ofCourse} and e.user_id = m.user_id offset 0
    ) e order by ${order}`
  const { members: atMost } = lookedAtAtMost
  if (named !== undefined)
    return { by: 'name', looked: led('unnest($10::uuid[]) as m (user_id)'), atMost }
  if (sort !== 'account' || cohortIds === null) {
    const ofStatus = status === undefined || sort !== 'account' ? '' : `and ${writtenState} = $6`
    const looked = `select * from ${ofCourse} ${ofStatus} order by ${order}`
    return { by: 'course', looked, lookedAt: looked, at, atMost: lookedAtAtMost.learners }
  }
  const members = `
    select distinct m.user_id from unnest($7::uuid[]) as h (id) cross join lateral (
      select user_id from cohort_members where cohort_id = h.id and user_id > $4::uuid
      order by user_id limit ${atMost}
    ) m order by m.user_id limit ${atMost}`
  const looked = led(`(${members}) as m`)
  return { by: 'cohort', looked, lookedAt: members, at: ranges.account.at, atMost }
}

/** Types every value, including those that a statement does not use. */
const allValues = `$1::timestamptz is not null and $2::uuid is not null
  and $3::timestamptz is not null and $4::uuid is not null and $5::int > 0
  and $6::text is not distinct from $6 and $7::uuid[] is not distinct from $7
  and $8::jsonb is not null and $9::timestamptz is not null
  and $10::uuid[] is not distinct from $10 and $11::boolean is not null`

/**
 * Finds learners of a course, or of cohorts in it, in an order that is one range of an index. A
 * page looks at no more than a fixed number of rows: it may hold fewer than its limit, and go on.
 */
export async function findLearners(db: Db, choice: LearnersChoice): Promise<FoundLearners> {
  const { courseId, sort, status, cohortIds, words, quietSince, after, limit, now } = choice
  const { by, looked, lookedAt, at, atMost } = rangeOf(choice)
  const { order, at: sortedBy } = ranges[sort]
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
    choice.named ?? null,
    choice.isIncomplete,
  ]
  const kind = [sort, status ?? 'all', by].join('_')
  const places = await runNamed<LearnerPlace>(db, {
    name: `find_learners_${kind}`,
    text: `
      select ${sortedBy} as at, user_id as "userId" from (${looked} limit ${atMost}) e
      where ${isAsked} and ${allValues} order by ${order} limit $5`,
    values,
  })
  if (places.length === limit || lookedAt === undefined) return { places, lookedUpTo: null }
  const [last] = await runNamed<LearnerPlace>(db, {
    name: `last_looked_learner_${kind}`,
    text: `
      select ${at} as at, user_id as "userId" from (${lookedAt}) e
      where ${allValues} order by ${order} offset ${atMost - 1} limit 1`,
    values,
  })
  return { places, lookedUpTo: last ?? null }
}

export interface TaughtLearner {
  id: string
  name: string
  enrolledAt: Date
  courseId: string
}

/**
 * Finds learners of these courses by words of their name, newest first, each once. Looks at those
 * whom another search has found, or else at the newest of each course.
 */
export async function findTaughtLearners(
  db: Db,
  {
    taught,
    named,
    words,
    id,
    limit,
  }: WordSearch & { taught: readonly TaughtCourse[]; named: readonly string[] | undefined },
): Promise<TaughtLearner[]> {
  const only = id === undefined ? named : [id]
  const { learners: atMost } = lookedAtAtMost
  return runNamed(db, {
    name: `find_taught_learners_${words.length}${only === undefined ? '' : '_named'}`,
    text: `
      select * from (
        select distinct on (u.id) u.id, u.name, e.enrolled_at as "enrolledAt", t."courseId"
        from ${taughtCourses('$1')} cross join lateral (
          select * from enrollments where course_id = t."courseId"
            and ${only === undefined ? '$2::uuid[] is null' : 'user_id = any($2)'}
          order by enrolled_at desc, user_id desc limit ${atMost}) e
        join users u on u.id = e.user_id
        where (t."cohortIds" is null or exists (
          select from cohort_members m where m.user_id = u.id and m.cohort_id = any(t."cohortIds")))
          ${words.map((_, at) => `and ' ' || fold_text(u.name) like any($${at + 4}::text[])`).join(' ')}
        order by u.id, e.enrolled_at desc
      ) found order by "enrolledAt" desc, id desc limit $3`,
    values: [JSON.stringify(taught), only ?? null, limit, ...words.map(patternsOf)],
  })
}
