import type { InCohort } from '../../../../db/queries/learning/cohorts.ts'
import {
  forgetWayOfCohort,
  keepSaidWay,
} from '../../../../db/queries/learning/enrollments/kept-ways.ts'
import type { Deps } from '../../../context.ts'
import { recordEvent } from '../../../security/audit.ts'
import { hasEnded, settleAccess } from '../programs/settle-access.ts'

/**
 * Takes from somebody what the cohort gave in a course and no longer gives, in the transaction that
 * has locked their purchases. Other ways into it stay. Returns true if there were none.
 */
export async function takeCourse(
  ctx: Deps,
  { cohortId, userId, courseId }: InCohort & { courseId: string },
  because: 'it is no course of the cohort any more' | 'taken out of the cohort',
): Promise<boolean> {
  await keepSaidWay(ctx.db, { userId, courseId })
  await forgetWayOfCohort(ctx.db, { cohortId, userId, courseId })
  const isOver = hasEnded(await settleAccess(ctx, { userId, courseId }))
  if (isOver)
    await recordEvent(ctx, 'enrollment-ended', { userId, details: { courseId, cohortId, because } })
  return isOver
}
