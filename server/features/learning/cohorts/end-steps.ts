import {
  hasCohortCourse,
  listInvitationsOfCohort,
  lockCohort,
} from '../../../../db/queries/learning/cohorts.ts'
import { findEnrollment } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import {
  listEnrolledWithCohort,
  separateFromCohort,
} from '../../../../db/queries/learning/enrollments/with-cohort.ts'
import { findInvitation } from '../../../../db/queries/learning/invitations.ts'
import type { Deps } from '../../../context.ts'
import { endAccess } from '../enrollments/end-learner-enrollment.ts'
import { withdrawInvitation } from '../invitations/withdraw-invitation.ts'
import { type CohortStep, listedAtOnce, type TaskOf } from './cohort-task.ts'

/** Places that were promised with the course. */
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
      const invitation = await findInvitation(ctx.db, id)
      if (invitation?.cohortId === cohortId) await withdrawInvitation(ctx, id)
    },
  }))
}

export async function listEnds(
  ctx: Deps,
  { cohortId, courseId, after }: TaskOf<'end'>,
): Promise<CohortStep[]> {
  const page = { cohortId, courseId, after, limit: listedAtOnce }
  const userIds = await listEnrolledWithCohort(ctx.db, page)
  return userIds.map((userId) => ({
    after: userId,
    userId,
    work: async (ctx) => {
      if (!(await lockTakingCohort(ctx, { cohortId, courseId }))) return
      const enrollment = await findEnrollment(ctx.db, { userId, courseId })
      if (enrollment?.cohortId !== cohortId) return
      if (enrollment.status === 'active' || enrollment.leftAt !== null)
        await endAccess(ctx, { userId, courseId })
      // A later end of the cohort must not open it again.
      await separateFromCohort(ctx.db, { cohortId, userId, courseId })
    },
  }))
}

/** False if the course is part of it again. One that was deleted since still takes the course. */
async function lockTakingCohort(
  { db }: Deps,
  link: { cohortId: string; courseId: string },
): Promise<boolean> {
  const cohort = await lockCohort(db, link.cohortId, 'share', 'even deleted')
  return cohort !== undefined && !(await hasCohortCourse(db, link))
}
