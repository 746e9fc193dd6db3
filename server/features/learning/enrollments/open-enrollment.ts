import {
  type NewEnrollment,
  type OpenedEnrollment,
  upsertEnrollment,
} from '../../../../db/queries/learning/enrollments/enrollments.ts'
import type { Deps } from '../../../context.ts'
import { completeIfDone } from '../certificates/complete-if-done.ts'
import { advanceProgram } from '../programs/advance-program.ts'

/**
 * Opens a course to a learner: for the first time, or again in the version that they had. Whoever
 * has done all of that completes the course now; a program opens its courses. Undefined when access is
 * not new.
 */
export async function openEnrollment(
  ctx: Deps,
  enrollment: NewEnrollment,
): Promise<OpenedEnrollment | undefined> {
  const opened = await upsertEnrollment(ctx.db, enrollment)
  if (opened?.isAgain) await completeIfDone(ctx, enrollment)
  if (opened?.kind === 'program') await advanceProgram(ctx, enrollment)
  return opened
}
