import type { Db } from '../../../postgres/client.ts'
import { runNamed } from '../../../postgres/named-statement.ts'
import { isOpen } from '../../courses/courses/is-open.ts'

interface StopsChoice {
  courseId: string
  version: number | undefined
  cohortId: string | undefined
  /** Limits it to learners who have reported nothing since. */
  quietSince: Date
  now: Date
  /** The number of learners to read, latest activity first. */
  most: number
  limit: number
}

export interface CountedStops {
  learners: number
  /** False if there may be more of them. */
  areAll: boolean
  /** The lessons at which most of them are, these first. */
  lessons: { lessonKey: string; title: string; learners: number }[]
}

/**
 * Counts where learners stop who have begun, have not completed the course, and can go on: at the
 * first lesson left in their own version. Lessons of several versions are the same if their keys
 * are, and are titled as in the newest.
 */
export async function countStops(
  db: Db,
  { courseId, version, cohortId, quietSince, now, most, limit }: StopsChoice,
): Promise<CountedStops> {
  const ofCohort =
    cohortId === undefined
      ? '$6::uuid is null'
      : `
    exists (select from cohort_members m where m.cohort_id = $6 and m.user_id = e.user_id)`
  const [counted] = await runNamed<CountedStops>(db, {
    name: cohortId === undefined ? 'count_stops' : 'count_stops_of_cohort',
    text: `
      with learner as materialized (
        select e.version_id, position(B'1' in e.remaining_lessons) - 1 as next
        from enrollments e
        where e.course_id = $1 and e.completed_at is null and ${isOpen('e', '$2')}
          and e.last_activity_at <= $3 and e.remaining_lessons is not null and ${ofCohort}
          and ($4::int is null or e.version_id = (
            select id from course_versions where course_id = $1 and number = $4))
        order by e.last_activity_at desc, e.user_id desc limit $7::int
      ), lesson as (
        select l.key, (array_agg(l.title order by l.from_version desc))[1] as title,
          sum(stop.learners)::int as learners
        from (select version_id, next, count(*) as learners from learner group by 1, 2) as stop
        join course_versions v on v.id = stop.version_id
        cross join lateral (
          select key, title, from_version from lesson_revisions
          where course_id = $1 and position = stop.next
            and until_version >= v.number and from_version <= v.number
          limit 1
        ) as l
        group by l.key order by learners desc, l.key limit $5
      )
      select (select count(*)::int from learner) as learners,
        (select count(*) from learner) < $7 as "areAll",
        coalesce((
          select json_agg(json_build_object('lessonKey', key, 'title', title, 'learners', learners)
            order by learners desc, key) from lesson
        ), '[]') as lessons`,
    values: [courseId, now, quietSince, version ?? null, limit, cohortId ?? null, most],
  })
  if (counted === undefined) throw new Error('A count has no row.')
  return counted
}
