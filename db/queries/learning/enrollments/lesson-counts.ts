import type { Db } from '../../../postgres/client.ts'
import { anyNamed, findNamed, runNamed } from '../../../postgres/named-statement.ts'
import type { EnrollmentKey } from '../../../schema/learning/enrollments.ts'
import {
  joinCompletion,
  joinPercent,
  joinPosition,
  joinWatched,
  latestPosition,
  positionColumns,
} from '../progress/join-progress.ts'

const placesOf = `
  generate_series(0, (select max(position) from lessons where version_id = e.version_id)) as place
    left join lessons l on l.version_id = e.version_id and l.position = place
    left join lesson_progress p
      on p.user_id = e.user_id and p.course_id = e.course_id and p.lesson_key = l.key`

/** Counts required lessons; in a course without any, all. */
const countedRequired = `
  select count(*) filter (where counts)::int as required,
    coalesce(
      string_agg(
        case when counts and completed_at is null then '1' else '0' end, '' order by place
      ),
      ''
    )::bit varying as remaining
  from (
    select place, p.completed_at,
      coalesce(l.required or not bool_or(l.required) over (), false) as counts
    from ${placesOf}
  ) as lesson`

const choose = '(select choose from course_versions where id = e.version_id)'

/**
 * In a program with a choice, counts the required courses, and as many others as are still to
 * choose, starting with the first that are not completed.
 */
const countedChosen = `
  select (count(*) filter (where required) + ${choose})::int as required,
    coalesce(
      string_agg(
        case when completed_at is null
          and (required or number + others_done <= ${choose}) then '1' else '0' end,
        '' order by place
      ),
      ''
    )::bit varying as remaining
  from (
    select place, p.completed_at, l.required,
      count(*) filter (where not l.required and p.completed_at is null) over (order by place)
        as number,
      count(*) filter (where not l.required and p.completed_at is not null) over ()
        as others_done
    from ${placesOf}
  ) as lesson`

/** Counts the lessons of the enrollment `e` from the rows. Reads the whole course. */
export const countedLessons = `
  select plain.* from (${countedRequired}) as plain where ${choose} is null
  union all
  select chosen.* from (${countedChosen}) as chosen where ${choose} is not null`

/** Selects the stored counts of the enrollment `e`; counts if it predates them. */
export const countedOrKept = `
  select e.remaining_lessons as remaining, e.required_lessons as required
  where e.required_lessons is not null
  union all
  select counted.remaining, counted.required from (${countedLessons}) as counted
  where e.required_lessons is null`

export interface LessonCounts {
  requiredLessons: number
  remaining: number
}

/** Counts from the rows how many lessons the enrollment requires and how many are left. */
export async function countLessons(
  db: Db,
  { userId, courseId }: EnrollmentKey,
): Promise<LessonCounts | undefined> {
  return findNamed(db, {
    name: 'count_lessons',
    text: `
      select counted.required as "requiredLessons", bit_count(counted.remaining)::int as remaining
      from enrollments e cross join lateral (${countedLessons}) as counted
      where e.user_id = $1 and e.course_id = $2`,
    values: [userId, courseId],
  })
}

/**
 * Counts lessons and stores the result with the enrollment, which must be locked; true if it
 * changed.
 */
export async function recountLessons(
  db: Db,
  { userId, courseId }: EnrollmentKey,
): Promise<boolean> {
  return anyNamed(db, {
    name: 'recount_lessons',
    text: `
      update enrollments set
        remaining_lessons = counted.remaining, required_lessons = counted.required
      from (
        select counted.* from enrollments e cross join lateral (${countedLessons}) as counted
        where e.user_id = $1 and e.course_id = $2
      ) as counted
      where user_id = $1 and course_id = $2
        and (remaining_lessons is distinct from counted.remaining
          or required_lessons is distinct from counted.required)
      returning user_id`,
    values: [userId, courseId],
  })
}

/**
 * Copies a learner's progress under former keys to a version's lessons: of several, and of what
 * exists already, the greatest percent, earliest completion, latest position and all that was
 * watched. A setting of the transaction tells the events' trigger that nothing was completed now.
 */
export async function copyFormerProgress(
  db: Db,
  { userId, courseId, versionId }: EnrollmentKey & { versionId: string },
): Promise<void> {
  await runNamed(db, {
    name: 'copy_former_progress',
    text: `
      insert into lesson_progress as p
        (user_id, course_id, lesson_key, percent, completed_at, reopened_at, updated_at, watched,
          ${positionColumns})
      select $1, $2, l.key, max(former.percent), min(former.completed_at),
        max(former.reopened_at), max(former.updated_at), range_agg(former.watched),
        ${latestPosition('former')}
      from lessons l
      join lesson_progress former on former.user_id = $1 and former.course_id = $2
        and former.lesson_key = any(l.former_keys)
      cross join (select set_config('lyceum.copies_progress', 'on', true)) as copying
      where l.version_id = $3 and cardinality(l.former_keys) > 0
      group by l.key
      on conflict (user_id, course_id, lesson_key) do update set
        reopened_at = greatest(p.reopened_at, excluded.reopened_at),
        ${joinPercent}, ${joinCompletion}, ${joinWatched}, ${joinPosition}`,
    values: [userId, courseId, versionId],
  })
}

/**
 * Finds the last completion among the lessons that the enrollment requires, and, where some are to
 * be chosen, the first that suffice.
 */
export async function findLastCompletion(
  db: Db,
  { userId, courseId }: EnrollmentKey,
): Promise<Date | undefined> {
  const [last] = await runNamed<{ completedAt: Date | null }>(db, {
    name: 'find_last_completion',
    text: `
      select coalesce(
        greatest(
          max(p.completed_at) filter (where l.required),
          (array_agg(p.completed_at order by p.completed_at) filter (where not l.required))[v.choose]
        ),
        max(p.completed_at)
      ) as "completedAt"
      from enrollments e
      join course_versions v on v.id = e.version_id
      join lessons l on l.version_id = e.version_id
      join lesson_progress p
        on p.user_id = e.user_id and p.course_id = e.course_id and p.lesson_key = l.key
      where e.user_id = $1 and e.course_id = $2
      group by v.choose`,
    values: [userId, courseId],
  })
  return last?.completedAt ?? undefined
}
