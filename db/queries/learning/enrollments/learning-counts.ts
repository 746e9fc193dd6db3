import { beforeId, type PageAfter } from '../../../page.ts'
import type { Db } from '../../../postgres/client.ts'
import { runNamed } from '../../../postgres/named-statement.ts'
import { isOpen } from '../../courses/courses/is-open.ts'
import { contribution, sums, validCertificate } from '../reports.ts'
import { type CountedPeriod, tallyPeriodOf } from './tally-period.ts'

/** Counts of how learners do in a course. */
export interface LearningCounts {
  enrolled: number
  open: number
  started: number
  completed: number
  certificates: number
  /** The median time to complete it; null if nobody has. */
  medianSeconds: number | null
}

export interface CountedCourse extends LearningCounts {
  id: string
  slug: string
  title: string
}

interface CountedChoice extends CountedPeriod {
  courseId: string
  version: number | undefined
  cohortId: string | undefined
  now: Date
}

type CountedPage = CountedPeriod & PageAfter & { now: Date }

const medianSeconds = `
  percentile_cont(0.5) within group (order by extract(epoch from e.completed_at - e.enrolled_at))`

/** Counts the enrollments `e`, at the instant $1. */
const counts = `
  count(e.user_id)::int as enrolled,
  count(e.user_id) filter (where ${isOpen('e', '$1')})::int as open,
  count(e.last_activity_at)::int as started,
  count(e.completed_at)::int as completed,
  count(cert.user_id)::int as certificates,
  ${medianSeconds} as "medianSeconds"`

const inPeriod = `
  ($2::timestamptz is null or e.enrolled_at >= $2)
  and ($3::timestamptz is null or e.enrolled_at < $3)`

/** Returns $1 to $3, the instant and the period, and $4 to $11: the period as tallies. */
function talliedValues({ now, from, until }: CountedPeriod & { now: Date }): unknown[] {
  const { days, spans, edges } = tallyPeriodOf({ from, until })
  return [
    now,
    from ?? null,
    until ?? null,
    spans.map((span) => span.days),
    spans.map(({ first }) => first),
    spans.map(({ before }) => before),
    days.first,
    days.before,
    edges.map((edge) => edge.from),
    edges.map((edge) => edge.until),
    edges.map(({ sign }) => sign),
  ]
}

/**
 * Takes a course's numbers from its tallies, in a statement that begins with `overdue`. Nothing of
 * it grows with the learners: tallies of whole days, what they lack yet, and enrollments of half a
 * day at both ends of the period; those that are due to end are subtracted.
 */
const tallied = (course: string, isOfVersion: (one: string) => string) => `
  select coalesce(sum(enrolled), 0)::int as enrolled, coalesce(sum(active), 0)::int as open,
    coalesce(sum(started), 0)::int as started,
    coalesce(sum(enrolled) filter (where tenths is not null), 0)::int as completed,
    coalesce(sum(certificates), 0)::int as certificates,
    ${medianOfTenths(course, isOfVersion)} as "medianSeconds"
  from (
    select *, sum(completed) over (order by tenths) as up_to, sum(completed) over () as completed_all
    from (
      select tenths, ${sums},
        coalesce(sum(enrolled) filter (where tenths is not null), 0)::int as completed
      from (
        select t.* from unnest($4::int[], $5::int[], $6::int[]) as span (days, first, before)
        cross join lateral (
          select tenths, enrolled, active, started, certificates from learning_tallies t
          where t.course_id = ${course} and t.days = span.days and t.start >= span.first
            and t.start < span.before and ${isOfVersion('t')}
          offset 0
        ) as t
        union all
        select tenths, enrolled, active, started, certificates from learning_deltas d
        where d.course_id = ${course} and d.day >= $7 and d.day < $8 and ${isOfVersion('d')}
        union all
        select tenths, sign * enrolled, sign * active, sign * started, sign * certificates
        from unnest($9::timestamptz[], $10::timestamptz[], $11::int[]) as edge (first, before, sign)
        cross join lateral (
          select ${contribution}, valid.certificates from enrollments e
          cross join lateral (
            select count(*)::int as certificates from certificates c
            where c.user_id = e.user_id and c.course_id = e.course_id and c.status = 'issued'
          ) as valid
          where e.course_id = ${course} and e.enrolled_at >= edge.first
            and e.enrolled_at < edge.before and ${isOfVersion('e')}
          offset 0
        ) as one
        union all
        select null, 0, -1, 0, 0 from overdue e
        where e.course_id = ${course} and ${inPeriod} and ${isOfVersion('e')}
      ) as parts
      group by tenths
    ) as sums
  ) as ranked`

/**
 * Finds the median to a tenth of a day, to which completions round. Only if the two in the middle
 * are in different tenths, an odd number apart, are the two looked up.
 */
function medianOfTenths(course: string, isOfVersion: (one: string) => string): string {
  const low = 'min(tenths) filter (where completed > 0 and 2 * up_to >= completed_all)'
  const high = 'min(tenths) filter (where completed > 0 and 2 * up_to > completed_all)'
  return `
    case when (${low} + ${high}) % 2 = 0 then (${low} + ${high}) / 2 * 8640::float8
    else (
      select ${medianSeconds} from enrollments e
      where e.course_id = ${course} and e.completed_at is not null and ${inPeriod}
        and ${isOfVersion('e')}
    ) end`
}

/** Few, since a job ends them within a minute. Two bounds: no plan reads the whole table. */
const overdue = `
  overdue as materialized (
    select course_id, version_id, enrolled_at from enrollments
    where (status = 'active' or left_at is not null) and ends_at > '-infinity' and ends_at <= $1
      and status = 'active'
  )`

/** Counts from the tallies or, if a course has none yet, from its enrollments. */
const counted = (course: string, isOfVersion = (_one: string) => 'true') => `
  select own.* from tallied_courses tc cross join lateral (${tallied(course, isOfVersion)}) as own
  where tc.course_id = ${course}
  union all
  select ${counts} from enrollments e ${validCertificate}
  where e.course_id = ${course} and ${inPeriod} and ${isOfVersion('e')}
  having not exists (select from tallied_courses where course_id = ${course})`

/** Counts all enrollments of a course; of one version, if its number is given. */
export async function countLearning(
  db: Db,
  { courseId, version, cohortId, now, from, until }: CountedChoice,
): Promise<LearningCounts> {
  const isOfVersion = (one: string, course: string, number: string) => `
    (${number}::integer is null or ${one}.version_id = (
      select id from course_versions where course_id = ${course} and number = ${number}))`
  const [found] =
    cohortId === undefined
      ? await runNamed<LearningCounts>(db, {
          name: 'count_learning',
          text: `with ${overdue} ${counted('$12', (one) => isOfVersion(one, '$12', '$13'))}`,
          values: [...talliedValues({ now, from, until }), courseId, version ?? null],
        })
      : await runNamed<LearningCounts>(db, {
          name: 'count_learning_of_cohort',
          text: `
            select ${counts} from enrollments e ${membersOf('$6')} ${validCertificate}
            where e.course_id = $4 and ${inPeriod} and ${isOfVersion('e', '$4', '$5')}`,
          values: [now, from ?? null, until ?? null, courseId, version ?? null, cohortId],
        })
  if (found === undefined) throw new Error('A count has no row.')
  return found
}

/** Lists a page of the published courses, newest first. */
export function listCountedCourses(
  db: Db,
  { after, limit, now, from, until }: CountedPage,
): Promise<CountedCourse[]> {
  return runNamed(db, {
    name: 'list_counted_courses',
    text: `
      with page as (
        select id, slug, current_version from courses
        where current_version is not null and id < ${beforeId('$12')}
        order by id desc limit $13
      ), ${overdue}
      ${ofPage(counted('page.id'))}`,
    values: [...talliedValues({ now, from, until }), after ?? null, limit],
  })
}

/** Lists a page of a cohort's courses, newest first, with its members' enrollments. */
export function listCountedCoursesOfCohort(
  db: Db,
  { cohortId, after, limit, now, from, until }: CountedPage & { cohortId: string },
): Promise<CountedCourse[]> {
  const ofMembers = `
    select ${counts} from enrollments e ${membersOf('$6')} ${validCertificate}
    where e.course_id = page.id and ${inPeriod}`
  return runNamed(db, {
    name: 'list_counted_courses_of_cohort',
    text: `
      with page as (
        select c.id, c.slug, c.current_version
        from cohort_courses cc join courses c on c.id = cc.course_id
        where cc.cohort_id = $6 and cc.course_id < ${beforeId('$4')}
        order by cc.course_id desc limit $5
      )
      ${ofPage(ofMembers)}`,
    values: [now, from ?? null, until ?? null, after ?? null, limit, cohortId],
  })
}

function membersOf(cohortId: string): string {
  return `join cohort_members m on m.user_id = e.user_id and m.cohort_id = ${cohortId}`
}

function ofPage(countedCourse: string): string {
  return `
    select page.id, page.slug, v.title, counted.*
    from page
    join course_versions v on v.course_id = page.id and v.number = page.current_version
    cross join lateral (${countedCourse}) as counted
    order by page.id desc`
}
