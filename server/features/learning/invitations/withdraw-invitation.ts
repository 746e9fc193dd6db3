import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import {
  deleteInvitation,
  findInvitation,
  type InvitationRow,
  listExpiredInvitations,
  lockInvitationsTo,
  updateInvitation,
} from '../../../../db/queries/learning/invitations.ts'
import { type ActorDeps, type Deps, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { changeOf } from '../../../security/audit/details.ts'
import { recordEvent } from '../../../security/audit.ts'
import { forEachDue } from '../../platform/postponed/for-each-due.ts'
import { endOfWaiting, factsOf } from './create-invitation.ts'
import { mailInvitationAgain } from './mail-invitation.ts'

const expiredAtOnce = 1_000
/** Stops early enough: the next run comes an hour later. */
const millisecondsOfARun = 60_000

/**
 * Withdraws it and frees the seat. Its mail is void.
 *
 * @throws InvitationNotFound
 */
export async function withdrawInvitation(ctx: ActorDeps, id: string): Promise<InvitationRow> {
  return inTransaction(ctx, async (ctx) => {
    const withdrawn = await lockAndDelete(ctx, await findInvitation(ctx.db, id))
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
 * Sends the mail again; the invitation then waits as long as a new one.
 *
 * @throws InvitationNotFound, RateLimited
 */
export async function resendInvitation(ctx: ActorDeps, id: string): Promise<InvitationRow> {
  return inTransaction(ctx, async (ctx) => {
    const before = await findInvitation(ctx.db, id)
    const after = await updateInvitation(ctx.db, id, { expiresAt: endOfWaiting(ctx) })
    if (before === undefined || after === undefined) throw new AppError('InvitationNotFound')
    const course =
      after.courseId === null ? undefined : await findCourse(ctx.db, { id: after.courseId })
    await recordEvent(ctx, 'invitation-resent', {
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
    await mailInvitationAgain(ctx, after, course?.title ?? null)
    return after
  })
}

/** Deletes invitations that nobody accepted in time, which frees their seats. */
export async function forgetInvitations(ctx: Deps): Promise<void> {
  await forEachDue(ctx, {
    task: 'forget-invitation',
    list: () => listExpiredInvitations(ctx.db, { now: ctx.now(), limit: expiredAtOnce }),
    limit: expiredAtOnce,
    idOf: ({ id }) => id,
    work: (invitation) => inTransaction(ctx, (ctx) => lockAndDelete(ctx, invitation, ctx.now())),
    milliseconds: millisecondsOfARun,
  })
}

/** Deletes it under lock; undefined if it is gone, or waits beyond `expiredBy`. */
async function lockAndDelete(
  ctx: Deps,
  invitation: InvitationRow | undefined,
  expiredBy?: Date,
): Promise<InvitationRow | undefined> {
  if (invitation === undefined) return undefined
  const locked = await lockInvitationsTo(ctx.db, invitation.email)
  const found = locked.find(({ id }) => id === invitation.id)
  if (found === undefined) return undefined
  if (expiredBy !== undefined && found.expiresAt > expiredBy) return undefined
  return deleteInvitation(ctx.db, found.id)
}
