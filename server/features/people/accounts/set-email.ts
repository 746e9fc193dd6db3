import { databaseError } from '../../../../db/postgres/failures.ts'
import { deleteCodesOf } from '../../../../db/queries/people/one-time-codes.ts'
import {
  findUserByEmail,
  type UserRow,
  updateEmail,
} from '../../../../db/queries/people/users/users.ts'
import { lockBuyer } from '../../../../db/queries/shop/transactions.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { moveInvitations } from '../../learning/invitations/follow-user.ts'
import { notify } from '../../platform/notifications/notify.ts'

/**
 * Changes the email of a user who lost access to the old mailbox; the operator has checked who is
 * asking. The new email still has to be verified.
 */
export async function setEmail(
  ctx: Deps,
  { oldEmail, newEmail }: { oldEmail: string; newEmail: string },
): Promise<UserRow> {
  return inTransaction(ctx, async (ctx) => {
    const user = await findUserByEmail(ctx.db, oldEmail)
    if (user === undefined) throw new AppError('UserNotFound')
    const changed = await replaceEmail(ctx, user, { email: newEmail, emailVerifiedAt: null })
    await ctx.sessions.endAllOf(ctx.db, user.id)
    await ctx.jobs.enqueue(ctx.db, 'send-code', { email: newEmail, purpose: 'verify_email' })
    ctx.afterCommit(() => ctx.jobs.wake('send-code'))
    return changed
  })
}

/**
 * Replaces it in a transaction. The unique key decides who gets an email. The user's invitations
 * move along.
 */
export async function replaceEmail(
  ctx: Deps,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  to: Pick<UserRow, 'email' | 'emailVerifiedAt'>,
): Promise<UserRow> {
  // Reads it under the lock: it may have been verified meanwhile.
  const user = await lockBuyer(ctx.db, { id })
  const changed = await updateEmail(ctx.db, id, { replaces: email, ...to }).catch(
    (error: unknown) => {
      if (databaseError(error)?.constraint === 'users_email_key')
        throw new AppError('DuplicateEmail', { cause: error })
      throw error
    },
  )
  if (user === undefined || changed === undefined) throw new AppError('InvalidCode')

  await deleteCodesOf(ctx.db, id)
  await recordEvent(ctx, 'email-changed', { userId: id, email })
  await notify(ctx, {
    userId: id,
    notification: { kind: 'email-changed', oldEmail: email },
  })
  await moveInvitations(ctx, { from: user, to: changed })
  return changed
}
