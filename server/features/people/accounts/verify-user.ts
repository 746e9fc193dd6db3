import {
  findUserByEmail,
  markEmailVerified,
  type UserRow,
} from '../../../../db/queries/people/users/users.ts'
import { lockPurchasesOf } from '../../../../db/queries/shop/transactions.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { acceptInvitations } from '../../learning/invitations/accept-invitations.ts'

export interface VerifiedUser extends UserRow {
  emailVerifiedAt: Date
}

/** Verifies an email without a code, on an operator's word. An earlier verification date stays. */
export async function verifyUser(
  ctx: Deps,
  email: string,
): Promise<{ user: VerifiedUser; isNew: boolean }> {
  const user = await findUserByEmail(ctx.db, email)
  if (user === undefined) throw new AppError('UserNotFound')

  const now = ctx.now()
  await inTransaction(ctx, async (ctx) => {
    // Locks, because a verified account is not written, which would lock it.
    await lockPurchasesOf(ctx.db, user.id)
    await markEmailVerified(ctx.db, user.id, now)
    await recordEvent(ctx, 'email-verified', { userId: user.id })
    await acceptInvitations(ctx, user.id)
  })
  return {
    user: { ...user, emailVerifiedAt: user.emailVerifiedAt ?? now },
    isNew: user.emailVerifiedAt === null,
  }
}
