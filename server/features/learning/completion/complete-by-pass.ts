import { isOpenTo } from '../../../../db/queries/courses/courses/is-open.ts'
import {
  type EnrollmentRow,
  findEnrollment,
} from '../../../../db/queries/learning/enrollments/enrollments.ts'
import { recountLessons } from '../../../../db/queries/learning/enrollments/lesson-counts.ts'
import {
  findKeyInVersion,
  mergeProgress,
} from '../../../../db/queries/learning/progress/progress.ts'
import type { Deps } from '../../../context.ts'
import { type Completion, completeLocked } from './completion.ts'

/**
 * Completes a lesson that was passed, or that somebody marks as done, under its key in the
 * learner's version, and the course if it was the last. Runs in the caller's transaction, which has
 * locked the enrollment. Where access has ended, the course waits until it opens again.
 */
export async function completeByPass(
  ctx: Deps,
  enrollment: EnrollmentRow,
  lessonKey: string,
  { isActivity = true }: { isActivity?: boolean } = {},
): Promise<Completion | undefined> {
  const { userId, courseId } = enrollment
  const key = await findKeyInVersion(ctx.db, { ...enrollment, lessonKey })
  if (enrollment.requiredLessons === null) await recountLessons(ctx.db, enrollment)
  const report = { userId, courseId, percent: 100, at: ctx.now() }
  await mergeProgress(ctx.db, { ...report, isActivity, lessonKey: key ?? lessonKey })
  if (!isOpenTo(enrollment, ctx.now())) return undefined
  const counted = await findEnrollment(ctx.db, enrollment)
  return counted && completeLocked(ctx, counted)
}
