import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import { lockEnrollmentToMove } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import { recountLessons } from '../../../../db/queries/learning/enrollments/lesson-counts.ts'
import {
  countProgressIn,
  deleteProgressIn,
} from '../../../../db/queries/learning/progress/progress.ts'
import { findUser } from '../../../../db/queries/people/users/users.ts'
import { type ActorDeps, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { countsOf, coursePercent, isUnderWay } from '../../courses/courses/course-state.ts'
import { refuseOwn } from '../../platform/admin/refuse-own.ts'
import { coursePageOf, notifyUser } from '../../platform/notifications/notify.ts'
import { advancePrograms } from '../completion/completion.ts'
import type { ProgressReset, ResetProgressInput } from './schema.ts'

/**
 * Resets what a learner has done in a course, and tells them why. A completed course stays so, at
 * 100 %, with its certificate. A dry run answers the same, and changes nothing.
 *
 * @throws NotForYourself, EnrollmentNotFound
 */
export async function resetProgress(
  ctx: ActorDeps,
  { userId, courseId, reason, dryRun }: ResetProgressInput,
): Promise<ProgressReset> {
  refuseOwn(ctx, userId)
  return inTransaction(ctx, async (ctx) => {
    const learning = { userId, courseId }
    // Locks it with its key: waits for reports under way, and later ones begin anew.
    const enrollment = await lockEnrollmentToMove(ctx.db, learning)
    if (enrollment === undefined) throw new AppError('EnrollmentNotFound')
    const isCompleted = enrollment.completedAt !== null
    const reset = {
      lessons: await countProgressIn(ctx.db, learning),
      percentBefore: coursePercent(enrollment, await countsOf(ctx, enrollment)),
      percent: isUnderWay(enrollment) ? 0 : 100,
      staysCompleted: isCompleted,
    }
    if (dryRun || reset.lessons === 0) return reset

    await deleteProgressIn(ctx.db, { ...learning, at: ctx.now() })
    await recountLessons(ctx.db, learning)
    const details = { courseId, lessons: reset.lessons }
    await recordEvent(ctx, 'progress-reset', { userId, details, reason })
    const [user, course] = [
      await findUser(ctx.db, userId),
      await findCourse(ctx.db, { id: courseId }),
    ]
    // Credits again what is completed of the program's courses.
    if (course?.kind === 'program') await advancePrograms(ctx, userId)
    if (user !== undefined && course !== undefined)
      await notifyUser(ctx, user, {
        kind: 'progress-reset',
        title: course.title,
        reason,
        page: coursePageOf(ctx, courseId),
        about: { courseId },
      })
    return reset
  })
}
