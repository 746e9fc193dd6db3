import type {
  NewEnrollment,
  SettledEnrollment,
} from '../../../../db/queries/learning/enrollments/settle.ts'
import type { Deps } from '../../../context.ts'
import { advanceProgram, completeIfDone } from '../completion/completion.ts'
import { hasOpened, openAccess } from '../programs/settle-access.ts'

/**
 * Opens a course to a learner who was given a way: for the first time, or again in the version that
 * they had. If they have done all of that, the course is completed now; a program opens its
 * courses. Undefined if no way is open.
 */
export async function openEnrollment(
  ctx: Deps,
  enrollment: NewEnrollment,
): Promise<SettledEnrollment | undefined> {
  const opened = await openAccess(ctx, enrollment, { takesSeat: true })
  if (opened?.before !== undefined && hasOpened(opened)) await completeIfDone(ctx, enrollment)
  if (opened?.kind === 'program' && hasOpened(opened)) await advanceProgram(ctx, enrollment)
  return opened
}
