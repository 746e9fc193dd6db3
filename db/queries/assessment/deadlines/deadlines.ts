import { afterId } from '../../../page.ts'
import type { Db } from '../../../postgres/client.ts'
import { anyNamed, listNamed, runNamed } from '../../../postgres/named-statement.ts'
import type { EnrollmentKey } from '../../../schema/learning/enrollments.ts'
import { isOpen } from '../../courses/courses/is-open.ts'
import { isNotPostponed } from '../../platform/postponed.ts'

/** Seconds after its deadline in which an attempt still takes what is on its way. */
export const graceSeconds = 5

/** The least time that remains when time is taken back, unless less remained. */
const secondsToHandIn = 120
/** The least time for learners who wait for the service to be back. */
const secondsAfterOutage = 60

/** Keeps the time given to an attempt beyond its quiz's rules, for when these change. */
const moveTo = (deadline: string) => `
  deadline_at = ${deadline},
  extra_seconds = coalesce(extra_seconds, 0)
    + extract(epoch from ${deadline} - attempts.deadline_at)`

export interface Deadline {
  id: string
  deadlineAt: Date
}

/**
 * Reckons when a learner's open attempts in a course end, by the one rule: from their start the
 * quiz's time, as much of it as the learner gets, and the time given to the attempt. An
 * accommodation counts if it did at the start. What is past, or nearly, never ends earlier.
 */
export async function reckonDeadlines(
  db: Db,
  { userId, courseId, now }: EnrollmentKey & { now: Date },
): Promise<Deadline[]> {
  return runNamed(db, {
    name: 'reckon_deadlines',
    text: `
      update attempts set deadline_at = greatest(rule.deadline_at,
        least(attempts.deadline_at, $3::timestamptz + interval '${secondsToHandIn} seconds'))
      from (
        select a.id, a.started_at + make_interval(secs => coalesce(a.extra_seconds, 0)
          + (l.details -> 'quiz' ->> 'timeLimitMinutes')::float8 * 0.6
            * coalesce(given.time_percent, 100)) as deadline_at
        from attempts a join lesson_revisions l on l.id = a.lesson_id
        left join accommodations given on given.user_id = a.user_id
          and given.course_id = a.course_id and (given.until is null or given.until > a.started_at)
        where a.user_id = $1 and a.course_id = $2 and a.status = 'open'
          and a.deadline_at is not null
      ) as rule
      where attempts.id = rule.id and attempts.status = 'open' and rule.deadline_at is not null
      returning attempts.id, attempts.deadline_at as "deadlineAt"`,
    values: [userId, courseId, now],
  })
}

/** Whether a version of the course has a quiz with the key. */
export async function hasQuiz(
  db: Db,
  { courseId, lessonKey }: { courseId: string; lessonKey: string },
): Promise<boolean> {
  return anyNamed(db, {
    name: 'has_quiz',
    text: `
      select from lesson_revisions where course_id = $1 and key = $2 and type = 'quiz' limit 1`,
    values: [courseId, lessonKey],
  })
}

/** The attempts that get time. */
export interface TimedAttempts {
  courseId: string
  /** The quiz; undefined for all of them. */
  lessonKey: string | undefined
  /** The cohort; undefined for all learners. */
  cohortId: string | undefined
  /** The person who gives the time, and gets none. */
  except: string | undefined
}

const isMeant = `
  a.course_id = $1 and a.type = 'quiz' and a.deadline_at is not null
  and ($2::text is null or a.lesson_key = $2 or exists (
    select from lesson_revisions l
    where l.course_id = $1 and l.key = $2 and a.lesson_key = any(l.former_keys)))
  and ($3::uuid is null or exists (
    select from cohort_members m where m.cohort_id = $3 and m.user_id = a.user_id))`

export interface Slice {
  after: string | undefined
  limit: number
}

/** Lists and locks open attempts that end by themselves, some at a time. */
export async function lockOpenAttempts(
  db: Db,
  { courseId, lessonKey, cohortId, except }: TimedAttempts,
  { after, limit }: Slice,
): Promise<string[]> {
  return listNamed(db, {
    name: 'lock_open_attempts',
    text: `
      select a.id from attempts a
      where ${isMeant} and a.status = 'open' and a.id > ${afterId('$4')}
        and a.user_id is distinct from $6::uuid
      order by a.id limit $5 for no key update of a`,
    values: [courseId, lessonKey ?? null, cohortId ?? null, after ?? null, limit, except ?? null],
  })
}

/** Adds time. An attempt that is already over unnoticed has the whole time from now on. */
export async function addTime(
  db: Db,
  { ids, minutes, now }: { ids: readonly string[]; minutes: number; now: Date },
): Promise<void> {
  const until = `greatest(attempts.deadline_at, $3::timestamptz) + make_interval(mins => $2)`
  await runNamed(db, {
    name: 'add_time',
    text: `update attempts set ${moveTo(until)} where id = any($1::uuid[]) and status = 'open'`,
    values: [ids, minutes, now],
  })
}

/**
 * Lists attempts that timed out since an instant, did not pass, were graded by no person, never
 * showed their right answers, and were the learner's last; with their enrollments locked, some at a
 * time.
 */
export async function lockTimedOut(
  db: Db,
  { courseId, lessonKey, cohortId, except }: TimedAttempts,
  { since, now, after, limit }: Slice & { since: Date; now: Date },
): Promise<string[]> {
  return listNamed(db, {
    name: 'lock_timed_out',
    text: `
      select a.id from attempts a
      join enrollments e on e.user_id = a.user_id and e.course_id = a.course_id
      where ${isMeant} and ${isTimedOut('a', '$4')} and ${isOpen('e', '$7')}
        and a.id > ${afterId('$5')} and a.user_id is distinct from $8::uuid
      order by a.id limit $6 for no key update of e`,
    values: [
      courseId,
      lessonKey ?? null,
      cohortId ?? null,
      since,
      after ?? null,
      limit,
      now,
      except ?? null,
    ],
  })
}

const isTimedOut = (attempt: string, since: string) => `
  ${attempt}.status in ('graded', 'waiting') and ${attempt}.passed is not true
  and ${attempt}.submitted_at >= greatest(
    ${since}::timestamptz, ${attempt}.deadline_at + interval '${graceSeconds} seconds')
  and not exists (
    select from gradings g where g.attempt_id = ${attempt}.id and g.cause <> 'submission')
  and not exists (
    select from attempts later
    where later.user_id = ${attempt}.user_id and later.course_id = ${attempt}.course_id
      and later.lesson_key = ${attempt}.lesson_key and later.number > ${attempt}.number)
  and not exists (
    select from lesson_revisions l where l.id = ${attempt}.lesson_id
      and case l.details -> 'quiz' ->> 'reveals'
        when 'after-last-attempt' then
          ${attempt}.number >= (l.details -> 'quiz' ->> 'attempts')::int
        when 'after-pass' then exists (
          select from attempts passed
          where passed.user_id = ${attempt}.user_id and passed.course_id = ${attempt}.course_id
            and passed.lesson_key = ${attempt}.lesson_key and passed.passed)
      end)`

/**
 * Reopens attempts of locked enrollments, with no time yet. Their gradings stay, without effect.
 */
export async function reopenTimedOut(
  db: Db,
  { ids, since, now }: { ids: string[]; since: Date; now: Date },
): Promise<string[]> {
  return listNamed(db, {
    name: 'reopen_timed_out',
    text: `
      update attempts set status = 'open', submitted_at = null, points = null, score = null,
        passed = null, claimed_by = null, claimed_until = null, ${moveTo('$3::timestamptz')}
      where id = any($1::uuid[]) and ${isTimedOut('attempts', '$2')}
      returning id`,
    values: [ids, since, now],
  })
}

/** Gives open attempts that ran in an outage its time back, some at a time. */
export async function giveOutageBack(
  db: Db,
  { beganAt, endedAt }: { beganAt: Date; endedAt: Date },
  { after, limit }: Slice,
): Promise<string[]> {
  const until = `greatest($2::timestamptz + interval '${secondsAfterOutage} seconds',
    attempts.deadline_at + ($2::timestamptz - greatest(attempts.started_at, $1::timestamptz)))`
  return listNamed(db, {
    name: 'give_outage_back',
    text: `
      with hit as (
        select id from attempts
        where status = 'open' and started_at < $2::timestamptz
          and deadline_at + interval '${graceSeconds} seconds' > $1::timestamptz
          and id > ${afterId('$3')}
        order by id limit $4
      )
      update attempts set ${moveTo(until)} from hit
      where attempts.id = hit.id and attempts.status = 'open'
      returning attempts.id`,
    values: [beganAt, endedAt, after ?? null, limit],
  })
}

/** Lists attempts whose time is over, oldest first. */
export async function listDueAttempts(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> {
  return listNamed(db, {
    name: 'list_due_attempts',
    text: `
      select id from attempts
      where status = 'open'
        and deadline_at <= $1::timestamptz - interval '${graceSeconds} seconds'
        and ${isNotPostponed('submit-attempt', 'id::text', '$1')}
      order by deadline_at limit $2`,
    values: [now, limit],
  })
}

export function isOver({ deadlineAt }: { deadlineAt: Date | null }, now: Date): boolean {
  return deadlineAt !== null && deadlineAt.getTime() + graceSeconds * 1000 <= now.getTime()
}
