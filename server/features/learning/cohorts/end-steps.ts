import {
  hasCohortCourse,
  listInCohort,
  listInvitationsOfCohort,
  lockCohort,
} from '../../../../db/queries/learning/cohorts.ts'
import type { Deps } from '../../../context.ts'
import { withdrawPromise } from '../invitations/promises.ts'
import { type CohortStep, listedAtOnce, type TaskOf } from './cohort-task.ts'
import { takeCourse } from './take-course.ts'

/** Lists places that were promised with the course. */
export async function listWithdrawals(
  ctx: Deps,
  { cohortId, courseId, after }: TaskOf<'end'>,
): Promise<CohortStep[]> {
  const page = { cohortId, courseId, after, limit: listedAtOnce }
  const ids = await listInvitationsOfCohort(ctx.db, page)
  return ids.map((id) => ({
    after: id,
    userId: null,
    work: async (ctx) => {
      if (!(await lockTakingCohort(ctx, { cohortId, courseId }))) return
      await withdrawPromise(ctx, { id, cohortId })
    },
  }))
}

export async function listEnds(
  ctx: Deps,
  { cohortId, courseId, after }: TaskOf<'end'>,
): Promise<CohortStep[]> {
  const userIds = await listInCohort(ctx.db, { cohortId, after, limit: listedAtOnce })
  return userIds.map((userId) => ({
    after: userId,
    userId,
    work: async (ctx) => {
      if (!(await lockTakingCohort(ctx, { cohortId, courseId }))) return
      await takeCourse(
        ctx,
        { cohortId, userId, courseId },
        'it is no course of the cohort any more',
      )
    },
  }))
}

/** Locks the cohort, even if deleted since; false if the course is part of it again. */
async function lockTakingCohort(
  { db }: Deps,
  link: { cohortId: string; courseId: string },
): Promise<boolean> {
  const cohort = await lockCohort(db, link.cohortId, 'share', 'even deleted')
  return cohort !== undefined && !(await hasCohortCourse(db, link))
}
