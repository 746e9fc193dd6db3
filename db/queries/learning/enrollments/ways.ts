import type { Db } from '../../../client.ts'
import { anyNamed, findNamed, listNamed } from '../../../named-statement.ts'
import type { EnrollmentKey } from '../../../schema/learning/enrollments.ts'
import { isOpen } from '../../courses/courses/is-open.ts'

const isThere = "(e.status = 'active' or e.left_at is not null)"

// Each of them uses all parameters: the user, the course, the instant and the program.
const endings = {
  /** However it was given. */
  any: isThere,
  /** What was bought. */
  bought: "e.source = 'transaction'",
  /** What is due to end. It remembers when that was to be. */
  due: `e.ends_at <= $3::timestamptz and ${isThere}`,
  /** What came by the program. */
  program: `e.program_id = $4::uuid and ${isThere}`,
} as const

/** What an ending ends. */
export type Ending = keyof typeof endings

interface EndingOf extends EnrollmentKey {
  ending: Ending
  now: Date
  /** With the ending `program`. */
  programId?: string
}

/**
 * A program of the learner of the enrollment `e` that is open and has opened the course: an active
 * way into it, whoever else gives it. What it once opened it gives in all of its versions.
 */
const givingProgram = (now: string) => `
  select p.course_id as id from program_courses link
  join course_versions v on v.id = link.version_id
  join enrollments p
    on p.user_id = e.user_id and p.course_id = v.course_id and ${isOpen('p', now)}
  join lesson_openings o
    on o.user_id = p.user_id and o.course_id = p.course_id and o.lesson_key = link.lesson_key
  where link.course_id = e.course_id
  order by p.course_id limit 1`

/** Leaves access to a program that gives it too, where an ending would end it; true if one does. */
export function handToProgram(
  db: Db,
  { userId, courseId, ending, now, programId }: EndingOf,
): Promise<boolean> {
  return anyNamed(db, {
    name: `hand_to_program_${ending}`,
    text: `
      update enrollments as given
      set source = 'program', program_id = program.id, ends_at = null, cohort_id = null
      from enrollments e cross join lateral (${givingProgram('$3')}) as program
      where e.user_id = $1 and e.course_id = $2 and ${isThere} and ${endings[ending]}
        and $4::uuid is not distinct from $4::uuid
        and given.user_id = e.user_id and given.course_id = e.course_id
      returning given.user_id`,
    values: [userId, courseId, now, programId ?? null],
  })
}

/** Ends access for good; progress and completion are kept. Undefined where there was none. */
export function endEnrollment(
  db: Db,
  { userId, courseId, ending, now, programId }: EndingOf,
): Promise<{ kind: 'course' | 'program' } | undefined> {
  return findNamed(db, {
    name: `end_enrollment_${ending}`,
    text: `
      update enrollments e set status = 'ended', left_at = null,
        ends_at = case when '${ending}' = 'due' and e.ends_at <= $3 then e.ends_at end
      from courses c
      where e.user_id = $1 and e.course_id = $2 and c.id = e.course_id and ${endings[ending]}
        and $4::uuid is not distinct from $4::uuid
      returning c.kind`,
    values: [userId, courseId, now, programId ?? null],
  })
}

/** The courses that the user has by the program, in the order of their ids. */
export function listOpenedBy(
  db: Db,
  { userId, programId }: { userId: string; programId: string },
): Promise<string[]> {
  return listNamed(db, {
    name: 'list_opened_by_program',
    text: `
      select course_id as "courseId" from enrollments e
      where user_id = $1 and program_id = $2 and ${isThere} order by course_id`,
    values: [userId, programId],
  })
}
