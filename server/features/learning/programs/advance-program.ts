import type { Lock } from '../../../../content/days/lock.ts'
import { isOpenTo } from '../../../../db/queries/courses/courses/is-open.ts'
import { listLockFacts } from '../../../../db/queries/courses/lessons.ts'
import {
  type EnrollmentRow,
  lockEnrollment,
} from '../../../../db/queries/learning/enrollments/enrollments.ts'
import { recountLessons } from '../../../../db/queries/learning/enrollments/lesson-counts.ts'
import {
  type CourseOfProgram,
  listClosedOf,
  listCoursesOfProgram,
  listOpenPrograms,
  lockCoursesOfProgram,
  writeOpenings,
} from '../../../../db/queries/learning/programs.ts'
import { mergeProgress } from '../../../../db/queries/learning/progress/progress.ts'
import type { EnrollmentKey } from '../../../../db/schema/learning/enrollments.ts'
import type { Deps } from '../../../context.ts'
import { locksOf } from '../../courses/lessons/locks.ts'
import { completeIfDone } from '../certificates/complete-if-done.ts'
import { hasOpened, openAccess, settleAccess } from './settle-access.ts'

/**
 * Credits the courses of a program that its learner has completed, which may complete the program,
 * and opens those that nothing locks. In the caller's transaction; doing it again changes nothing.
 */
export async function advanceProgram(ctx: Deps, program: EnrollmentKey): Promise<void> {
  const enrollment = await lockEnrollment(ctx.db, program)
  if (!isOpenTo(enrollment, ctx.now())) return
  await creditCourses(ctx, enrollment)

  const courses = await listCoursesOfProgram(ctx.db, enrollment)
  const locks = await locksByKey(ctx, program)
  const isUnlocked = ({ lessonKey }: CourseOfProgram) => locks.get(lessonKey) === undefined
  const opening = courses.filter(isUnlocked).filter(mayOpen)
  await writeOpenings(ctx.db, {
    ...program,
    lessonKeys: opening.flatMap(({ lessonKey, isOpened }) => (isOpened ? [] : [lessonKey])),
    nextOpeningAt: firstDayOf([...locks.values()]),
    at: ctx.now(),
  })
  // Who has one of them already has it for as long as the program lasts, too.
  for (const course of opening)
    if (!course.isOpened && !isClosed(course))
      await settleAccess(ctx, { userId: program.userId, courseId: course.courseId })
  for (const course of [...opening.filter(isClosed), ...(await listClosedOf(ctx.db, enrollment))])
    await openCourse(ctx, program.userId, course)
}

/** The reasons of those lessons that have any. */
async function locksByKey(ctx: Deps, program: EnrollmentKey): Promise<Map<string, Lock[]>> {
  const facts = await listLockFacts(ctx.db, program)
  return new Map(
    facts.flatMap(({ key, lockFacts }) => {
      const locks = locksOf(lockFacts, ctx)
      return locks.length === 0 ? [] : [[key, locks]]
    }),
  )
}

/** When the first opens of those that nothing but their day locks. */
function firstDayOf(locked: Lock[][]): Date | null {
  const days = locked.flatMap((locks) =>
    locks.every(({ code }) => code === 'NotYet') ? [Date.parse(locks[0]?.until ?? '')] : [],
  )
  return days.length === 0 ? null : new Date(Math.min(...days))
}

/** What a learner has had before stays theirs, whatever it requires since. */
function mayOpen({ mayBegin, status }: CourseOfProgram): boolean {
  return mayBegin || status !== null
}

/** Whoever has left a course of it opens that again when they like. */
function isClosed({ status, leftAt }: CourseOfProgram): boolean {
  return status !== 'active' && leftAt === null
}

async function creditCourses(ctx: Deps, enrollment: EnrollmentRow): Promise<void> {
  const { userId, courseId } = enrollment
  await lockCoursesOfProgram(ctx.db, enrollment)
  const courses = await listCoursesOfProgram(ctx.db, enrollment)
  if (enrollment.requiredLessons === null) await recountLessons(ctx.db, enrollment)
  for (const { completedAt, isDone, lessonKey } of courses)
    if (completedAt !== null && !isDone)
      await mergeProgress(ctx.db, {
        ...{ userId, courseId, lessonKey, percent: 100 },
        at: ctx.now(),
      })
  await completeIfDone(ctx, { userId, courseId })
}

async function openCourse(
  ctx: Deps,
  userId: string,
  { courseId, versionId }: { courseId: string; versionId: string | null },
): Promise<void> {
  if (versionId === null) return
  const opened = await openAccess(ctx, { userId, courseId, versionId }, { takesSeat: false })
  if (opened?.before !== undefined && hasOpened(opened))
    await completeIfDone(ctx, { userId, courseId })
}

/**
 * Once a learner has completed something: in the programs that are open to them, in the order of
 * their ids. completeIfDone() calls it as `advancePrograms` of the dependencies.
 */
export async function advancePrograms(ctx: Deps, userId: string): Promise<void> {
  for (const courseId of await listOpenPrograms(ctx.db, { userId, now: ctx.now() }))
    await advanceProgram(ctx, { userId, courseId })
}
