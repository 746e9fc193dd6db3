import { isOpenTo } from '../../../../db/queries/courses/courses/is-open.ts'
import {
  type EnrollmentRow,
  lockEnrollment,
  upsertEnrollment,
} from '../../../../db/queries/learning/enrollments/enrollments.ts'
import { recountLessons } from '../../../../db/queries/learning/enrollments/lesson-counts.ts'
import {
  type CourseOfProgram,
  findProgramTerms,
  listClosedOf,
  listCoursesOfProgram,
  listOpenPrograms,
  writeOpenings,
} from '../../../../db/queries/learning/programs.ts'
import { mergeProgress } from '../../../../db/queries/learning/progress/progress.ts'
import type { EnrollmentKey } from '../../../../db/schema/learning/enrollments.ts'
import type { Deps } from '../../../context.ts'
import { completeIfDone } from '../certificates/complete-if-done.ts'
import { openingsOf } from './course-locks.ts'

/**
 * Credits the courses of a program that its learner has completed, which may complete the program,
 * and opens those that nothing locks. In the caller's transaction; doing it again changes nothing.
 */
export async function advanceProgram(ctx: Deps, program: EnrollmentKey): Promise<void> {
  const enrollment = await lockEnrollment(ctx.db, program)
  if (!isOpenTo(enrollment, ctx.now())) return
  const completedAt = await creditCourses(ctx, enrollment)

  const after = { ...enrollment, completedAt }
  const courses = await listCoursesOfProgram(ctx.db, after)
  const openings = openingsOf(courses, await termsOf(ctx, after))
  const opening = courses.filter(
    ({ lessonKey, mayBegin, isOpened }) =>
      openings.get(lessonKey) === 'now' && (mayBegin || isOpened),
  )
  const days = [...openings.values()].filter((opening) => opening instanceof Date)
  await writeOpenings(ctx.db, {
    ...program,
    lessonKeys: opening.flatMap(({ lessonKey, isOpened }) => (isOpened ? [] : [lessonKey])),
    nextOpeningAt: days.sort((one, other) => Number(one) - Number(other))[0] ?? null,
    at: ctx.now(),
  })
  for (const course of [...opening.filter(isClosed), ...(await listClosedOf(ctx.db, enrollment))])
    await openCourse(ctx, program, course)
}

/** Whoever has left a course of it opens that again when they like. */
function isClosed({ status, leftAt }: CourseOfProgram): boolean {
  return status !== 'active' && leftAt === null
}

/** Returns when the program was completed, if it is. */
async function creditCourses(ctx: Deps, enrollment: EnrollmentRow): Promise<Date | null> {
  const { userId, courseId } = enrollment
  const courses = await listCoursesOfProgram(ctx.db, enrollment)
  if (enrollment.requiredLessons === null) await recountLessons(ctx.db, enrollment)
  for (const { completedAt, isDone, lessonKey } of courses)
    if (completedAt !== null && !isDone)
      await mergeProgress(ctx.db, {
        ...{ userId, courseId, lessonKey, percent: 100 },
        positionSeconds: undefined,
        at: ctx.now(),
      })
  if (enrollment.completedAt !== null) return enrollment.completedAt
  return (await completeIfDone(ctx, { userId, courseId }))?.completedAt ?? null
}

async function openCourse(
  ctx: Deps,
  { userId, courseId: programId }: EnrollmentKey,
  { courseId, versionId }: { courseId: string; versionId: string | null },
): Promise<void> {
  if (versionId === null) return
  const opened = await upsertEnrollment(ctx.db, {
    ...{ userId, courseId, versionId, programId },
    source: 'program',
    enrolledAt: ctx.now(),
  })
  if (opened?.isAgain) await completeIfDone(ctx, { userId, courseId })
}

async function termsOf(ctx: Deps, enrollment: EnrollmentRow) {
  const { completedAt } = enrollment
  const { order, available, ...learner } = await findProgramTerms(ctx.db, enrollment)
  const timeZone = learner.timeZone ?? ctx.config.timeZone
  const days = { ...learner, enrolledAt: enrollment.enrolledAt, timeZone }
  return { order, available, isCompleted: completedAt !== null, days, now: ctx.now() }
}

/**
 * Once a learner has completed something: in the programs that are open to them, in the order of
 * their ids. completeIfDone() calls it as `advancePrograms` of the dependencies.
 */
export async function advancePrograms(ctx: Deps, userId: string): Promise<void> {
  for (const courseId of await listOpenPrograms(ctx.db, { userId, now: ctx.now() }))
    await advanceProgram(ctx, { userId, courseId })
}
