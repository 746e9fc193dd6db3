import { findUser, type UserRow } from '../../../db/queries/accounts/users.ts'
import { lockPurchasesOf } from '../../../db/queries/commerce/transactions.ts'
import { findCohort, insertCohortMember } from '../../../db/queries/learning/cohorts.ts'
import { findCourse } from '../../../db/queries/learning/courses/courses.ts'
import {
  deleteInvitation,
  type InvitationRow,
  listInvitationsTo,
  listUsersToEnroll,
} from '../../../db/queries/learning/invitations.ts'
import { atSavepoint } from '../../../db/savepoint.ts'
import { type Deps, inTransaction } from '../../context.ts'
import { describeCause } from '../../errors/describe-cause.ts'
import { AppError } from '../../errors/errors.ts'
import { refusalOf } from '../../errors/refusal-of.ts'
import { recordEvent } from '../../security/audit.ts'
import { enrollUser } from '../transactions/enroll-user.ts'
import { factsOf } from './create-invitation.ts'

const usersAtOnce = 500

/**
 * Turns what the user is invited to into enrollments, in the transaction that verifies the email
 * and has locked the user. What cannot be given is recorded, and holds up nothing else.
 */
export async function acceptInvitations(ctx: Deps, userId: string): Promise<void> {
  const user = await findUser(ctx.db, userId)
  if (user === undefined || user.emailVerifiedAt === null) return
  for (const invitation of await listInvitationsTo(ctx.db, user.email)) {
    // The mails of other things that happen to the account must not wait for this.
    try {
      await atSavepoint(ctx.db, () => accept(ctx, user, invitation))
    } catch (error) {
      const refusal = refusalOf(error)
      if (!(refusal instanceof AppError)) throw error
      await fail(ctx, user, { invitation, refusal })
    }
  }
}

/** For accounts that were verified while somebody invited them, or by the release before. */
export async function acceptOverlooked(ctx: Deps): Promise<void> {
  for (const userId of await listUsersToEnroll(ctx.db, usersAtOnce))
    await inTransaction(ctx, async (ctx) => {
      await lockPurchasesOf(ctx.db, userId)
      await acceptInvitations(ctx, userId)
    })
}

async function accept(ctx: Deps, user: UserRow, invitation: InvitationRow): Promise<void> {
  // It frees its seat, which the enrollment takes: the row of the seats is locked meanwhile.
  if ((await deleteInvitation(ctx.db, invitation.id)) === undefined) return
  const { courseId, cohortId, endsAt, expiresAt } = invitation
  if (expiresAt <= ctx.now()) return
  if (courseId !== null) await give(ctx, user, { courseId, cohortId, endsAt })
  await recordEvent(ctx, 'invitation-accepted', {
    userId: user.id,
    details: factsOf(invitation),
  })
}

async function give(
  ctx: Deps,
  user: UserRow,
  { courseId, cohortId, endsAt }: { courseId: string } & Pick<InvitationRow, 'cohortId' | 'endsAt'>,
): Promise<void> {
  const course = await findCourse(ctx.db, { id: courseId })
  if (course === undefined || course.status !== 'published') throw new AppError('CourseNotFound')
  if (endsAt !== null && endsAt <= ctx.now()) throw new AppError('EnrollmentNotFound')
  const cohort = cohortId === null ? undefined : await findCohort(ctx.db, { id: cohortId })
  if (cohort !== undefined && cohort.begunAt === null) {
    // Its members are enrolled together, when it begins.
    await insertCohortMember(ctx.db, { cohortId: cohort.id, userId: user.id, addedAt: ctx.now() })
    return
  }
  await enrollUser(ctx, { user, course, endsAt, cohort })
}

async function fail(
  ctx: Deps,
  user: UserRow,
  { invitation, refusal }: { invitation: InvitationRow; refusal: AppError },
): Promise<void> {
  await deleteInvitation(ctx.db, invitation.id)
  await recordEvent(ctx, 'invitation-failed', {
    userId: user.id,
    details: { ...factsOf(invitation), error: refusal.name },
  })
  ctx.log.warn(
    { invitationId: invitation.id, userId: user.id, cause: describeCause(refusal) },
    'an invitation was accepted, but its course could not be given',
  )
}
