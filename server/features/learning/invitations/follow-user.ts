import { isCohortMember } from '../../../../db/queries/learning/cohorts.ts'
import {
  deleteInvitation,
  type InvitationRow,
  listPromises,
  lockInvitationsTo,
  updateInvitation,
} from '../../../../db/queries/learning/invitations.ts'
import type { UserRow } from '../../../../db/queries/people/users/users.ts'
import type { Deps } from '../../../context.ts'
import { acceptLocked, lockWaiting } from './accept-invitations.ts'
import { endOfWaiting } from './create-invitation.ts'
import { changePromises } from './promises.ts'
import { withdrawInvitation } from './withdraw-invitation.ts'

/**
 * Takes the user's promises along after a change of email, in the transaction that has locked the
 * user. Accepts what waited for the new email if that is verified.
 */
export async function moveInvitations(
  ctx: Deps,
  { from, to }: { from: UserRow; to: UserRow },
): Promise<void> {
  const emails = [from.email, to.email]
  const { cohorts, invitations } = await lockWaiting(ctx, { userId: to.id, emails })
  const sentTo = (email: string) => invitations.filter((invitation) => invitation.email === email)
  const waiting = new Map(sentTo(to.email).map((there) => [there.courseId, there]))
  for (const invitation of await keepPromised(ctx, from, sentTo(from.email))) {
    const there = waiting.get(invitation.courseId)
    if (there !== undefined && there.expiresAt > ctx.now()) {
      const promised = await listPromises(ctx.db, invitation.id)
      await withdrawInvitation(ctx, invitation.id)
      await changePromises(ctx, there.id, (promises) => [...promises, ...promised])
      continue
    }
    if (there !== undefined) await deleteInvitation(ctx.db, there.id)
    // Gives an unverified email the time to be verified.
    const change = { email: to.email, expiresAt: endOfWaiting(ctx) }
    const moved = await updateInvitation(ctx.db, invitation.id, change)
    if (moved !== undefined) waiting.set(moved.courseId, moved)
  }
  if (to.emailVerifiedAt !== null)
    await acceptLocked(ctx, to, { cohorts, invitations: [...waiting.values()] })
}

/** Lists and locks what the user was promised and does not have yet. */
export async function lockPromised(ctx: Deps, user: UserRow): Promise<InvitationRow[]> {
  return keepPromised(ctx, user, await lockInvitationsTo(ctx.db, user.email))
}

/** Keeps those certainly theirs: with an unverified email, only those of cohorts they belong to. */
async function keepPromised(
  { db }: Deps,
  user: UserRow,
  invitations: InvitationRow[],
): Promise<InvitationRow[]> {
  const promised: InvitationRow[] = []
  for (const invitation of invitations) {
    const { cohortId } = invitation
    const isTheirs =
      user.emailVerifiedAt !== null ||
      (cohortId !== null && (await isCohortMember(db, { cohortId, userId: user.id })))
    if (isTheirs) promised.push(invitation)
  }
  return promised
}
