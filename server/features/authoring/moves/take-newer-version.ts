import { findOwnVersion } from '../../../../db/queries/authoring/moves.ts'
import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import { isOpenTo } from '../../../../db/queries/courses/courses/is-open.ts'
import { findEnrollment } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import type { UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { countsOf, toCourseState } from '../../courses/courses/course-state.ts'
import { moveEnrollment } from './move-learner.ts'
import type { TakeNewerVersionInput, TakenVersion } from './schema.ts'

/**
 * Moves the learner who asks for it to the current version, where the course lets learners do so.
 * On that version already, nothing changes.
 */
export async function takeNewerVersion(
  ctx: UserContext,
  { courseId }: TakeNewerVersionInput,
): Promise<TakenVersion> {
  const learning = { userId: ctx.user.id, courseId }
  const own = await findOwnVersion(ctx.db, { ...learning, now: ctx.now() })
  if (own === undefined) throw await notEnrolled(ctx, courseId)
  if (own.currentVersionId !== own.versionId) {
    if (!own.mayMove) throw new AppError('CannotMove')
    await moveEnrollment(ctx, { ...learning, versionId: own.currentVersionId })
  }

  const enrollment = await findEnrollment(ctx.db, learning)
  if (!isOpenTo(enrollment, ctx.now())) throw await notEnrolled(ctx, courseId)
  return {
    ...toCourseState(enrollment, await countsOf(ctx, enrollment)),
    version: own.currentVersion,
  }
}

async function notEnrolled(ctx: UserContext, courseId: string): Promise<AppError> {
  const course = await findCourse(ctx.db, { id: courseId })
  return new AppError(course?.status === 'published' ? 'NotEnrolled' : 'CourseNotFound')
}
