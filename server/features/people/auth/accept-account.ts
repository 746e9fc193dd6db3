import { findUser, lockUser, type UserRow } from '../../../../db/queries/people/users/users.ts'
import { type Context, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { holderNamedBy, isTokenOf } from '../../../security/key-ring/account-links.ts'
import { acceptInvitations } from '../../learning/invitations/accept-invitations.ts'
import { claimAccount, isOfSchool, linkFor, profileOfOwner } from './claim-account.ts'
import { resetKnownDevices } from './known-devices.ts'
import { refuseWeakPassword } from './password-rules.ts'
import { forgetFailures, setPassword } from './reset-password.ts'
import type { AcceptAccountInput, AcceptedAccount } from './schema.ts'

/**
 * Gives an account that the school made to the owner of its mailbox, with a password; any other
 * gets a new password. Works once: from then on the email is verified, or the password another.
 *
 * @throws InvalidCode, AccountSuspended
 */
export async function acceptAccount(
  ctx: Context,
  { token, newPassword }: AcceptAccountInput,
): Promise<AcceptedAccount> {
  const named = holderNamedBy(token)
  const user = requireLinked(ctx, named && (await findUser(ctx.db, named)), token)
  refuseWeakPassword(newPassword, user, 'newPassword')
  if (!isOfSchool(user)) {
    const prove = async (ctx: Context, before: UserRow | undefined) =>
      void requireLinked(ctx, before, token)
    await setPassword(ctx, user.id, { newPassword, prove })
    await forgetFailures(ctx, user.email)
    return accepted(user)
  }
  const { hash, pepperVersion } = await ctx.passwords.hash(newPassword, ctx.signal())

  await inTransaction(ctx, async (ctx) => {
    const { id: userId } = user
    const before = requireLinked(ctx, await lockUser(ctx.db, userId), token)
    if (before.suspendedAt !== null) throw new AppError('AccountSuspended')
    const password = { passwordHash: hash, pepperVersion }
    await claimAccount(ctx, before, { ...profileOfOwner(ctx, before), ...password })
    await resetKnownDevices(ctx, userId)
    await recordEvent(ctx, 'email-verified', { userId, details: { claimed: true } })
    await acceptInvitations(ctx, userId)
  })
  return accepted(user)
}

const accepted = ({ email }: UserRow) => ({
  email,
  message: 'Your password is set. You can log in with it now.',
})

function requireLinked(ctx: Context, user: UserRow | '' | undefined, token: string): UserRow {
  if (user && isTokenOf(ctx.keys.allCodes, linkFor(user), token, user, ctx.now())) return user
  throw new AppError('InvalidCode')
}
