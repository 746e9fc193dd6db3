import type { GradedType } from '../../../../content/lessons/lesson-type-names.ts'
import { beforeId, type PageBefore } from '../../../page.ts'
import type { Db } from '../../../postgres/client.ts'
import { findNamed, listNamed, runNamed } from '../../../postgres/named-statement.ts'
import type { EnrollmentKey } from '../../../schema/learning/enrollments.ts'

/** Whether the lesson `l` waits for a grade in the enrollment `e`: its learner cannot go on there. */
export const isWaiting = `
  (l.type in ('quiz', 'assignment') and exists (
    select from attempts a
    where a.user_id = e.user_id and a.course_id = e.course_id and a.status = 'waiting'
      and a.lesson_key = any(array_append(l.former_keys, l.key))))`

/** Counts what waits for a grade in the enrollment `e`. */
export const countWaiting = `(
  select count(*)::int from attempts a
  where a.user_id = e.user_id and a.course_id = e.course_id and a.status = 'waiting')`

/** Lists the keys of lessons that wait for a grade, as they were when something was handed in. */
export function listWaitingKeys(db: Db, { userId, courseId }: EnrollmentKey): Promise<string[]> {
  return listNamed(db, {
    name: 'list_waiting_keys',
    text: `
      select distinct unnest(array_append(l.former_keys, a.lesson_key)) from attempts a
      join enrollments e on e.user_id = a.user_id and e.course_id = a.course_id
      join course_versions v on v.id = e.version_id
      join lesson_revisions l on l.course_id = a.course_id
        and a.lesson_key = any(array_append(l.former_keys, l.key))
        and v.number between l.from_version and l.until_version
      where a.user_id = $1 and a.course_id = $2 and a.status = 'waiting'`,
    values: [userId, courseId],
  })
}

export interface WaitingRow {
  id: string
  courseId: string
  slug: string
  courseTitle: string
  lessonKey: string
  title: string
  type: GradedType
  submittedAt: Date
}

/** Lists what a learner has handed in and nobody has graded yet, newest first. */
export function listWaiting(
  db: Db,
  { userId, before, limit }: PageBefore & { userId: string },
): Promise<WaitingRow[]> {
  return runNamed(db, {
    name: 'list_waiting',
    text: `
      select a.id, a.course_id as "courseId", c.slug, v.title as "courseTitle",
        a.lesson_key as "lessonKey", l.title, a.type, a.submitted_at as "submittedAt"
      from attempts a
      join enrollments e on e.user_id = a.user_id and e.course_id = a.course_id
      join course_versions v on v.id = e.version_id
      join courses c on c.id = a.course_id
      join lesson_revisions l on l.id = a.lesson_id
      where a.user_id = $1 and a.status = 'waiting' and a.id < ${beforeId('$2')}
      order by a.id desc limit $3`,
    values: [userId, before ?? null, limit],
  })
}

/** A lesson that was begun and is not completed. */
export interface BegunLesson {
  id: string
  key: string
  title: string
  positionSeconds: number
}

/** Finds the lesson of the learner's version that they were in last, if they can go on there. */
export function findBegunLesson(
  db: Db,
  { userId, courseId }: EnrollmentKey,
): Promise<BegunLesson | undefined> {
  return findNamed(db, {
    name: 'find_begun_lesson',
    text: `
      with begun as (
        (select lesson_key, updated_at as at, position_seconds, completed_at from lesson_progress
          where user_id = $1 and course_id = $2 order by updated_at desc limit 1)
        union all
        (select lesson_key, started_at, 0, null from attempts
          where user_id = $1 and course_id = $2 and status = 'open'
          order by started_at desc limit 1)
      )
      select l.id, l.key, l.title, coalesce(begun.position_seconds, 0) as "positionSeconds"
      from begun
      join enrollments e on e.user_id = $1 and e.course_id = $2
      join course_versions v on v.id = e.version_id
      join lesson_revisions l on l.course_id = e.course_id
        and begun.lesson_key = any(array_append(l.former_keys, l.key))
        and v.number between l.from_version and l.until_version
      where begun.completed_at is null and not ${isWaiting}
      order by begun.at desc limit 1`,
    values: [userId, courseId],
  })
}
