import { atSavepoint } from '../../../../db/postgres/savepoint.ts'
import { deleteCohort, listInCohort, lockCohort } from '../../../../db/queries/learning/cohorts.ts'
import {
  followEndOfCohort,
  keepSaidWay,
  listCoursesByCohort,
} from '../../../../db/queries/learning/enrollments/kept-ways.ts'
import type { SettledEnrollment } from '../../../../db/queries/learning/enrollments/settle.ts'
import { lockSeats } from '../../../../db/queries/shop/seats.ts'
import type { EnrollmentKey } from '../../../../db/schema/learning/enrollments.ts'
import type { Deps } from '../../../context.ts'
import { changeOf } from '../../../security/audit/details.ts'
import { recordEvent } from '../../../security/audit.ts'
import { termsOf } from '../../shop/transactions/enroll-user.ts'
import { completeIfDone } from '../completion/completion.ts'
import { hasEnded, hasOpened, settleAccess } from '../programs/settle-access.ts'
import { type CohortStep, type CohortTask, listedAtOnce, type TaskOf } from './cohort-task.ts'
import { listSeparations, listSeparationsOfInvited } from './delete-steps.ts'
import { listEnds, listWithdrawals } from './end-steps.ts'
import { listEnrollments, listInvitations } from './enroll-steps.ts'
import { recordFailure } from './record-failure.ts'

/** Returns the next steps; none when this turn is over, undefined when nothing is left to do. */
export async function listSteps(ctx: Deps, task: CohortTask): Promise<CohortStep[] | undefined> {
  return turnsOf(ctx, task)[task.turn ?? 0]?.()
}

/**
 * Lists members and invited people. Somebody who accepts at this moment is found as one or the
 * other.
 */
function turnsOf(ctx: Deps, task: CohortTask): (() => Promise<CohortStep[]>)[] {
  switch (task.task) {
    case 'enroll':
      return [() => listEnrollments(ctx, task), () => listInvitations(ctx, task)]
    case 'end':
      return [() => listWithdrawals(ctx, task), () => listEnds(ctx, task)]
    case 'reschedule':
      return [() => listReschedules(ctx, task)]
    case 'delete':
      return [
        () => listSeparationsOfInvited(ctx, task),
        () => listSeparations(ctx, task),
        async () => {
          await deleteCohort(ctx.db, task.cohortId)
          return []
        },
      ]
  }
}

/**
 * Lists moves to the cohort's present end, which may have moved again since the task was made. A
 * full course holds up none of the others.
 */
async function listReschedules(
  ctx: Deps,
  { cohortId, after, from, task }: TaskOf<'reschedule'>,
): Promise<CohortStep[]> {
  const endsAt = from === null ? null : new Date(from)
  const userIds = await listInCohort(ctx.db, { cohortId, after, limit: listedAtOnce })
  return userIds.map((userId) => ({
    after: userId,
    userId,
    work: async (ctx) => {
      const member = { cohortId, userId }
      if ((await lockCohort(ctx.db, cohortId, 'share', 'even deleted')) === undefined) return
      const courseIds = await listCoursesByCohort(ctx.db, member)
      await lockSeats(ctx.db, { courseIds })
      for (const courseId of courseIds) await keepSaidWay(ctx.db, { userId, courseId })
      await followEndOfCohort(ctx.db, { ...member, endsAt })
      for (const courseId of courseIds)
        await atSavepoint(ctx.db, () => reschedule(ctx, { userId, courseId })).catch(
          (error: unknown) => recordFailure(ctx, error, { cohortId, task, userId, courseId }),
        )
    },
  }))
}

async function reschedule(ctx: Deps, { userId, courseId }: EnrollmentKey): Promise<void> {
  const settled = await settleAccess(ctx, { userId, courseId }, { opens: true })
  if (settled === undefined) return
  const details = changeOf(termsOf(settled.before), termsOf(settled.after))
  const hasChanged = Object.keys(details).length > 0 || hasOpened(settled) || hasEnded(settled)
  if (hasOpened(settled)) await completeIfDone(ctx, { userId, courseId })
  if (hasChanged)
    await recordEvent(ctx, eventOf(settled), { userId, details: { courseId, ...details } })
}

function eventOf(settled: SettledEnrollment) {
  if (hasOpened(settled)) return 'learner-enrolled'
  return hasEnded(settled) ? 'enrollment-ended' : 'enrollment-changed'
}
