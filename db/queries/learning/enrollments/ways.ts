import type { Db } from '../../../postgres/client.ts'
import { runNamed } from '../../../postgres/named-statement.ts'
import type { EnrollmentKey, waySources } from '../../../schema/learning/enrollments.ts'

/** Narrows the rows of an alias to some users and courses. */
export type Among = (userId: string, courseId: string) => string

export const ofOne: Among = (userId, courseId) => `${userId} = $1 and ${courseId} = $2`

/** Whether a line is of a purchase that cost nothing. */
const isFree = (line: string) => `${line}.price_amount <= ${line}.discount_amount`

/**
 * Selects the way that an enrollment's row states if it was never settled, in place of the cohort's
 * own. A member whose access ended before its day has nothing from the cohort. Finds lines by the
 * user's purchases: an index of refunded ones has only the course.
 */
export const saidByRows = (among: Among) => `
  select e.user_id, e.course_id, said.source,
    case when said.source = 'cohort' then e.cohort_id end as cohort_id, e.ends_at,
    said.source = 'cohort' and e.ends_at is not distinct from k.ends_at as ends_with_cohort,
    e.status = 'ended' and e.left_at is null and e.ends_at is null as is_closed
  from enrollments e
  left join cohort_members m on m.cohort_id = e.cohort_id and m.user_id = e.user_id
  left join cohorts k on k.id = m.cohort_id
  left join cohort_courses c on c.cohort_id = k.id and c.course_id = e.course_id
  left join lateral (
    select bool_or(l.status = 'fulfilled' and ${isFree('l')}) as is_free from transactions t
    join transaction_lines l on l.transaction_id = t.id and l.course_id = e.course_id
    where t.user_id = e.user_id
  ) as bought on e.source = 'transaction'
  cross join lateral (select case
    when e.source = 'transaction' and bought.is_free is not null then 'transaction'
    when k.id is not null then 'cohort' else 'administrator'
  end as source) as said
  where e.settled is null and ${among('e.user_id', 'e.course_id')} and e.source <> 'program'
    and case said.source
      when 'transaction' then bought.is_free and e.ends_at is not null
        and (e.status = 'active' or e.left_at is not null)
      when 'cohort' then
        c.course_id is null or k.begun_at is null or e.ends_at is distinct from k.ends_at
        or (e.status = 'ended' and e.left_at is null and e.ends_at is null)
      else e.status = 'active' or e.left_at is not null
    end`

export const waysInto = (among: Among) => `
  kept as not materialized (
    select w.user_id, w.course_id, w.source, w.cohort_id, w.ends_at, w.ends_with_cohort, w.is_closed
    from enrollment_ways w
    where ${among('w.user_id', 'w.course_id')} and not exists (
      select from enrollments e
      where e.user_id = w.user_id and e.course_id = w.course_id and e.settled is null)
    union all ${saidByRows(among)}
  ), ways as (
    select l.user_id, l.course_id, 'transaction' as source, null::uuid as cohort_id,
      null::uuid as program_id, w.ends_at
    from transaction_lines l
    left join kept w on w.user_id = l.user_id and w.course_id = l.course_id
      and w.source = 'transaction' and ${isFree('l')}
    where l.status = 'fulfilled' and ${among('l.user_id', 'l.course_id')}
    union
    select w.user_id, w.course_id, w.source, w.cohort_id, null,
      case when w.ends_with_cohort then k.ends_at else w.ends_at end
    from kept w left join cohorts k on k.id = w.cohort_id
    where w.source <> 'transaction' and not w.is_closed
    union
    select m.user_id, c.course_id, 'cohort', k.id, null, k.ends_at
    from cohort_members m
    join cohorts k on k.id = m.cohort_id and k.begun_at is not null
    join cohort_courses c on c.cohort_id = k.id
    where ${among('m.user_id', 'c.course_id')} and not exists (
      select from kept w
      where w.user_id = m.user_id and w.course_id = c.course_id and w.cohort_id = k.id)
    union
    select p.user_id, link.course_id, 'program', null, p.course_id, p.ends_at
    from program_courses link
    join course_versions v on v.id = link.version_id
    join enrollments p on p.course_id = v.course_id and p.status = 'active'
    join lesson_openings o on o.user_id = p.user_id and o.course_id = p.course_id
      and o.lesson_key = link.lesson_key
    where ${among('p.user_id', 'link.course_id')}
  )`

/**
 * Unites ways: whether one is open at the instant, and the latest of their ends. The enrollment's
 * row says so, with `source`, `cohort_id` and `program_id` of one of them; what holds a seat (all
 * but programs) goes first.
 */
export const union = (now: string, counts = 'true') => `
  coalesce(bool_or(w.is_open), false) as is_open, count(*) > 0 as has_ways,
  case when not bool_or(w.ends_at is null) then max(w.ends_at) end as ends_at,
  case when bool_or(w.is_open and w.source = 'transaction') then 'transaction'
    when bool_or(w.is_open and w.source <> 'program') then 'administrator' else 'program' end as source,
  (array_agg(w.cohort_id order by w.ends_at desc nulls first, w.cohort_id)
    filter (where w.is_open and w.cohort_id is not null))[1] as cohort_id,
  array_agg(w.cohort_id) as cohort_ids,
  (array_agg(w.program_id order by w.program_id) filter (where w.is_open and w.program_id is not null))[1]
    as program_id
  from (select *, ends_at is null or ends_at > ${now}::timestamptz as is_open
    from ways where ${counts}) as w`

/** A way that somebody has into a course. */
export interface Way extends EnrollmentKey {
  source: (typeof waySources)[number]
  /** The id of the cohort or program; null otherwise. */
  id: string | null
  name: string | null
  endsAt: Date | null
}

const shownAtMost = 20

/** Lists the open ways into a page of enrollments, of each the longest first. */
export async function listWays(
  db: Db,
  { of, now }: { of: readonly EnrollmentKey[]; now: Date },
): Promise<Way[]> {
  if (of.length === 0) return []
  const among: Among = (userId, courseId) =>
    `(${userId}, ${courseId}) in (select * from unnest($1::uuid[], $2::uuid[]))`
  return runNamed(db, {
    name: 'list_ways',
    text: `
      with ${waysInto(among)}
      select w.user_id as "userId", w.course_id as "courseId", w.source,
        coalesce(w.cohort_id, w.program_id) as id, coalesce(k.name, v.title) as name,
        w.ends_at as "endsAt"
      from (
        select *, row_number() over (
          partition by user_id, course_id order by ends_at desc nulls first, source) as place
        from ways where ends_at is null or ends_at > $3
      ) as w
      left join cohorts k on k.id = w.cohort_id
      left join courses p on p.id = w.program_id
      left join course_versions v on v.course_id = p.id and v.number = p.current_version
      where w.place <= ${shownAtMost}
      order by w.place`,
    values: [of.map(({ userId }) => userId), of.map(({ courseId }) => courseId), now],
  })
}
