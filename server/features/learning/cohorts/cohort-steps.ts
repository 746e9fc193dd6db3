import { deleteCohort, lockCohort } from '../../../../db/queries/learning/cohorts.ts'
import {
  listCoursesEndingWithCohort,
  listEndingWithCohort,
} from '../../../../db/queries/learning/enrollments/with-cohort.ts'
import { lockSeats } from '../../../../db/queries/shop/seats.ts'
import { atSavepoint } from '../../../../db/savepoint.ts'
import type { Deps } from '../../../context.ts'
import { changeEnd } from '../enrollments/set-end.ts'
import { type CohortStep, type CohortTask, listedAtOnce, type TaskOf } from './cohort-task.ts'
import { listSeparations, listSeparationsOfInvited } from './delete-steps.ts'
import { listEnds, listWithdrawals } from './end-steps.ts'
import { listEnrollments, listInvitations } from './enroll-steps.ts'
import { recordFailure } from './record-failure.ts'

/** The next ones; none when this turn is over. Undefined when there is nothing left to do. */
export async function listSteps(ctx: Deps, task: CohortTask): Promise<CohortStep[] | undefined> {
  return turnsOf(ctx, task)[task.turn ?? 0]?.()
}

/** Whoever accepts an invitation at this moment is found as the one or as the other. */
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
 * To the end that the cohort has now: it may have been moved again since the task was made. A
 * course that is full, or was paid for since, holds up none of the others.
 */
async function listReschedules(
  ctx: Deps,
  { cohortId, after, from, task }: TaskOf<'reschedule'>,
): Promise<CohortStep[]> {
  const endsAt = from === null ? null : new Date(from)
  const page = { cohortId, endsAt, after, limit: listedAtOnce }
  const userIds = await listEndingWithCohort(ctx.db, page)
  return userIds.map((userId) => ({
    after: userId,
    userId,
    work: async (ctx) => {
      const cohort = await lockCohort(ctx.db, cohortId, 'share', 'even deleted')
      if (cohort === undefined) return
      const courseIds = await listCoursesEndingWithCohort(ctx.db, { cohortId, userId, endsAt })
      await lockSeats(ctx.db, { courseIds })
      for (const courseId of courseIds) {
        const change = { userId, courseId, endsAt: cohort.endsAt }
        await atSavepoint(ctx.db, () => changeEnd(ctx, change)).catch((error: unknown) =>
          recordFailure(ctx, error, { cohortId, task, userId, courseId }),
        )
      }
    },
  }))
}
