import { lowestId, type PageAfter } from '../../page.ts'
import type { Db } from '../../postgres/client.ts'
import { anyNamed, listNamed, runNamed } from '../../postgres/named-statement.ts'
import type { EnrollmentKey, enrollmentStatuses } from '../../schema/learning/enrollments.ts'
import { isOpen } from '../courses/courses/is-open.ts'
import { isNotPostponed } from '../platform/postponed.ts'

/** A course of a learner's version of a program, and how far the learner is with it. */
export interface CourseOfProgram {
  courseId: string
  /** The current version, for a first enrollment; null of a course that has none any more. */
  versionId: string | null
  lessonKey: string
  /** Whether the program counts it as completed. */
  isDone: boolean
  /** Whether the program has opened it before. */
  isOpened: boolean
  /** In a program being taken again, null until the course was completed again. */
  completedAt: Date | null
  /** Status of the enrollment in the course, whoever gave it; null without one. */
  status: (typeof enrollmentStatuses)[number] | null
  leftAt: Date | null
  /** Whether the learner has completed what the course requires. */
  mayBegin: boolean
}

/**
 * Waits for completions of its courses that are under way, and holds up others until the end of the
 * transaction, so that none is missed, whichever of the two is first.
 */
export async function lockCoursesOfProgram(
  db: Db,
  { userId, versionId }: { userId: string; versionId: string },
): Promise<void> {
  await runNamed(db, {
    name: 'lock_courses_of_program',
    text: `
      select from enrollments
      where user_id = $1
        and course_id in (select course_id from program_courses where version_id = $2)
      order by course_id for share`,
    values: [userId, versionId],
  })
}

/** Lists courses in the order of the program. */
export function listCoursesOfProgram(
  db: Db,
  { userId, courseId, versionId }: EnrollmentKey & { versionId: string },
): Promise<CourseOfProgram[]> {
  return runNamed(db, {
    name: 'list_courses_of_program',
    text: `
      select link.course_id as "courseId", own.id as "versionId", link.lesson_key as "lessonKey",
        p.completed_at is not null as "isDone",
        o.opened_at is not null as "isOpened", e.status,
        case when program.renewing_since is null or exists (
          select from certificates again
          where again.user_id = $1 and again.course_id = c.id and again.status = 'issued'
            and again.completed_at >= program.renewing_since
        ) then e.completed_at end as "completedAt",
        e.left_at as "leftAt", not exists (
          select from unnest(own.requires) as needed (slug)
          where not exists (
            select from courses before
            join enrollments done on done.course_id = before.id and done.user_id = $1
            where before.slug = needed.slug and done.completed_at is not null)
        ) as "mayBegin"
      from program_courses link
      join enrollments program on program.user_id = $1 and program.course_id = $2
      join courses c on c.id = link.course_id
      left join course_versions own on own.course_id = c.id and own.number = c.current_version
      left join enrollments e on e.user_id = $1 and e.course_id = c.id
      left join lesson_progress p
        on p.user_id = $1 and p.course_id = $2 and p.lesson_key = link.lesson_key
      left join lesson_openings o
        on o.user_id = $1 and o.course_id = $2 and o.lesson_key = link.lesson_key
      where link.version_id = $3
      order by link.position`,
    values: [userId, courseId, versionId],
  })
}

/** Lists the programs that are open to the user, in the order of their ids. */
export function listOpenPrograms(
  db: Db,
  { userId, now }: { userId: string; now: Date },
): Promise<string[]> {
  return listNamed(db, {
    name: 'list_open_programs',
    text: `
      select e.course_id as "courseId" from enrollments e
      join courses c on c.id = e.course_id and c.kind = 'program'
      where e.user_id = $1 and ${isOpen('e', '$2')} order by e.course_id`,
    values: [userId, now],
  })
}

/** Whether the learner is retaking a program that the course belongs to. */
export async function isInRenewedProgram(
  db: Db,
  { userId, courseId }: EnrollmentKey,
): Promise<boolean> {
  return anyNamed(db, {
    name: 'is_in_renewed_program',
    text: `
      select from program_courses link
      join enrollments e on e.version_id = link.version_id and e.user_id = $1
      where link.course_id = $2 and e.renewing_since is not null limit 1`,
    values: [userId, courseId],
  })
}

/**
 * Lists courses that the program gave, that are no longer in the learner's version, and that ended
 * when the program did.
 */
export function listClosedOf(
  db: Db,
  { userId, courseId, versionId }: EnrollmentKey & { versionId: string },
): Promise<{ courseId: string; versionId: string }[]> {
  return runNamed(db, {
    name: 'list_closed_of_program',
    text: `
      select e.course_id as "courseId", e.version_id as "versionId" from enrollments e
      where e.user_id = $1 and e.program_id = $2 and e.status = 'ended' and e.left_at is null
        and not exists (
          select from program_courses where version_id = $3 and course_id = e.course_id)
      order by e.course_id`,
    values: [userId, courseId, versionId],
  })
}

/** Remembers that the program gives these courses, and when its next one opens by its date. */
export async function writeOpenings(
  db: Db,
  {
    userId,
    courseId,
    lessonKeys,
    nextOpeningAt,
    at,
  }: EnrollmentKey & { lessonKeys: string[]; nextOpeningAt: Date | null; at: Date },
): Promise<void> {
  await runNamed(db, {
    name: 'write_openings_of_program',
    text: `
      with planned as (
        update enrollments set next_opening_at = $4
        where user_id = $1 and course_id = $2
          and next_opening_at is distinct from $4::timestamptz
      )
      insert into lesson_openings (user_id, course_id, lesson_key, opened_at)
      select $1, $2, key, $5 from unnest($3::text[]) as key
      on conflict do nothing`,
    values: [userId, courseId, lessonKeys, nextOpeningAt, at],
  })
}

/** Lists enrollments in programs that open a course by its date now, longest due first. */
export function listDueOpenings(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<EnrollmentKey[]> {
  return runNamed(db, {
    name: 'list_due_openings',
    text: `
      select user_id as "userId", course_id as "courseId" from enrollments
      where next_opening_at <= $1 and ${isOpen('enrollments', '$1')}
        and ${isNotPostponed('open-courses', "user_id || ' ' || course_id", '$1')}
      order by next_opening_at limit $2`,
    values: [now, limit],
  })
}

/** Has the job look again at what programs open: the learner's days begin at other times. */
export async function replanOpenings(db: Db, userId: string): Promise<void> {
  await runNamed(db, {
    name: 'replan_openings',
    text: `
      update enrollments set next_opening_at = enrolled_at
      where user_id = $1 and next_opening_at is not null`,
    values: [userId],
  })
}

/** Lists the programs that a course was ever part of, if this version of it requires less. */
export function listProgramsOpenedBy(
  db: Db,
  { courseId, number }: { courseId: string; number: number },
): Promise<string[]> {
  return listNamed(db, {
    name: 'list_programs_opened_by',
    text: `
      select distinct program.course_id as "courseId" from course_versions own
      join course_versions before on before.course_id = $1 and before.number = $2 - 1
      join program_courses link on link.course_id = $1
      join course_versions program on program.id = link.version_id
      where own.course_id = $1 and own.number = $2 and not before.requires <@ own.requires`,
    values: [courseId, number],
  })
}

/**
 * Makes the next learners of a program due for a look, if their version has the course and they do
 * not. Returns the last learner; undefined if none is left.
 */
export async function planOpenings(
  db: Db,
  {
    programId,
    courseId,
    after,
    limit,
    now,
  }: PageAfter & { programId: string; courseId: string; now: Date },
): Promise<string | undefined> {
  const [last] = await listNamed<string>(db, {
    name: 'plan_openings',
    text: `
      with page as materialized (
        select user_id from enrollments where course_id = $1 and user_id > $3
        order by user_id limit $4
      ), planned as (
        update enrollments e set next_opening_at = $5 from page
        where e.course_id = $1 and e.user_id = page.user_id and e.status = 'active'
          and e.version_id in (select version_id from program_courses where course_id = $2)
          and not exists (
            select from enrollments own where own.user_id = e.user_id and own.course_id = $2)
      )
      select user_id as "userId" from page order by user_id desc limit 1`,
    values: [programId, courseId, after ?? lowestId, limit, now],
  })
  return last
}

/** Inserts the courses of a program's version, with their lessons. */
export async function insertProgramCourses(
  db: Db,
  {
    versionId,
    lessons,
  }: { versionId: string; lessons: { key: string; position: number; slug: string }[] },
): Promise<void> {
  if (lessons.length === 0) return
  await runNamed(db, {
    name: 'insert_program_courses',
    text: `
      insert into program_courses (version_id, position, lesson_key, course_id)
      select $1, lesson.position, lesson.key, c.id
      from jsonb_to_recordset($2::jsonb) as lesson (key text, position int, slug text)
      join courses c on c.slug = lesson.slug`,
    values: [versionId, JSON.stringify(lessons)],
  })
}

/**
 * Lists the courses for which a program's certificate is issued, in order; none for a course.
 * Without an account, those that the version requires.
 */
export function listCertifiedCourses(
  db: Db,
  certificate: {
    userId: string | null
    courseId: string
    versionId: string
    completedAt: Date
  },
): Promise<{ title: string; minutes: number }[]> {
  const { userId, courseId, versionId, completedAt } = certificate
  return runNamed(db, {
    name: 'list_certified_courses',
    text: `
      select l.title, l.minutes from program_courses link
      join lessons l on l.version_id = link.version_id and l.position = link.position
      where link.version_id = $3 and case
        when $1::uuid is null then l.required
        else exists (
          select from lesson_progress p
          where p.user_id = $1 and p.course_id = $2 and p.lesson_key = link.lesson_key
            and p.completed_at <= $4)
      end
      order by link.position`,
    values: [userId, courseId, versionId, completedAt],
  })
}

/** Lists the courses that a program opened and its learner has, in the order of their ids. */
export function listOpenedBy(
  db: Db,
  { userId, programId }: { userId: string; programId: string },
): Promise<string[]> {
  return listNamed(db, {
    name: 'list_opened_by_program',
    text: `
      select e.course_id as "courseId" from enrollments e
      where e.user_id = $1 and (e.status = 'active' or e.left_at is not null) and exists (
        select from lesson_openings o
        join course_versions v on v.course_id = o.course_id
        join program_courses link on link.version_id = v.id and link.lesson_key = o.lesson_key
        where o.user_id = $1 and o.course_id = $2 and link.course_id = e.course_id)
      order by e.course_id`,
    values: [userId, programId],
  })
}
