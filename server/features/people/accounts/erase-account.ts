import { forgetWriter } from '../../../../db/queries/authoring/drafts/drafts.ts'
import { lockCoursesOfLastOwner } from '../../../../db/queries/authoring/members.ts'
import { forgetInviter } from '../../../../db/queries/learning/invitations.ts'
import { forgetPostsOf } from '../../../../db/queries/learning/threads.ts'
import { deleteUser, findUserByEmail } from '../../../../db/queries/people/users/users.ts'
import { deleteReasonsAboutEmail } from '../../../../db/queries/platform/audit.ts'
import { listCoursesOfSeats, lockSeats } from '../../../../db/queries/shop/seats.ts'
import { listPendingOf, lockBuyer } from '../../../../db/queries/shop/transactions.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { macsOfEmail, recordEvent } from '../../../security/audit.ts'
import { endApiKeysOf } from '../../../security/end-api-keys.ts'
import { lockPromised } from '../../learning/invitations/follow-user.ts'
import { withdrawInvitation } from '../../learning/invitations/withdraw-invitation.ts'
import { recordHistory } from '../../platform/history/record-history.ts'
import { notify } from '../../platform/notifications/notify.ts'
import { cancelPending } from '../../shop/transactions/cancel-pending.ts'

/** Erases an account on an operator's word. Returns its former id. */
export async function eraseAccountByEmail(ctx: Deps, email: string): Promise<string> {
  return inTransaction(ctx, async (ctx) => {
    const user = await findUserByEmail(ctx.db, email)
    if (user === undefined) throw new AppError('UserNotFound')
    await eraseAccount(ctx, user.id)
    return user.id
  })
}

/**
 * Erases it in a transaction: profile, sign-in methods, sessions, enrollments, promised places,
 * progress, cart. Certificates stay with the name printed on them, and books without the person.
 */
export async function eraseAccount(ctx: Deps, userId: string): Promise<void> {
  const user = await lockBuyer(ctx.db, { id: userId })
  const promised = user === undefined ? [] : await lockPromised(ctx, user)
  await forgetInviter(ctx.db, userId)
  const pending = await listPendingOf(ctx.db, userId)
  await lockSeats(ctx.db, {
    courseIds: [
      ...(await listCoursesOfSeats(ctx.db, userId)),
      ...promised.flatMap(({ courseId }) => courseId ?? []),
    ],
    transactionIds: pending,
  })
  await cancelPending(ctx, pending, 'canceled')
  for (const { id } of promised) await withdrawInvitation(ctx, id)
  await recordEvent(ctx, 'account-erased', { userId })
  await notify(ctx, { userId, notification: { kind: 'account-erased' } })
  // Records courses without an owner, but never refuses: an administrator adds one.
  for (const courseId of await lockCoursesOfLastOwner(ctx.db, userId))
    await recordHistory(ctx, 'owner-lost', { courseId })
  await endApiKeysOf(ctx, userId)
  if (user !== undefined) await deleteReasonsAboutEmail(ctx.db, macsOfEmail(ctx.keys, user.email))
  await forgetWriter(ctx.db, userId)
  await forgetPostsOf(ctx.db, userId)
  await deleteUser(ctx.db, userId)
}
