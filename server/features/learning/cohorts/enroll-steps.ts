import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import * as stored from '../../../../db/queries/learning/cohorts.ts'
import { findEnrollment } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import { isWayClosed } from '../../../../db/queries/learning/enrollments/kept-ways.ts'
import { findUser } from '../../../../db/queries/people/users/users.ts'
import type { Deps } from '../../../context.ts'
import { enrollUser } from '../../shop/transactions/enroll-user.ts'
import { createInvitation } from '../invitations/create-invitation.ts'
import { settleAccess } from '../programs/settle-access.ts'
import { type CohortStep, listedAtOnce, type TaskOf } from './cohort-task.ts'

export async function listEnrollments(
  ctx: Deps,
  { cohortId, courseId, after }: TaskOf<'enroll'>,
): Promise<CohortStep[]> {
  const course = await findCourse(ctx.db, { id: courseId })
  if (course === undefined || (await stored.findCohort(ctx.db, { id: cohortId })) === undefined)
    return []
  const members = await stored.listCohortMembers(ctx.db, { cohortId, after, limit: listedAtOnce })
  return members.map(({ id: userId }) => ({
    after: userId,
    userId,
    work: async (ctx) => {
      const cohort = await lockGivingCohort(ctx, { cohortId, courseId })
      if (cohort === undefined || !(await stored.isCohortMember(ctx.db, { cohortId, userId })))
        return
      // Gives back nothing that the school ended meanwhile, when the job runs again.
      if (await isWayClosed(ctx.db, { cohortId, userId, courseId })) return
      const before = await findEnrollment(ctx.db, { userId, courseId })
      // Leaves it closed for learners who have left: they return when they like.
      if (before !== undefined && before.leftAt !== null) {
        await settleAccess(ctx, { userId, courseId })
        return
      }
      const user = await findUser(ctx.db, userId)
      if (user !== undefined)
        await enrollUser(ctx, { user, course, cohort, waive: `cohort ${cohort.name}` })
    },
  }))
}

export async function listInvitations(
  ctx: Deps,
  { cohortId, courseId, after }: TaskOf<'enroll'>,
): Promise<CohortStep[]> {
  const course = await findCourse(ctx.db, { id: courseId })
  if (course === undefined || (await stored.findCohort(ctx.db, { id: cohortId })) === undefined)
    return []
  const invited = await stored.listInvitedToCohort(ctx.db, { cohortId, after, limit: listedAtOnce })
  return invited.map(({ email, locale }) => ({
    after: email,
    userId: null,
    work: async (ctx) => {
      const cohort = await lockGivingCohort(ctx, { cohortId, courseId })
      if (cohort === undefined || !(await stored.isInvitedToCohort(ctx.db, { cohortId, email })))
        return
      await createInvitation(ctx, { email, course, cohortId, endsAt: cohort.endsAt, locale })
    },
  }))
}

/** Locks the cohort; undefined if it does not give the course: not yet, or no longer. */
async function lockGivingCohort(
  { db }: Deps,
  link: { cohortId: string; courseId: string },
): Promise<stored.CohortRow | undefined> {
  const cohort = await stored.lockCohort(db, link.cohortId, 'share')
  if (cohort === undefined || cohort.begunAt === null) return undefined
  return (await stored.hasCohortCourse(db, link)) ? cohort : undefined
}
