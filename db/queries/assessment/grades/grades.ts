import { getTableColumns } from 'drizzle-orm'
import type { GradedType } from '../../../../content/lessons/lesson-type-names.ts'
import { afterId, type PageAfter } from '../../../page.ts'
import type { Db } from '../../../postgres/client.ts'
import { anyNamed, findNamed, runNamed } from '../../../postgres/named-statement.ts'
import { accommodations, type excuses, type gradings } from '../../../schema/assessment/grades.ts'
import type { EnrollmentKey } from '../../../schema/learning/enrollments.ts'
import { selectList } from '../../../select-list.ts'
import { completesBy } from '../../courses/lessons.ts'
import { isInScope } from '../../learning/enrollments/find-learners.ts'

export type GradingRow = typeof gradings.$inferSelect

export type NewGrading = Omit<GradingRow, 'number'>

/**
 * Adds a grading of a locked attempt, and gives the attempt its points: the last grading counts.
 * Grading an attempt before it is submitted submits it.
 */
export async function insertGrading(db: Db, grading: NewGrading): Promise<void> {
  const { attemptId, at, cause, graderId, itemPoints, points, maxPoints, score, passed, comment } =
    grading
  await runNamed(db, {
    name: 'insert_grading',
    text: `
      with written as (
        insert into gradings (attempt_id, number, at, cause, grader_id, item_points, points,
          max_points, score, passed, comment)
        select $1, 1 + coalesce(max(number), 0), $2, $3, $4, $5::int[], $6, $7, $8, $9, $10
        from gradings where attempt_id = $1
      )
      update attempts set status = 'graded', submitted_at = coalesce(submitted_at, $2),
        points = $6, max_points = $7, score = $8, passed = $9,
        claimed_by = null, claimed_until = null
      where id = $1`,
    values: [
      ...[attemptId, at, cause, graderId, itemPoints, points, maxPoints, score, passed],
      comment,
    ],
  })
}

/** Finds the last grading of an attempt; undefined before the first. */
export async function findLastGrading(db: Db, attemptId: string): Promise<GradingRow | undefined> {
  return findNamed(db, {
    name: 'find_last_grading',
    text: `
      select attempt_id as "attemptId", number, at, cause, grader_id as "graderId",
        item_points as "itemPoints", points, max_points as "maxPoints", score, passed, comment
      from gradings where attempt_id = $1 order by number desc limit 1`,
    values: [attemptId],
  })
}

/**
 * A lateral table: the graded lessons of the version `v`, in order, each with its weight. Lessons
 * that weigh nothing are in it, and count for nothing.
 */
const gradedLessons = `
  lateral (
    select l.id, l.key, l.former_keys, l.title, l.type, l.position,
      (l.details -> l.type ->> 'weight')::int as weight,
      coalesce(l.details -> l.type ->> 'reveals' = 'never', false) as hidden
    from lesson_revisions l
    where l.course_id = v.course_id and v.number between l.from_version and l.until_version
      and ${completesBy('pass')}
  )`

/**
 * Picks the best attempt at a lesson, under any of its keys: the one that counts. An excused lesson
 * does not count until it is passed.
 */
const bestOf = (user: string) => `
  lateral (
    select max(a.score) as score, coalesce(bool_or(a.passed), false) as passed,
      coalesce(bool_or(a.status = 'waiting'), false) as waiting, count(*)::int as attempts,
      coalesce(bool_or(tried.details -> 'quiz' ->> 'reveals' = 'never'), false) as hides,
      not coalesce(bool_or(a.passed), false) and exists (
        select from excuses x where x.user_id = ${user} and x.course_id = v.course_id
          and (x.lesson_key = l.key or x.lesson_key = any(l.former_keys))) as excused
    from attempts a join lesson_revisions tried on tried.id = a.lesson_id
    where a.course_id = v.course_id and a.user_id = ${user}
      and (a.lesson_key = l.key or a.lesson_key = any(l.former_keys))
  )`

/** The mean of scores by their weights, of the rows that count. */
const meanOf = (counts: string, weight: string, score: string) => `
  (sum(${weight} * coalesce(${score}, 0)) filter (where ${counts})
    / nullif(sum(${weight}) filter (where ${counts}), 0))::int`

/**
 * Finds a learner's grade in a version, in basis points: the mean of the best attempts at its
 * graded lessons by their weights. Null if nothing is graded. `hidden`: whether a lesson that
 * counts never shows its learner a score.
 */
export async function findCourseGrade(
  db: Db,
  { userId, versionId }: { userId: string; versionId: string },
): Promise<{ grade: number | null; hidden: boolean }> {
  const found = await findNamed<{ grade: number | null; hidden: boolean }>(db, {
    name: 'find_course_grade',
    text: `
      select ${meanOf('not best.excused', 'l.weight', 'best.score')} as grade,
        coalesce(bool_or((l.hidden or best.hides) and l.weight > 0), false) as hidden
      from course_versions v cross join ${gradedLessons} as l cross join ${bestOf('$1')} as best
      where v.id = $2`,
    values: [userId, versionId],
  })
  return found ?? { grade: null, hidden: false }
}

export interface GradedLesson {
  id: string
  key: string
  title: string
  type: GradedType
  weight: number
}

export interface LessonGrade {
  /** Score of the best attempt, in basis points; null before one is graded. */
  score: number | null
  passed: boolean
  /** Whether an attempt waits for a person. */
  waiting: boolean
  attempts: number
  /** Whether it does not count for the learner. */
  excused: boolean
}

/** Lists the graded lessons of a learner's version with the learner's results, in order. */
export async function listOwnGrades(
  db: Db,
  { userId, versionId, after, limit }: PageAfter & { userId: string; versionId: string },
): Promise<(GradedLesson & LessonGrade & { hidden: boolean })[]> {
  return runNamed(db, {
    name: 'list_own_grades',
    text: `
      select l.id, l.key, l.title, l.type, l.weight,
        l.hidden or best.hides as hidden, best.score, best.passed, best.waiting, best.attempts,
        best.excused
      from course_versions v cross join ${gradedLessons} as l cross join ${bestOf('$1')} as best
      where v.id = $2 and l.position > coalesce(
        (select position from lesson_revisions where id = $3::uuid), -1)
      order by l.position limit $4`,
    values: [userId, versionId, after ?? null, limit],
  })
}

/** Counts the graded lessons of the current version, and lists some of them, in order. */
export async function listGradedLessons(
  db: Db,
  { courseId, offset, limit }: { courseId: string; offset: number; limit: number },
): Promise<(GradedLesson & { formerKeys: string[] })[]> {
  return runNamed(db, {
    name: 'list_graded_lessons',
    text: `
      select l.id, l.key, l.former_keys as "formerKeys", l.title, l.type, l.weight
      from courses c
      join course_versions v on v.course_id = c.id and v.number = c.current_version
      cross join ${gradedLessons} as l
      where c.id = $1 order by l.position offset $2 limit $3`,
    values: [courseId, offset, limit],
  })
}

export interface GradebookRow {
  id: string
  name: string
  email: string
  completedAt: Date | null
  /** Results by the lessons' current and former keys. */
  results: Record<string, LessonTried>
  /** Keys of excused lessons. */
  excused: string[]
}

/** Attempts at a lesson under one of its keys. */
export interface LessonTried extends Omit<LessonGrade, 'excused'> {
  /** The last attempt that was submitted. */
  id: string | null
}

/** Lists a course's learners, by their ids, with their results at its graded lessons. */
export async function listGradebook(
  db: Db,
  {
    courseId,
    cohortId,
    cohortIds,
    keys,
    after,
    limit,
  }: PageAfter & {
    courseId: string
    cohortId: string | undefined
    /** The cohorts whose members are shown; null for all learners. */
    cohortIds: readonly string[] | null
    keys: readonly string[]
  },
): Promise<GradebookRow[]> {
  // An optional condition would seem rare to the planner, and the whole course be read.
  const ofCohort = cohortId === undefined ? '' : 'and e.cohort_id = $6'
  return runNamed(db, {
    name: cohortId === undefined ? 'list_gradebook' : 'list_gradebook_of_cohort',
    text: `
      with learners as materialized (
        select e.user_id, e.version_id, e.completed_at from enrollments e
        where e.course_id = $1 and e.status = 'active' and e.user_id > ${afterId('$3')}
          and ${isInScope('e.user_id', '$5')} ${ofCohort}
        order by e.user_id limit $4
      ), tried as materialized (
        select a.user_id, a.lesson_key, max(a.score) as score,
          coalesce(bool_or(a.passed), false) as passed,
          coalesce(bool_or(a.status = 'waiting'), false) as waiting, count(*)::int as attempts,
          (array_agg(a.id order by a.number desc) filter (where a.status <> 'open'))[1] as id
        from learners cross join lateral (
          select * from attempts where course_id = $1 and user_id = learners.user_id
        ) a
        group by a.user_id, a.lesson_key
      ), results as (
        select t.user_id, jsonb_object_agg(t.lesson_key, jsonb_build_object('score', t.score,
          'passed', t.passed, 'waiting', t.waiting, 'attempts', t.attempts, 'id', t.id)) as results
        from tried t where t.lesson_key = any($2::text[]) group by t.user_id
      )
      select u.id, u.name, u.email, learners.completed_at as "completedAt",
        coalesce(results.results, '{}') as results, array(
          select lesson_key from excuses x
          where x.course_id = $1 and x.user_id = learners.user_id and x.lesson_key = any($2::text[])
        ) as excused
      from learners join users u on u.id = learners.user_id
      left join results on results.user_id = learners.user_id
      order by u.id`,
    values: [
      ...[courseId, keys, after ?? null, limit, cohortIds],
      ...(cohortId === undefined ? [] : [cohortId]),
    ],
  })
}

export type AccommodationRow = typeof accommodations.$inferSelect

const accommodation = selectList(getTableColumns(accommodations))

export async function findAccommodation(
  db: Db,
  { userId, courseId }: EnrollmentKey,
): Promise<AccommodationRow | undefined> {
  return findNamed(db, {
    name: 'find_accommodation',
    text: `select ${accommodation} from accommodations where user_id = $1 and course_id = $2`,
    values: [userId, courseId],
  })
}

/** Replaces what the learner had. */
export async function putAccommodation(db: Db, row: AccommodationRow): Promise<void> {
  const { userId, courseId, ...granted } = row
  await db
    .insert(accommodations)
    .values(row)
    .onConflictDoUpdate({
      target: [accommodations.userId, accommodations.courseId],
      set: granted,
    })
}

export async function deleteAccommodation(
  db: Db,
  { userId, courseId }: EnrollmentKey,
): Promise<boolean> {
  return anyNamed(db, {
    name: 'delete_accommodation',
    text: `
      delete from accommodations where user_id = $1 and course_id = $2 returning user_id`,
    values: [userId, courseId],
  })
}

/** Lists a course's accommodations, in the order of its learners. */
export async function listAccommodations(
  db: Db,
  {
    courseId,
    cohortIds,
    after,
    limit,
  }: PageAfter & { courseId: string; cohortIds: readonly string[] | null },
): Promise<(AccommodationRow & { id: string; learnerName: string })[]> {
  return runNamed(db, {
    name: 'list_accommodations',
    text: `
      select ${accommodation}, accommodations.user_id as id, u.name as "learnerName"
      from accommodations join users u on u.id = accommodations.user_id
      where accommodations.course_id = $1 and accommodations.user_id > ${afterId('$2')}
        and ${isInScope('accommodations.user_id', '$4')}
      order by accommodations.user_id limit $3`,
    values: [courseId, after ?? null, limit, cohortIds],
  })
}

export interface CourseGrade {
  /** In basis points. */
  grade: number | null
  /** The same of what was graded so far, or is overdue; null where that is nothing yet. */
  soFar: number | null
}

interface GradesChoice {
  courseId: string
  userIds: readonly string[]
  /** The keys of lessons whose due date is past, each with its learner. */
  overdue?: readonly (readonly [userId: string, key: string])[]
}

/**
 * Finds learners' grades in their versions of a course, by their ids. Joins what they tried by
 * lessons' current and former keys, so that nothing is compared with everything.
 */
export async function findGradesOf(
  db: Db,
  { courseId, userIds, overdue = [] }: GradesChoice,
): Promise<Map<string, CourseGrade>> {
  const counts = 'not excused and (score is not null or overdue)'
  const found = await runNamed<CourseGrade & { userId: string }>(db, {
    name: 'find_grades_of',
    text: `
      with learners as materialized (
        select user_id, version_id from enrollments
        where course_id = $1 and user_id = any($2::uuid[])
      ), graded as materialized (
        select v.id as version_id, l.key, l.weight, name as lesson_key
        from (select distinct version_id from learners) as taken
        join course_versions v on v.id = taken.version_id cross join ${gradedLessons} as l
        cross join unnest(l.key || l.former_keys) as name
      ), tried as materialized (
        select user_id, lesson_key, max(score) as score, bool_or(passed) as passed from attempts
        where course_id = $1 and user_id = any($2::uuid[]) group by user_id, lesson_key
      ), overdue as materialized (
        select * from unnest($3::uuid[], $4::text[]) as overdue (user_id, lesson_key)
      ), best as (
        select user_id, l.key, max(l.weight) as weight, max(t.score) as score,
          not coalesce(bool_or(t.passed), false) and count(x.reason) > 0 as excused,
          bool_or(o.lesson_key is not null) as overdue
        from learners join graded l on l.version_id = learners.version_id
        left join tried t using (user_id, lesson_key)
        left join overdue o using (user_id, lesson_key)
        left join (select * from excuses where course_id = $1) x using (user_id, lesson_key)
        group by user_id, l.key
      )
      select user_id as "userId", ${meanOf('not excused', 'weight', 'score')} as grade,
        ${meanOf(counts, 'weight', 'score')} as "soFar"
      from best group by user_id`,
    values: [courseId, userIds, overdue.map(([userId]) => userId), overdue.map(([, key]) => key)],
  })
  return new Map(found.map(({ userId, ...grades }) => [userId, grades]))
}

/** Excuses a learner from a lesson; the last reason counts. */
export async function putExcuse(db: Db, row: typeof excuses.$inferSelect): Promise<void> {
  const { userId, courseId, lessonKey, reason, excusedBy, excusedAt } = row
  await runNamed(db, {
    name: 'put_excuse',
    text: `
      insert into excuses (user_id, course_id, lesson_key, reason, excused_by, excused_at)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (user_id, course_id, lesson_key) do update set
        reason = excluded.reason, excused_by = excluded.excused_by, excused_at = excluded.excused_at`,
    values: [userId, courseId, lessonKey, reason, excusedBy, excusedAt],
  })
}

/** Ends the excuse from a lesson, under any of its keys. */
export async function deleteExcuse(
  db: Db,
  { userId, courseId, keys }: EnrollmentKey & { keys: readonly string[] },
): Promise<boolean> {
  return anyNamed(db, {
    name: 'delete_excuse',
    text: `
      delete from excuses
      where user_id = $1 and course_id = $2 and lesson_key = any($3::text[]) returning user_id`,
    values: [userId, courseId, keys],
  })
}

/** Finds a graded lesson of the learner's version by its key. */
export async function findGradedLesson(
  db: Db,
  { userId, courseId, key }: EnrollmentKey & { key: string },
): Promise<{ id: string; key: string; formerKeys: string[] } | undefined> {
  return findNamed(db, {
    name: 'find_graded_lesson',
    text: `
      select l.id, l.key, l.former_keys as "formerKeys"
      from enrollments e join course_versions v on v.id = e.version_id
      cross join ${gradedLessons} as l
      where e.user_id = $1 and e.course_id = $2 and (l.key = $3 or l.former_keys @> array[$3::text])`,
    values: [userId, courseId, key],
  })
}
