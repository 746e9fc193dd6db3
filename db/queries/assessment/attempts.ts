import { getTableColumns } from 'drizzle-orm'
import type { LessonDetails } from '../../../content/lessons/lesson-type-names.ts'
import type { RevealedAfter } from '../../../content/lessons/quiz.ts'
import { afterId, beforeId, type PageAfter } from '../../page.ts'
import { createBatchWriter } from '../../postgres/batch-writer.ts'
import type { Db } from '../../postgres/client.ts'
import { findNamed, runNamed } from '../../postgres/named-statement.ts'
import { attempts } from '../../schema/assessment/attempts.ts'
import type { EnrollmentKey } from '../../schema/learning/enrollments.ts'
import { selectList } from '../../select-list.ts'
import { isOpen } from '../courses/courses/is-open.ts'
import { graceSeconds } from './deadlines/deadlines.ts'

export type { AttemptItem } from '../../schema/assessment/attempts.ts'
export type AttemptRow = typeof attempts.$inferSelect

/**
 * An attempt with its lesson's state when it was asked, and the facts that decide on access to its
 * course.
 */
export interface TriedRow extends AttemptRow {
  details: LessonDetails | null
  files: Record<string, string> | null
  enrollmentStatus: string
  endsAt: Date | null
  versionId: string
  /** Whether the learner's version has the lesson as it was tried. */
  isCurrent: boolean
}

const columns = selectList(getTableColumns(attempts))

/** A learner's record at a lesson so far, under any of its keys. */
export interface AttemptsSoFar {
  /** The number of attempts. */
  count: number
  openId: string | null
  waiting: boolean
  passed: boolean
  lastNumber: number
  lastSubmittedAt: Date | null
  /** How often each question was asked, by its revision. */
  seen: Record<string, number>
  timePercent: number
  extraAttempts: number
  extraDays: number
}

/**
 * Sums up a learner's record at a lesson. Locks the enrollment where that is to decide anything.
 */
export async function findAttemptsSoFar(
  db: Db,
  { userId, courseId, lessonId, now }: EnrollmentKey & { lessonId: string; now: Date },
): Promise<AttemptsSoFar> {
  const found = await findNamed<AttemptsSoFar>(db, {
    name: 'find_attempts_so_far',
    text: `
      with own as (
        select a.id, a.status, a.passed, a.number, a.submitted_at, a.revisions
        from lesson_revisions l
        join attempts a on a.user_id = $1 and a.course_id = $2
          and (a.lesson_key = l.key or a.lesson_key = any(l.former_keys))
        where l.id = $3
      )
      select count(own.id)::int as count,
        (array_agg(own.id) filter (where own.status = 'open'))[1] as "openId",
        coalesce(bool_or(own.status = 'waiting'), false) as waiting,
        coalesce(bool_or(own.passed), false) as passed,
        coalesce(max(own.number), 0) as "lastNumber", max(own.submitted_at) as "lastSubmittedAt",
        coalesce((
          select jsonb_object_agg(revision, times) from (
            select revision, count(*)::int as times from own cross join unnest(own.revisions) as revision
            group by revision
          ) as asked
        ), '{}') as seen,
        coalesce(max(given.time_percent), 100) as "timePercent",
        coalesce(max(given.extra_attempts), 0) as "extraAttempts",
        coalesce(max(given.extra_days), 0) as "extraDays"
      from (select) as one left join own on true
      left join accommodations given on given.user_id = $1 and given.course_id = $2
        and (given.until is null or given.until > $4::timestamptz)`,
    values: [userId, courseId, lessonId, now],
  })
  if (found === undefined) throw new Error('An aggregate has no row.')
  return found
}

export interface NewAttempt
  extends Pick<
    AttemptRow,
    | 'id'
    | 'userId'
    | 'courseId'
    | 'lessonKey'
    | 'lessonId'
    | 'type'
    | 'number'
    | 'status'
    | 'startedAt'
    | 'deadlineAt'
    | 'submittedAt'
    | 'isLate'
    | 'items'
    | 'text'
    | 'maxPoints'
  > {}

/**
 * Writes an attempt. The caller has locked the enrollment: constraints decide whether anything else
 * is wrong.
 */
export async function insertAttempt(db: Db, attempt: NewAttempt): Promise<AttemptRow> {
  const { id, userId, courseId, lessonKey, lessonId, type, number, status, items } = attempt
  const { startedAt, deadlineAt, submittedAt, isLate, text, maxPoints } = attempt
  const answers = items === null ? null : {}
  const revisions = items?.map(({ revision }) => revision) ?? []
  await runNamed(db, {
    name: 'insert_attempt',
    text: `
      insert into attempts (id, user_id, course_id, lesson_key, lesson_id, type, number, status,
        started_at, deadline_at, submitted_at, is_late, items, answers, revisions, text, max_points)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    values: [
      ...[id, userId, courseId, lessonKey, lessonId, type, number, status, startedAt, deadlineAt],
      ...[submittedAt, isLate, items && JSON.stringify(items), answers, revisions, text, maxPoints],
    ],
  })
  const graded = { points: null, score: null, passed: null, claimedBy: null, claimedUntil: null }
  const rest = { answers, answerNumbers: null, revisions, extraSeconds: null, comment: null }
  return { ...attempt, ...rest, ...graded }
}

const selectTried = `
  select ${columns}, tried.details, tried.files, e.status as "enrollmentStatus",
    e.ends_at as "endsAt", e.version_id as "versionId",
    v.number between tried.from_version and tried.until_version as "isCurrent"
  from attempts
  join lesson_revisions tried on tried.id = attempts.lesson_id
  join enrollments e on e.user_id = attempts.user_id and e.course_id = attempts.course_id
  join course_versions v on v.id = e.version_id
  where attempts.id = $1`

export async function findAttempt(db: Db, id: string): Promise<TriedRow | undefined> {
  return findNamed(db, { name: 'find_attempt', text: selectTried, values: [id] })
}

/**
 * Finds and locks an attempt: until the end of the transaction nobody else saves, submits or grades
 * it. The caller has locked the enrollment.
 */
export async function lockAttempt(db: Db, id: string): Promise<TriedRow | undefined> {
  const text = `${selectTried} for no key update of attempts`
  return findNamed(db, { name: 'lock_attempt', text, values: [id] })
}

/** An answer, with the facts that check it beside its item. */
export interface GivenAnswer {
  position: number
  answer: ({ type: string } & Record<string, unknown>) | null
  /** The smallest number of shuffled things for which its indexes are valid. */
  least: number
  /** The number of its entries, where that is fixed. */
  count: number | null
  /** Orders the answers to a question; null: after all that came before. */
  number: number | null
}

export interface SavedRow extends Pick<AttemptRow, 'deadlineAt' | 'answerNumbers'> {
  /** The positions that hold a newer answer. */
  stale: number[]
}

/** Among equal numbers, the answer that sorts last counts, whichever came first. */
const counts = `
  (given.number is null or (given.number, given.answer::text collate "C") >= (
    coalesce((attempts.answer_numbers ->> given.position::text)::bigint, -1),
    coalesce(attempts.answers ->> given.position::text, '')))`
const numberAt = (milliseconds: string) => `
  coalesce(given.number, greatest(
    1 + (attempts.answer_numbers ->> given.position::text)::bigint, ${milliseconds}::bigint))`
const isWrong = `
  attempts.items -> given.position is null
    or given.type is not null and given.type <> attempts.items -> given.position ->> 'type'
    or given.least > jsonb_array_length(attempts.items -> given.position -> 'order')
    or given.count is not null
      and given.count <> (attempts.items -> given.position ->> 'count')::int`
const isStale = 'given.answer is distinct from attempts.answers -> given.position::text'

const added = (value: string) =>
  `case when ${counts} then jsonb_build_object(given.position::text, ${value}) else '{}' end`
// Players send most answers one by one: those of a tick share a statement.
const saveOne = `
  update attempts set answers = attempts.answers || ${added('given.answer')},
    answer_numbers = coalesce(attempts.answer_numbers, '{}')
      || ${added(numberAt('(extract(epoch from given.at) * 1000)'))}
  from (
    select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::int[], $5::jsonb[],
      $6::text[], $7::int[], $8::int[], $9::bigint[]) with ordinality limit $10
  ) as given (id, user_id, at, position, answer, type, least, count, number, place), enrollments e
  ${whereOpen(
    { id: 'given.id', user: 'given.user_id', now: 'given.at' },
    `(${isWrong}) is not true`,
  )},
    case when ${isStale} then array[given.position] else '{}' end as stale,
    given.place::int as number`
const saveSeveral = `
  with given as (
    select * from unnest($4::int[], $5::jsonb[], $6::text[], $7::int[], $8::int[], $9::bigint[])
      as given (position, answer, type, least, count, number)
  )
  update attempts set (answers, answer_numbers) = (
    select attempts.answers || coalesce(jsonb_object_agg(position, answer), '{}'),
      coalesce(attempts.answer_numbers, '{}')
        || coalesce(jsonb_object_agg(position, ${numberAt('$10')}), '{}')
    from given where ${counts}
  )
  from enrollments e
  ${whereOpen(
    { id: '$1', user: '$2', now: '$3' },
    `not exists (select from given where ${isWrong})`,
  )},
    array(select position from given where ${isStale} order by position) as stale`

function whereOpen(asked: Record<'id' | 'user' | 'now', string>, isRight: string): string {
  return `
  where attempts.id = ${asked.id} and attempts.user_id = ${asked.user} and attempts.status = 'open'
    and (attempts.deadline_at is null
      or attempts.deadline_at + interval '${graceSeconds} seconds' > ${asked.now}::timestamptz)
    and e.user_id = attempts.user_id and e.course_id = attempts.course_id
    and ${isOpen('e', asked.now)} and ${isRight}
  returning attempts.deadline_at as "deadlineAt", attempts.answer_numbers as "answerNumbers"`
}

interface Saving {
  id: string
  userId: string
  now: Date
}

const givenNames = ['position', 'answer', 'type', 'least', 'count', 'number'] as const

/** Returns the values of answers, a list for each of their names. */
function listsOf(answers: readonly GivenAnswer[]): unknown[][] {
  return givenNames.map((name) =>
    answers.map(({ answer, ...given }) => {
      if (name === 'type') return answer?.type ?? null
      return name === 'answer' ? JSON.stringify(answer) : given[name]
    }),
  )
}

const saveAnswer = createBatchWriter<Saving & { given: GivenAnswer }, SavedRow>((db, saves) =>
  runNamed(db, {
    name: 'save_answer',
    text: saveOne,
    values: [
      ...(['id', 'userId', 'now'] as const).map((name) => saves.map((save) => save[name])),
      ...listsOf(saves.map(({ given }) => given)),
      saves.length,
    ],
  }),
)

/**
 * Saves answers of a running attempt in one statement: players send them every few seconds. In
 * whatever order saves arrive, the one with the highest number stays. Undefined if anything is not
 * as it must be; the caller then finds out what, and says so.
 */
export async function saveAnswers(
  db: Db,
  saving: Saving,
  answers: readonly GivenAnswer[],
): Promise<SavedRow | undefined> {
  const [given, ...others] = answers
  if (given !== undefined && others.length === 0) return saveAnswer(db, { ...saving, given })
  const { id, userId, now } = saving
  return findNamed(db, {
    name: 'save_numbered_answers',
    text: saveSeveral,
    values: [id, userId, now, ...listsOf(answers), now.getTime()],
  })
}

/** Ends an attempt that is open, for a person to grade. */
export async function markWaiting(db: Db, { id, at }: { id: string; at: Date }): Promise<void> {
  await runNamed(db, {
    name: 'mark_attempt_waiting',
    text: `update attempts set status = 'waiting', submitted_at = $2 where id = $1`,
    values: [id, at],
  })
}

/**
 * Lists a learner's attempts at a lesson, newest first, with what each one's quiz reveals: null for
 * what was handed in.
 */
export async function listAttempts(
  db: Db,
  { userId, courseId, lessonId, after, limit }: PageAfter & EnrollmentKey & { lessonId: string },
): Promise<(AttemptRow & { reveals: RevealedAfter | null })[]> {
  return runNamed(db, {
    name: 'list_attempts',
    text: `
      select ${columns}, tried.details -> 'quiz' ->> 'reveals' as reveals from lesson_revisions l
      join attempts on attempts.user_id = $1 and attempts.course_id = $2
        and (attempts.lesson_key = l.key or attempts.lesson_key = any(l.former_keys))
      join lesson_revisions tried on tried.id = attempts.lesson_id
      where l.id = $3 and attempts.id < ${beforeId('$4')}
      order by attempts.id desc limit $5`,
    values: [userId, courseId, lessonId, after ?? null, limit],
  })
}

export type AttemptInShort = Pick<
  AttemptRow,
  'id' | 'lessonId' | 'number' | 'status' | 'startedAt' | 'submittedAt' | 'passed' | 'score'
>

/** Lists a learner's newest attempts at each of some lessons, newest first. */
export async function listAttemptsAt(
  db: Db,
  { userId, courseId, lessonIds, each }: EnrollmentKey & { lessonIds: string[]; each: number },
): Promise<AttemptInShort[]> {
  return runNamed(db, {
    name: 'list_attempts_at',
    text: `
      select a.id, l.id as "lessonId", a.number, a.status, a.started_at as "startedAt",
        a.submitted_at as "submittedAt", a.passed, a.score
      from lesson_revisions l cross join lateral (
        select * from attempts
        where user_id = $1 and course_id = $2
          and lesson_key = any(array_append(l.former_keys, l.key))
        order by id desc limit $4
      ) a
      where l.id = any($3::uuid[]) order by a.id desc`,
    values: [userId, courseId, lessonIds, each],
  })
}

/** Lists all attempts of a user, in the order in which they began. */
export async function listAttemptsOf(
  db: Db,
  { userId, after, limit }: PageAfter & { userId: string },
): Promise<AttemptRow[]> {
  return runNamed(db, {
    name: 'list_attempts_of',
    text: `
      select ${columns} from attempts
      where user_id = $1 and id > ${afterId('$2')} order by id limit $3`,
    values: [userId, after ?? null, limit],
  })
}
