import type { Db } from '../../../client.ts'
import { runNamed } from '../../../named-statement.ts'
import { nearestDay } from './tally-period.ts'

/** How those do who began in one of the periods, the n-th of them, counted from 1. */
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
  /** Where the periods begin, which follow each other, and where the last one ends. */
  bounds: Date[]
}

const sums = `
  sum(enrolled)::int as enrolled, sum(started)::int as started,
  coalesce(sum(enrolled) filter (where is_done), 0)::int as completed`

const counts = `
  count(*)::int as enrolled, count(e.last_activity_at)::int as started,
  count(e.completed_at)::int as completed`

const began = 'e.enrolled_at >= $3 and e.enrolled_at < $4'
const place = 'width_bucket(e.enrolled_at, $2::timestamptz[])'

const isOfVersion = (one: string) => `($5::integer is null or ${one}.version_id = (
  select id from course_versions where course_id = $1 and number = $5))`

/**
 * From tallies of days, each in the period that most of it is in, and what is not in them yet. Of
 * the rest of those days, half a day at most at each bound, enrollments are taken out of the
 * period that has their day and put where they belong. Each is read once, also where two bounds
 * are close.
 */
const tallied = `
  select place, ${sums} from (
    select width_bucket(t.start, $6::int[]) as place, tenths is not null as is_done, enrolled, started
    from learning_tallies t
    where t.course_id = $1 and t.days = 1 and t.start >= $7 and t.start < $8 and ${isOfVersion('t')}
    union all
    select width_bucket(d.day, $6), tenths is not null, enrolled, started
    from learning_deltas d
    where d.course_id = $1 and d.day >= $7 and d.day < $8 and ${isOfVersion('d')}
    union all
    select moved.place, e.completed_at is not null, sign, sign * (e.last_activity_at is not null)::int
    from unnest((
      select range_agg(tstzrange(least(at, midnight), greatest(at, midnight)))
      from unnest($2::timestamptz[], $6::int[]) as bound (at, day), to_timestamp(day * 86400.0) as midnight
    )) as edge
    cross join lateral (
      select * from enrollments e
      where e.course_id = $1 and e.enrolled_at >= lower(edge) and e.enrolled_at < upper(edge)
        and ${isOfVersion('e')}
      offset 0
    ) as e
    cross join lateral (values
      (${place}, 1), (width_bucket(tally_day(e.enrolled_at), $6), -1)
    ) as moved (place, sign)
  ) as parts
  where exists (select from tallied_courses where course_id = $1)
    and place between 1 and cardinality($6) - 1
  group by place`

/** Of a course that has no tallies yet: its enrollments. */
const counted = `
  select ${place} as place, ${counts} from enrollments e
  where not exists (select from tallied_courses where course_id = $1)
    and e.course_id = $1 and ${began} and ${isOfVersion('e')}
  group by 1`

/** All enrollments of a course, or those of members of a cohort, by when they began. */
export function countPeriods(
  db: Db,
  { courseId, version, cohortId, bounds }: PeriodsChoice,
): Promise<PeriodCounts[]> {
  const days = bounds.map((at) => nearestDay(at))
  const ofCourse = [courseId, bounds, bounds[0], bounds.at(-1), version ?? null]
  return cohortId === undefined
    ? runNamed(db, {
        name: 'count_periods',
        text: `${tallied} union all ${counted}`,
        values: [...ofCourse, days, days[0], days.at(-1)],
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
