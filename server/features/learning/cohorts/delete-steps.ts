import {
  type CohortRow,
  deleteCohortMember,
  hasCohortCourse,
  listInCohort,
  listInvitationsOfCohort,
  lockCohort,
} from '../../../../db/queries/learning/cohorts.ts'
import { separateFromCohort } from '../../../../db/queries/learning/enrollments/with-cohort.ts'
import { findInvitation, updateInvitation } from '../../../../db/queries/learning/invitations.ts'
import type { Deps } from '../../../context.ts'
import { withdrawInvitation } from '../invitations/withdraw-invitation.ts'
import { type CohortStep, listedAtOnce, type TaskOf } from './cohort-task.ts'

/** A cohort that never began gave nothing: what it has promised goes with it. */
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
      if (cohort === undefined || invitation?.cohortId !== cohortId) return
      if (await isUnbegun(ctx, cohort, invitation.courseId)) await withdrawInvitation(ctx, id)
      else await updateInvitation(ctx.db, id, { cohortId: null })
    },
  }))
}

/** A course that is not of the cohort does not wait for its start. */
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
      await separateFromCohort(ctx.db, { cohortId, userId })
      await deleteCohortMember(ctx.db, { cohortId, userId })
    },
  }))
}
