import type { Db } from '../../../postgres/client.ts'
import { anyNamed, listNamed, runNamed } from '../../../postgres/named-statement.ts'
import type { EnrollmentKey } from '../../../schema/learning/enrollments.ts'
import type { InCohort } from '../cohorts.ts'
import { ofOne, saidByRows, waysInto } from './ways.ts'

/**
 * Stores the way that a row states if a server that knows no ways wrote it. Call it before a way is
 * given or taken, in the transaction that has locked the user's purchases.
 */
export async function keepSaidWay(db: Db, { userId, courseId }: EnrollmentKey): Promise<void> {
  const values = [userId, courseId]
  const isSettled = await anyNamed(db, {
    name: 'find_unsettled_enrollment',
    text: `
      select from enrollments where user_id = $1 and course_id = $2 and settled is null
      for no key update`,
    values,
  })
  if (!isSettled) return
  await runNamed(db, {
    name: 'forget_ways_unsaid',
    text: 'delete from enrollment_ways where user_id = $1 and course_id = $2',
    values,
  })
  await runNamed(db, {
    name: 'keep_said_way',
    text: `
      with kept as (
        insert into enrollment_ways (user_id, course_id, source, cohort_id, ends_at,
          ends_with_cohort, is_closed)
        ${saidByRows(ofOne)}
      )
      update enrollments set settled = 1 where user_id = $1 and course_id = $2`,
    values,
  })
}

/**
 * Gives the school's way, or an invitation's, with its end. Undefined: without one, or unchanged
 * while that is open. Returns whether it changed.
 */
export function giveWay(
  db: Db,
  {
    userId,
    courseId,
    source,
    endsAt,
    now,
  }: EnrollmentKey & {
    source: 'administrator' | 'invitation'
    endsAt: Date | null | undefined
    now: Date
  },
): Promise<boolean> {
  return anyNamed(db, {
    name: 'give_way',
    text: `
      insert into enrollment_ways as w (user_id, course_id, source, ends_at)
      values ($1, $2, $3, $4)
      on conflict on constraint enrollment_ways_once do update set ends_at = excluded.ends_at
      where w.ends_at is distinct from excluded.ends_at
        and ($5::boolean or w.ends_at <= $6::timestamptz)
      returning w.user_id`,
    values: [userId, courseId, source, endsAt ?? null, endsAt !== undefined, now],
  })
}

/**
 * Writes a member's way by the cohort into a course. Undefined: until the cohort ends, or
 * unchanged. Stored only if the cohort does not itself say the same. Returns whether it changed.
 */
export function giveWayOfCohort(
  db: Db,
  {
    userId,
    courseId,
    cohortId,
    endsAt,
  }: EnrollmentKey & { cohortId: string; endsAt: Date | null | undefined },
): Promise<boolean> {
  return anyNamed(db, {
    name: 'give_way_of_cohort',
    text: `
      insert into enrollment_ways as w
        (user_id, course_id, source, cohort_id, ends_at, ends_with_cohort)
      select $1, $2, 'cohort', k.id, case when own.is_named then $4::timestamptz end,
        not own.is_named
      from cohorts k
      cross join lateral (
        select $5::boolean and k.ends_at is distinct from $4::timestamptz as is_named
      ) as own
      where k.id = $3 and (own.is_named
        or k.begun_at is null
        or not exists (select from cohort_courses where cohort_id = $3 and course_id = $2)
        or exists (
          select from enrollment_ways
          where user_id = $1 and course_id = $2 and cohort_id = $3))
      on conflict on constraint enrollment_ways_once do update
        set ends_at = excluded.ends_at, ends_with_cohort = excluded.ends_with_cohort,
          is_closed = false
      where w.is_closed or $5::boolean and
        (w.ends_at, w.ends_with_cohort) is distinct from (excluded.ends_at, excluded.ends_with_cohort)
      returning w.user_id`,
    values: [userId, courseId, cohortId, endsAt ?? null, endsAt !== undefined],
  })
}

/** Selects the classes that give the course now, or gave it until they ended. */
const classes = `
  select m.cohort_id from cohort_members m
  join cohorts k on k.id = m.cohort_id and k.begun_at is not null
  join cohort_courses c on c.cohort_id = m.cohort_id and c.course_id = $2
  where m.user_id = $1
  union
  select cohort_id from enrollment_ways
  where user_id = $1 and course_id = $2 and cohort_id is not null`

/** Ends every way that the school may end for a learner; members stay members. */
export async function closeWays(db: Db, { userId, courseId }: EnrollmentKey): Promise<void> {
  await runNamed(db, {
    name: 'close_ways',
    text: `
      with gone as (
        delete from enrollment_ways
        where user_id = $1 and course_id = $2 and cohort_id is null
      )
      insert into enrollment_ways (user_id, course_id, source, cohort_id, is_closed)
      select $1, $2, 'cohort', cohort_id, true from (${classes}) as class
      where exists (select from enrollments where user_id = $1 and course_id = $2)
      on conflict on constraint enrollment_ways_once do update set is_closed = true`,
    values: [userId, courseId],
  })
}

/**
 * Gives this end to every way that the school may end for a learner: its own, the invitation's,
 * each class's and a free purchase's. If there is none of them, the school gives the course.
 */
export async function setEndOfWays(
  db: Db,
  { userId, courseId, endsAt }: EnrollmentKey & { endsAt: Date | null },
): Promise<void> {
  await runNamed(db, {
    name: 'set_end_of_ways',
    text: `
      with there as (
        select source, cohort_id from enrollment_ways
        where user_id = $1 and course_id = $2 and not is_closed
        union
        select 'cohort', cohort_id from (${classes}) as class
        where not exists (
          select from enrollment_ways w
          where w.user_id = $1 and w.course_id = $2 and w.cohort_id = class.cohort_id)
        union
        select 'transaction', null from transaction_lines
        where user_id = $1 and course_id = $2 and status = 'fulfilled'
          and price_amount <= discount_amount
      )
      insert into enrollment_ways (user_id, course_id, source, cohort_id, ends_at)
      select $1, $2, source, cohort_id, $3::timestamptz from there
      union all
      select $1, $2, 'administrator', null, $3 where not exists (select from there)
      on conflict on constraint enrollment_ways_once do update
        set ends_at = excluded.ends_at, ends_with_cohort = false`,
    values: [userId, courseId, endsAt],
  })
}

/** Clears the end of a free purchase that comes to nothing, so that the next one has none. */
export async function forgetEndOfPurchase(
  db: Db,
  { userId, courseId }: EnrollmentKey,
): Promise<void> {
  await runNamed(db, {
    name: 'forget_end_of_purchase',
    text: `
      delete from enrollment_ways
      where user_id = $1 and course_id = $2 and source = 'transaction'`,
    values: [userId, courseId],
  })
}

/** Lists the courses that a member may have by the cohort, in the order of their ids. */
export function listCoursesByCohort(db: Db, { cohortId, userId }: InCohort): Promise<string[]> {
  return listNamed(db, {
    name: 'list_courses_by_cohort',
    text: `
      select course_id as "courseId" from cohort_courses c where cohort_id = $1
      union select course_id from enrollment_ways where cohort_id = $1 and user_id = $2
      union select course_id from enrollments where cohort_id = $1 and user_id = $2
      order by 1`,
    values: [cohortId, userId],
  })
}

/** Removes the way by a cohort into a course that it no longer has. */
export async function forgetWayOfCohort(
  db: Db,
  { cohortId, userId, courseId }: InCohort & { courseId: string },
): Promise<void> {
  await runNamed(db, {
    name: 'forget_way_of_cohort',
    text: `
      delete from enrollment_ways where cohort_id = $1 and user_id = $2 and course_id = $3`,
    values: [cohortId, userId, courseId],
  })
}

/** Whether the school ended for a member the cohort's way into the course. */
export function isWayClosed(
  db: Db,
  { cohortId, userId, courseId }: InCohort & { courseId: string },
): Promise<boolean> {
  return anyNamed(db, {
    name: 'is_way_closed',
    text: `
      select from enrollment_ways
      where cohort_id = $1 and user_id = $2 and course_id = $3 and is_closed`,
    values: [cohortId, userId, courseId],
  })
}

/** Lets ways whose own end was the cohort's follow the cohort's end from now on. */
export async function followEndOfCohort(
  db: Db,
  { cohortId, userId, endsAt }: InCohort & { endsAt: Date | null },
): Promise<void> {
  await runNamed(db, {
    name: 'follow_end_of_cohort',
    text: `
      update enrollment_ways set ends_at = null, ends_with_cohort = true
      where cohort_id = $1 and user_id = $2 and ends_at is not distinct from $3::timestamptz
        and not ends_with_cohort and not is_closed`,
    values: [cohortId, userId, endsAt],
  })
}

/** Turns a member's ways by a vanishing cohort into the school's, until the same end. */
export async function keepWayOfCohort(
  db: Db,
  { cohortId, userId, courseId, now }: InCohort & { courseId: string; now: Date },
): Promise<void> {
  await runNamed(db, {
    name: 'keep_way_of_cohort',
    text: `
      with ${waysInto(ofOne)}
      insert into enrollment_ways as w (user_id, course_id, source, ends_at)
      select user_id, course_id, 'administrator', ends_at from ways
      where cohort_id = $3 and (ends_at is null or ends_at > $4::timestamptz)
      on conflict on constraint enrollment_ways_once do update
        set ends_at = case when excluded.ends_at is not null and w.ends_at is not null
          then greatest(w.ends_at, excluded.ends_at) end`,
    values: [userId, courseId, cohortId, now],
  })
}
