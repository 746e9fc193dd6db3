import {
  type CohortRow,
  deleteCohortMember,
  hasCohortCourse,
  listInCohort,
  listInvitationsOfCohort,
  lockCohort,
} from '../../../../db/queries/learning/cohorts.ts'
import {
  keepSaidWay,
  keepWayOfCohort,
  listCoursesByCohort,
} from '../../../../db/queries/learning/enrollments/kept-ways.ts'
import { findInvitation } from '../../../../db/queries/learning/invitations.ts'
import type { Deps } from '../../../context.ts'
import { changePromises, withdrawPromise } from '../invitations/promises.ts'
import { settleAccess } from '../programs/settle-access.ts'
import { type CohortStep, listedAtOnce, type TaskOf } from './cohort-task.ts'

/** Lists invitations of a cohort that never began and so gave nothing: they go with it. */
export async function listSeparationsOfInvited(
  ctx: Deps,
  { cohortId, after }: TaskOf<'delete'>,
): Promise<CohortStep[]> {
  const page = { cohortId, after, limit: listedAtOnce }
  const ids = await listInvitationsOfCohort(ctx.db, page)
  return ids.map((id) => ({
    after: id,
    userId: null,
    work: async (ctx) => {
      const cohort = await lockCohort(ctx.db, cohortId, 'share', 'even deleted')
      const invitation = await findInvitation(ctx.db, id)
      if (cohort === undefined || invitation === undefined) return
      if (await isUnbegun(ctx, cohort, invitation.courseId))
        await withdrawPromise(ctx, { id, cohortId })
      else
        await changePromises(ctx, id, (promises) =>
          promises.map((promised) =>
            promised.cohortId === cohortId ? { ...promised, cohortId: null } : promised,
          ),
        )
    },
  }))
}

/** Whether the course waits for the cohort's start: one that is not of the cohort does not. */
async function isUnbegun(
  { db }: Deps,
  { id: cohortId, begunAt }: CohortRow,
  courseId: string | null,
): Promise<boolean> {
  if (begunAt !== null || courseId === null) return false
  return hasCohortCourse(db, { cohortId, courseId })
}

export async function listSeparations(
  ctx: Deps,
  { cohortId, after }: TaskOf<'delete'>,
): Promise<CohortStep[]> {
  const userIds = await listInCohort(ctx.db, { cohortId, after, limit: listedAtOnce })
  return userIds.map((userId) => ({
    after: userId,
    userId,
    work: async (ctx) => {
      const member = { cohortId, userId }
      const courseIds = await listCoursesByCohort(ctx.db, member)
      for (const courseId of courseIds) {
        await keepSaidWay(ctx.db, { userId, courseId })
        await keepWayOfCohort(ctx.db, { ...member, courseId, now: ctx.now() })
      }
      await deleteCohortMember(ctx.db, member)
      for (const courseId of courseIds) await settleAccess(ctx, { userId, courseId })
    },
  }))
}
