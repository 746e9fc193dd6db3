import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import {
  leaveCourse as leave,
  returnToCourse as open,
} from '../../../../db/queries/learning/enrollments/enrollments.ts'
import { findLearnersEnrollment } from '../../../../db/queries/learning/enrollments/my-courses.ts'
import { lockPurchasesOf } from '../../../../db/queries/shop/transactions.ts'
import type { EnrollmentKey } from '../../../../db/schema/learning/enrollments.ts'
import { inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { advanceProgram, completeIfDone } from '../completion/completion.ts'
import { settleOpened } from '../programs/settle-access.ts'
import { toMyCourses } from './list-my-courses.ts'
import type { MyCourse, MyCourseInput } from './schema.ts'

/**
 * Ends the learner's access until they return; progress and certificate are kept. Leaving again
 * changes nothing.
 */
export async function leaveCourse(
  ctx: UserContext,
  { courseId }: MyCourseInput,
): Promise<MyCourse> {
  const enrollment = { userId: ctx.user.id, courseId }
  return change(ctx, enrollment, async (ctx) => {
    const left = await leave(ctx.db, { ...enrollment, at: ctx.now() })
    if (left === undefined) return
    await recordEvent(ctx, 'course-left', { userId: ctx.user.id, details: { courseId } })
    if (left.kind === 'program')
      await settleOpened(ctx, { userId: ctx.user.id, programId: courseId })
  })
}

/** Opens a course that the learner has left, in the same version, with all progress. */
export async function returnToCourse(
  ctx: UserContext,
  { courseId }: MyCourseInput,
): Promise<MyCourse> {
  const enrollment = { userId: ctx.user.id, courseId }
  return change(ctx, enrollment, async (ctx) => {
    const opened = await open(ctx.db, { ...enrollment, at: ctx.now() })
    if (opened === undefined) return
    await recordEvent(ctx, 'course-returned-to', { userId: ctx.user.id, details: { courseId } })
    await completeIfDone(ctx, enrollment)
    if (opened.kind !== 'program') return
    await settleOpened(ctx, { userId: ctx.user.id, programId: courseId })
    await advanceProgram(ctx, enrollment)
  })
}

/** Returns the course after the change. Refuses one whose access has ended for good. */
async function change(
  ctx: UserContext,
  enrollment: EnrollmentKey,
  write: (ctx: UserContext) => Promise<void>,
): Promise<MyCourse> {
  return inTransaction(ctx, async (ctx) => {
    // Locks before the enrollment, like everything that takes or frees a seat.
    await lockPurchasesOf(ctx.db, enrollment.userId)
    await write(ctx)
    const changed = await findLearnersEnrollment(ctx.db, { ...enrollment, now: ctx.now() })
    const isKept = changed !== undefined && changed.status !== 'ended'
    const [mine] = isKept ? await toMyCourses(ctx, ctx.user.id, [changed]) : []
    if (mine !== undefined) return mine
    const course = await findCourse(ctx.db, { id: enrollment.courseId })
    throw new AppError(course?.status === 'published' ? 'NotEnrolled' : 'CourseNotFound')
  })
}
