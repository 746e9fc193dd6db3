import type { Db } from '../../../client.ts'
import { runNamed } from '../../../named-statement.ts'
import type { PageAfter } from '../../../page.ts'
import { isOpen } from '../../courses/courses/is-open.ts'

/** How learners do in a course. */
export interface LearningCounts {
  enrolled: number
  open: number
  started: number
  completed: number
  certificates: number
  /** Half of those who completed it took at most so long; null if nobody has. */
  medianSeconds: number | null
}

export interface CountedCourse extends LearningCounts {
  id: string
  slug: string
  title: string
}

/** Of which enrollments: when they began, from an instant to before another. */
export interface CountedPeriod {
  from: Date | undefined
  until: Date | undefined
}

interface CountedChoice extends CountedPeriod {
  courseId: string
  version: number | undefined
  cohortId: string | undefined
  now: Date
}

type CountedPage = CountedPeriod & PageAfter & { now: Date }

/** Counts the enrollments `e`, at the instant $1. */
const counts = `
  count(e.user_id)::int as enrolled,
  count(e.user_id) filter (where ${isOpen('e', '$1')})::int as open,
  count(e.last_activity_at)::int as started,
  count(e.completed_at)::int as completed,
  count(cert.user_id)::int as certificates,
  (percentile_cont(0.5) within group (order by extract(epoch from e.completed_at - e.enrolled_at)))
    as "medianSeconds"`

const validCertificate = `
  left join certificates cert on cert.user_id = e.user_id and cert.course_id = e.course_id
    and cert.status = 'issued'`

const inPeriod = `
  ($2::timestamptz is null or e.enrolled_at >= $2)
  and ($3::timestamptz is null or e.enrolled_at < $3)`

/** All enrollments of a course; of one version, if its number is given. */
export async function countLearning(
  db: Db,
  { courseId, version, cohortId, now, from, until }: CountedChoice,
): Promise<LearningCounts> {
  const [counted] = await runNamed<LearningCounts>(db, {
    name: cohortId === undefined ? 'count_learning' : 'count_learning_of_cohort',
    text: `
      select ${counts}
      from enrollments e
      ${cohortId === undefined ? '' : membersOf('$6')}
      ${validCertificate}
      where e.course_id = $4 and ${inPeriod}
        and ($5::integer is null or e.version_id = (
          select id from course_versions where course_id = $4 and number = $5))`,
    values: [
      now,
      from ?? null,
      until ?? null,
      courseId,
      version ?? null,
      ...(cohortId === undefined ? [] : [cohortId]),
    ],
  })
  if (counted === undefined) throw new Error('A count has no row.')
  return counted
}

/** A page of the courses that were published, newest first. */
export function listCountedCourses(
  db: Db,
  { after, limit, now, from, until }: CountedPage,
): Promise<CountedCourse[]> {
  return runNamed(db, {
    name: 'list_counted_courses',
    text: `
      with page as (
        select id, slug, current_version from courses
        where current_version is not null and ($4::uuid is null or id < $4)
        order by id desc limit $5
      )
      ${countedOfPage('')}`,
    values: [now, from ?? null, until ?? null, after ?? null, limit],
  })
}

/** A page of the courses of a cohort, newest first, with the enrollments of its members. */
export function listCountedCoursesOfCohort(
  db: Db,
  { cohortId, after, limit, now, from, until }: CountedPage & { cohortId: string },
): Promise<CountedCourse[]> {
  return runNamed(db, {
    name: 'list_counted_courses_of_cohort',
    text: `
      with page as (
        select c.id, c.slug, c.current_version
        from cohort_courses cc join courses c on c.id = cc.course_id
        where cc.cohort_id = $6 and ($4::uuid is null or cc.course_id < $4)
        order by cc.course_id desc limit $5
      )
      ${countedOfPage(membersOf('$6'))}`,
    values: [now, from ?? null, until ?? null, after ?? null, limit, cohortId],
  })
}

function membersOf(cohortId: string): string {
  return `join cohort_members m on m.user_id = e.user_id and m.cohort_id = ${cohortId}`
}

function countedOfPage(members: string): string {
  return `
    select page.id, page.slug, v.title, counted.*
    from page
    join course_versions v on v.course_id = page.id and v.number = page.current_version
    cross join lateral (
      select ${counts}
      from enrollments e ${members} ${validCertificate}
      where e.course_id = page.id and ${inPeriod}
    ) as counted
    order by page.id desc`
}
