import type { Lock } from '../../../../content/days/lock.ts'
import { listLockFacts } from '../../../../db/queries/courses/lessons.ts'
import type { EnrollmentRow } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import {
  type CourseOfProgram,
  listCoursesOfProgram,
} from '../../../../db/queries/learning/programs.ts'
import type { EnrollmentKey } from '../../../../db/schema/learning/enrollments.ts'
import type { Deps } from '../../../context.ts'
import { locksOf } from '../../courses/lessons/locks.ts'

export interface Openings {
  /** Unlocked courses that the learner may begin or has had before. */
  courses: CourseOfProgram[]
  /** The first opening of courses that only their day locks. */
  nextOpeningAt: Date | null
}

/** Finds out which courses of a program are open to its learner, and when the next one will be. */
export async function findOpenings(ctx: Deps, program: EnrollmentRow): Promise<Openings> {
  const courses = await listCoursesOfProgram(ctx.db, program)
  const locks = await locksByKey(ctx, program)
  const isUnlocked = ({ lessonKey }: CourseOfProgram) => locks.get(lessonKey) === undefined
  return {
    courses: courses.filter(isUnlocked).filter(mayOpen),
    nextOpeningAt: firstDayOf([...locks.values()]),
  }
}

/** Returns the reasons that lock lessons, by key. */
async function locksByKey(ctx: Deps, program: EnrollmentKey): Promise<Map<string, Lock[]>> {
  const facts = await listLockFacts(ctx.db, program)
  return new Map(
    facts.flatMap(({ key, lockFacts }) => {
      const locks = locksOf(lockFacts, ctx)
      return locks.length === 0 ? [] : [[key, locks]]
    }),
  )
}

function firstDayOf(locked: Lock[][]): Date | null {
  const days = locked.flatMap((locks) =>
    locks.every(({ code }) => code === 'NotYet') ? [Date.parse(locks[0]?.until ?? '')] : [],
  )
  return days.length === 0 ? null : new Date(Math.min(...days))
}

/** Whether it may open. What a learner has had before stays theirs, whatever it requires since. */
function mayOpen({ mayBegin, status }: CourseOfProgram): boolean {
  return mayBegin || status !== null
}
