import { findCourse } from '../../../db/queries/learning/courses/courses.ts'
import {
  deleteInvitation,
  findInvitation,
  type InvitationRow,
  listExpiredInvitations,
  updateInvitation,
} from '../../../db/queries/learning/invitations.ts'
import { type ActorDeps, type Deps, inTransaction } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { changeOf, recordEvent } from '../../security/audit.ts'
import { endOfWaiting, factsOf } from './create-invitation.ts'
import { mailInvitation } from './mail-invitation.ts'

const expiredAtOnce = 1_000

/**
 * Frees the seat. The mail that was sent says nothing any more.
 *
 * @throws InvitationNotFound
 */
export async function withdrawInvitation(ctx: ActorDeps, id: string): Promise<InvitationRow> {
  return inTransaction(ctx, async (ctx) => {
    const withdrawn = await deleteInvitation(ctx.db, id)
    if (withdrawn === undefined) throw new AppError('InvitationNotFound')
    await recordEvent(ctx, 'invitation-withdrawn', {
      userId: null,
      email: withdrawn.email,
      details: changeOf(factsOf(withdrawn), undefined),
    })
    return withdrawn
  })
}

/**
 * Sends the mail again; the invitation then waits for as long as a new one.
 *
 * @throws InvitationNotFound, RateLimited
 */
export async function repeatInvitation(ctx: ActorDeps, id: string): Promise<InvitationRow> {
  await ctx.limits.take('invitationMailsPerInvitation', id)
  return inTransaction(ctx, async (ctx) => {
    const before = await findInvitation(ctx.db, id)
    const after = await updateInvitation(ctx.db, id, { expiresAt: endOfWaiting(ctx) })
    if (before === undefined || after === undefined) throw new AppError('InvitationNotFound')
    const course =
      after.courseId === null ? undefined : await findCourse(ctx.db, { id: after.courseId })
    await recordEvent(ctx, 'invitation-repeated', {
      userId: null,
      email: after.email,
      details: {
        invitationId: id,
        ...changeOf(
          { expiresAt: before.expiresAt.toISOString() },
          { expiresAt: after.expiresAt.toISOString() },
        ),
      },
    })
    await mailInvitation(ctx, after, course?.title ?? null)
    return after
  })
}

/** Deletes those that nobody accepted in time, which frees their seats. */
export async function forgetInvitations(ctx: Deps): Promise<void> {
  const expired = await listExpiredInvitations(ctx.db, { now: ctx.now(), limit: expiredAtOnce })
  for (const { id } of expired) await deleteInvitation(ctx.db, id)
}
