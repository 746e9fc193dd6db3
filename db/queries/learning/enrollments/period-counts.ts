import type { Db } from '../../../postgres/client.ts'
import { runNamed } from '../../../postgres/named-statement.ts'
import { nearestDay, tallyDays } from './tally-period.ts'

/** Counts of enrollments that began in the n-th of the periods, counted from 1. */
export interface PeriodCounts {
  place: number
  enrolled: number
  started: number
  completed: number
}

interface PeriodsChoice {
  courseId: string
  version: number | undefined
  cohortId: string | undefined
  /** The beginnings of consecutive periods, and the end of the last one. */
  bounds: Date[]
}

const counts = `
  count(*)::int as enrolled, count(e.last_activity_at)::int as started,
  count(e.completed_at)::int as completed`

const began = 'e.enrolled_at >= $3 and e.enrolled_at < $4'
const place = 'width_bucket(e.enrolled_at, $2::timestamptz[])'

const isOfVersion = (one: string) => `($5::integer is null or ${one}.version_id = (
  select id from course_versions where course_id = $1 and number = $5))`

/** Moves what the n-th bound finds beyond its nearest day into its period. */
const moved = `cross join lateral (values (bound.place, sign), (bound.place - 1, -sign)) as moved`

/**
 * Counts tallies of length $7, each in the period that most of it is in, and what they lack yet. At
 * each bound, days correct that, and enrollments of half a day at most correct the days: they move
 * from one period into its neighbour. Nothing else of it grows with the learners.
 */
const tallied = `
  with bounds as (
    select *, to_timestamp(day * 86400.0) as midnight
    from unnest($2::timestamptz[], $6::int[], $8::int[])
      with ordinality as bound (at, day, first, place)
  )
  select place::int, sum(enrolled)::int as enrolled, sum(started)::int as started,
    coalesce(sum(enrolled) filter (where is_done), 0)::int as completed
  from (
    select width_bucket(t.start, $8) as place, tenths is not null as is_done, enrolled, started
    from learning_tallies t
    where t.course_id = $1 and t.days = $7::int and t.start >= ($8)[1]
      and t.start < ($8)[cardinality($8)] and ${isOfVersion('t')}
    union all
    select width_bucket(d.day, $6), tenths is not null, enrolled, started
    from learning_deltas d where d.course_id = $1 and ${isOfVersion('d')}
    union all
    select moved.place, is_done, moved.sign * enrolled, moved.sign * started
    from bounds as bound
    cross join sign(first - day) as sign
    cross join lateral (
      select tenths is not null as is_done, sum(enrolled) as enrolled, sum(started) as started
      from learning_tallies t
      where t.course_id = $1 and t.days = 1 and t.start >= least(day, first)
        and t.start < greatest(day, first) and ${isOfVersion('t')}
      group by 1
    ) as counted ${moved} (place, sign)
    union all
    select moved.place, is_done, moved.sign * enrolled, moved.sign * started
    from bounds as bound
    cross join sign(extract(epoch from midnight - at)) as sign
    cross join lateral (
      select completed_at is not null as is_done, count(*) as enrolled,
        count(last_activity_at) as started
      from enrollments e
      where e.course_id = $1 and e.enrolled_at >= least(at, midnight)
        and e.enrolled_at < greatest(at, midnight) and ${isOfVersion('e')}
      group by 1
    ) as counted ${moved} (place, sign)
  ) as parts
  where exists (select from tallied_courses where course_id = $1)
    and place between 1 and cardinality($6) - 1
  group by place`

/** Counts the enrollments of a course that has no tallies yet. */
const counted = `
  select ${place} as place, ${counts} from enrollments e
  where not exists (select from tallied_courses where course_id = $1)
    and e.course_id = $1 and ${began} and ${isOfVersion('e')}
  group by 1`

/** Counts all enrollments of a course, or of a cohort's members, by when they began. */
export function countPeriods(
  db: Db,
  { courseId, version, cohortId, bounds }: PeriodsChoice,
): Promise<PeriodCounts[]> {
  const days = bounds.map((at) => nearestDay(at))
  const length = lengthOf(days)
  const ofCourse = [courseId, bounds, bounds[0], bounds.at(-1), version ?? null]
  return cohortId === undefined
    ? runNamed(db, {
        name: 'count_periods',
        text: `${tallied} union all ${counted}`,
        values: [...ofCourse, days, length, days.map((day) => Math.round(day / length) * length)],
      })
    : runNamed(db, {
        name: 'count_periods_of_cohort',
        text: `
          select ${place} as place, ${counts}
          from enrollments e
          join cohort_members m on m.user_id = e.user_id and m.cohort_id = $6
          where e.course_id = $1 and ${began} and ${isOfVersion('e')} group by 1`,
        values: [...ofCourse, cohortId],
      })
}

/** Chooses the length of tallies: nearly one for a month, exactly one for a day. */
function lengthOf(days: number[]): number {
  const mean = ((days.at(-1) ?? 0) - (days[0] ?? 0)) / (days.length - 1)
  return tallyDays.findLast((length) => length <= 2 * mean) ?? 1
}
