import { findOwnVersion } from '../../../../db/queries/authoring/moves.ts'
import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import { findLearnersEnrollment } from '../../../../db/queries/learning/enrollments/my-courses.ts'
import type { UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { toCourseState } from '../../courses/courses/course-state.ts'
import { moveEnrollment } from './move-learner.ts'
import type { TakeNewerVersionInput, TakenVersion } from './schema.ts'

/**
 * Moves the learner who asks to the current version, if the course lets learners do so. Changes
 * nothing if they are on it already.
 */
export async function takeNewerVersion(
  ctx: UserContext,
  { courseId, version, dryRun }: TakeNewerVersionInput,
): Promise<TakenVersion> {
  const learning = { userId: ctx.user.id, courseId, now: ctx.now() }
  const own = await findOwnVersion(ctx.db, learning)
  if (own === undefined) throw await notEnrolled(ctx, courseId)
  if (version !== undefined && version !== own.currentVersion) throw new AppError('VersionChanged')
  if (own.currentVersionId !== own.versionId) {
    if (!own.mayMove) throw new AppError('CannotMove')
    if (!dryRun) await moveEnrollment(ctx, { ...learning, versionId: own.currentVersionId })
  }

  const enrollment = await findLearnersEnrollment(ctx.db, learning)
  if (enrollment === undefined || !['active', 'completed'].includes(enrollment.status))
    throw await notEnrolled(ctx, courseId)
  return {
    ...toCourseState(enrollment, enrollment),
    version: enrollment.version,
    effect: dryRun ? (enrollment.newerVersion?.effect ?? null) : null,
  }
}

async function notEnrolled(ctx: UserContext, courseId: string): Promise<AppError> {
  const course = await findCourse(ctx.db, { id: courseId })
  return new AppError(course?.status === 'published' ? 'NotEnrolled' : 'CourseNotFound')
}
