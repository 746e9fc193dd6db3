import { isOpenTo } from '../../../../db/queries/courses/courses/is-open.ts'
import type { CertificateRow } from '../../../../db/queries/learning/certificates.ts'
import {
  completeEnrollment,
  type EnrollmentRow,
  lockEnrollment,
  setRenewingSince,
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
import { countsOf, isUnderWay } from '../../courses/courses/course-state.ts'
import { issueCertificate } from '../certificates/issue-certificate.ts'
import { renewCertificate } from '../certificates/reissue-certificate.ts'
import { hasOpened, openAccess, settleAccess } from '../programs/settle-access.ts'
import { findOpenings } from './program-openings.ts'

/*
 * The functions here call each other, because a completed course counts in its learner's programs,
 * and a program is a course itself.
 */

export interface Completion {
  completedAt: Date
  /** Undefined if the learner's name cannot be printed. */
  certificate: CertificateRow | undefined
}

/**
 * Completes a course whose learner has done all that their version requires, and certifies it, in
 * the caller's transaction. Everything that can complete it calls this: a report, a move, access
 * that opens, a claim, a repair. Then advances the learner's programs. A course taken again gets
 * its certificate renewed, but keeps its first completion. Undefined if a lesson is left, or
 * nothing is under way.
 */
export async function completeIfDone(
  ctx: Deps,
  learning: EnrollmentKey,
  completedAt = ctx.now(),
): Promise<Completion | undefined> {
  const enrollment = await lockEnrollment(ctx.db, learning)
  return enrollment && completeLocked(ctx, enrollment, completedAt)
}

/** Does the same with an enrollment that the transaction has locked, as it now is. */
export async function completeLocked(
  ctx: Deps,
  enrollment: EnrollmentRow,
  completedAt = ctx.now(),
): Promise<Completion | undefined> {
  const { userId, courseId } = enrollment
  if (!isUnderWay(enrollment)) return undefined
  if ((await countsOf(ctx, enrollment)).remaining > 0) return undefined
  if (enrollment.completedAt !== null) {
    const certificate = await renewCertificate(ctx, { ...enrollment, completedAt })
    if (certificate === undefined) return undefined
    await setRenewingSince(ctx.db, { userId, courseId, at: null })
    await advancePrograms(ctx, userId)
    return { completedAt: enrollment.completedAt, certificate }
  }
  await completeEnrollment(ctx.db, { userId, courseId, at: completedAt })
  const certificate = await issueCertificate(ctx, { ...enrollment, completedAt })
  await advancePrograms(ctx, userId)
  return { completedAt, certificate }
}

/**
 * Credits what a learner has completed to the programs that are open to them, in the order of their
 * ids.
 */
export async function advancePrograms(ctx: Deps, userId: string): Promise<void> {
  for (const courseId of await listOpenPrograms(ctx.db, { userId, now: ctx.now() }))
    await advanceProgram(ctx, { userId, courseId })
}

/**
 * Credits the courses of a program that its learner has completed, which may complete the program,
 * and opens those that nothing locks. Runs in the caller's transaction; repeating changes nothing.
 */
export async function advanceProgram(ctx: Deps, program: EnrollmentKey): Promise<void> {
  const enrollment = await lockEnrollment(ctx.db, program)
  if (!isOpenTo(enrollment, ctx.now())) return
  await creditCourses(ctx, enrollment)

  const { courses: opening, nextOpeningAt } = await findOpenings(ctx, enrollment)
  await writeOpenings(ctx.db, {
    ...program,
    lessonKeys: opening.flatMap(({ lessonKey, isOpened }) => (isOpened ? [] : [lessonKey])),
    nextOpeningAt,
    at: ctx.now(),
  })
  // Lets a learner who has one of them already keep it for as long as the program lasts, too.
  for (const course of opening)
    if (!course.isOpened && !isClosed(course))
      await settleAccess(ctx, { userId: program.userId, courseId: course.courseId })
  for (const course of [...opening.filter(isClosed), ...(await listClosedOf(ctx.db, enrollment))])
    await openCourse(ctx, program.userId, course)
}

/** Whether it is to be opened; learners who have left a course reopen it when they like. */
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
