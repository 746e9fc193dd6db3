import type { CourseKind } from '../../../../content/course-values.ts'
import type { Db } from '../../../postgres/client.ts'
import { findNamed } from '../../../postgres/named-statement.ts'
import type {
  accessStates,
  EnrollmentKey,
  enrollmentSources,
} from '../../../schema/learning/enrollments.ts'
import { countedLessons } from './lesson-counts.ts'
import { ofOne, union, waysInto } from './ways.ts'

/**
 * Giving a way takes a seat. Otherwise only ways count that hold one, or may be returned to, so
 * that no class opens without one.
 */
const verdictWith = (holdsSeat: string) => `${waysInto(ofOne)}, verdict as (
    select ${union('$3', `($4::boolean or source = 'program' or ${holdsSeat})`)})`

const heldBefore = `exists (
  select from own where left_at is not null or (status = 'active' and source <> 'program'))`

/** Keeps the cohort as long as its way stays. A learner who was there without one follows none. */
const cohortOf = `case
    when e.cohort_id = any(v.cohort_ids) then e.cohort_id
    when (e.status = 'active' or e.left_at is not null) and e.cohort_id is null
      and e.source <> 'program' then null
    when v.is_open and v.source = 'administrator' then v.cohort_id end`

const programOf = `case when d.source = 'program' then case
    when exists (select from ways w where w.program_id = e.program_id) then e.program_id
    else d.program_id end end`

/** Days that counted from a cohort now count from something else: a job looks at them again. */
const replanned = `case
    when e.next_opening_at is not null and e.cohort_id is distinct from d.cohort
    then e.enrolled_at else e.next_opening_at end`

export interface SettledEnrollment {
  kind: CourseKind
  /** Undefined if there was none. */
  before: EnrollmentState | undefined
  after: EnrollmentState
}

export interface EnrollmentState {
  status: (typeof accessStates)[number]
  source: (typeof enrollmentSources)[number]
  endsAt: Date | null
  cohortId: string | null
}

const stateOf = (row: string, name: string) => `
  case when ${row}.left_at is not null then 'left' else ${row}.status end as "${name}Status",
  ${row}.source as "${name}Source", ${row}.ends_at as "${name}EndsAt",
  ${row}.cohort_id as "${name}CohortId"`

type FlatStates = Pick<SettledEnrollment, 'kind'> & {
  [Key in keyof EnrollmentState as `${'before' | 'after'}${Capitalize<Key>}`]: EnrollmentState[Key]
}

/** Access to reopen: none, what had ended, or also what was left. */
export type Opening = 'none' | 'ended' | 'all'

interface Settling extends EnrollmentKey {
  now: Date
  /** Whether it takes a seat if none was held. */
  takesSeat: boolean
}

/**
 * Writes what its ways give into an enrollment's row, in the transaction that has locked the user's
 * purchases. Undefined without a row.
 */
export async function settleEnrollment(
  db: Db,
  { userId, courseId, now, takesSeat, opens }: Settling & { opens: Opening },
): Promise<SettledEnrollment | undefined> {
  const found = await findNamed<FlatStates>(db, {
    name: 'settle_enrollment',
    text: `
      with own as materialized (
        select * from enrollments where user_id = $1 and course_id = $2 for no key update
      ), ${verdictWith(heldBefore)}, decided as (
        select v.*, e.status = 'ended' and e.left_at is null as was_over, case
          when v.is_open and e.status = 'ended'
            and ($5 = 'all' or $5 = 'ended' and e.left_at is null) then 'active'
          when not v.is_open and (e.status = 'active' or e.left_at is not null) then 'ended'
        end as status, ${cohortOf} as cohort
        from own e cross join verdict v
      ), moved as (
        update enrollments e set status = d.status, left_at = null, ends_at = d.ends_at,
          source = case when d.is_open then d.source else e.source end, cohort_id = d.cohort,
          program_id = case when d.is_open then ${programOf} else e.program_id end,
          next_opening_at = ${replanned}, settled = coalesce(e.settled, 0) + 1
        from decided d where e.user_id = $1 and e.course_id = $2 and d.status is not null
        returning e.*
      ), terms as (
        select case when d.was_over then e.ends_at else d.ends_at end as ends_at,
          case when d.was_over then e.source else d.source end as source, d.cohort as cohort_id,
          case when d.was_over then e.program_id else ${programOf} end as program_id
        from own e cross join decided d where d.status is null
      ), stayed as (
        update enrollments e set ends_at = t.ends_at, source = t.source, cohort_id = t.cohort_id,
          program_id = t.program_id, next_opening_at = ${replanned},
          settled = coalesce(e.settled, 0) + 1
        from terms t cross join decided d
        where e.user_id = $1 and e.course_id = $2 and (e.settled is null
          or (e.ends_at, e.source, e.cohort_id, e.program_id)
            is distinct from (t.ends_at, t.source, t.cohort_id, t.program_id))
        returning e.*
      ), written as (
        select * from moved union all select * from stayed
      )
      select c.kind, ${stateOf('own', 'before')}, ${stateOf('a', 'after')}
      from own cross join lateral (
        select * from written union all select own.* where not exists (select from written)
      ) as a
      join courses c on c.id = own.course_id`,
    values: [userId, courseId, now, takesSeat, opens],
  })
  if (found === undefined) return undefined
  return {
    kind: found.kind,
    before: {
      status: found.beforeStatus,
      source: found.beforeSource,
      endsAt: found.beforeEndsAt,
      cohortId: found.beforeCohortId,
    },
    after: afterOf(found),
  }
}

export interface NewEnrollment extends EnrollmentKey {
  /** The version of a first enrollment: access that reopens keeps the learner's. */
  versionId: string
}

/**
 * Enrolls the user for the first time, if a way is open. Counts all lessons in the same statement:
 * there is no progress without an enrollment. Undefined if there already is a row.
 */
export async function insertEnrollment(
  db: Db,
  { userId, courseId, versionId, now, takesSeat }: NewEnrollment & Settling,
): Promise<SettledEnrollment | undefined> {
  const found = await findNamed<FlatStates>(db, {
    name: 'insert_enrollment',
    text: `
      with ${verdictWith('false')}, made as (
        insert into enrollments (user_id, course_id, version_id, status, source, enrolled_at,
          ends_at, cohort_id, program_id, required_lessons, remaining_lessons, settled)
        select e.user_id, e.course_id, e.version_id, 'active', v.source, $3, v.ends_at,
          case when v.source = 'administrator' then v.cohort_id end,
          case when v.source = 'program' then v.program_id end, counted.required,
          counted.remaining, 1
        from (values ($1::uuid, $2::uuid, $5::uuid)) as e (user_id, course_id, version_id)
        cross join verdict v
        cross join lateral (${countedLessons}) as counted
        where v.is_open
        on conflict (user_id, course_id) do nothing
        returning *
      )
      select c.kind, ${stateOf('a', 'after')} from made as a join courses c on c.id = a.course_id`,
    values: [userId, courseId, now, takesSeat, versionId],
  })
  return found && { kind: found.kind, before: undefined, after: afterOf(found) }
}

function afterOf(found: FlatStates): EnrollmentState {
  return {
    status: found.afterStatus,
    source: found.afterSource,
    endsAt: found.afterEndsAt,
    cohortId: found.afterCohortId,
  }
}
