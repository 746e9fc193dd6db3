import {
  lockUser,
  markEmailVerified,
  type UserRow,
} from '../../../../db/queries/people/users/users.ts'
import { type Context, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { acceptInvitations } from '../../learning/invitations/accept-invitations.ts'
import { claimAccount, isNeverVerified, noPassword, profileOfOwner } from './claim-account.ts'
import { isKnownIp, isRegistrant, resetKnownDevices } from './known-devices.ts'
import { type CheckedCode, checkCode, giveBackTry, redeemCode } from './redeem-code.ts'
import type { VerifyEmailInput, VerifyEmailResult } from './schema.ts'
import { storedPassword } from './try-password.ts'

/**
 * The code proves who owns the mailbox; the password, or the IP, who registered. Unless both are
 * the same person, the account goes to the owner of the mailbox without the registrant's password.
 */
export async function verifyEmail(
  ctx: Context,
  { email, code, password }: VerifyEmailInput,
): Promise<VerifyEmailResult> {
  const checked = await checkCode(ctx, { email, purpose: 'verify_email', code })
  const isOwn = await isOwnAccount(ctx, checked, password)

  await inTransaction(ctx, async (ctx) => {
    const { id } = checked.user
    const user = await lockUser(ctx.db, id)
    await redeemCode(ctx, checked)
    if (user?.suspendedAt != null) throw new AppError('AccountSuspended')
    if (isOwn) await markEmailVerified(ctx.db, id, ctx.now())
    else if (user !== undefined) await claimByMailbox(ctx, user)
    await resetKnownDevices(ctx, id)
    await recordEvent(ctx, 'email-verified', { userId: id, details: { claimed: !isOwn } })
    await acceptInvitations(ctx, id)
  })
  return {
    message: isOwn
      ? 'Your email is verified. You can log in now.'
      : 'Your email is verified. We cannot tell whether you chose the password of this account, ' +
        'so it no longer works. We have mailed you a one-time password: set a new password with it.',
    resetRequired: !isOwn,
  }
}

async function isOwnAccount(
  ctx: Context,
  checked: CheckedCode,
  password: string | undefined,
): Promise<boolean> {
  const { user } = checked
  if (!isNeverVerified(user)) return true
  // Accepts the only known IP: for accounts of earlier releases it is their registrant's.
  if (password === undefined) return isRegistrant(ctx, user) || (await isKnownIp(ctx, user.id))
  try {
    return await ctx.passwords.matches(password, storedPassword(user), ctx.signal())
  } catch (error) {
    // Gives back the try, as nothing was compared. One that cannot be returned is one of five.
    await giveBackTry(ctx, checked).catch(() => undefined)
    throw error
  }
}

async function claimByMailbox(ctx: Context, user: UserRow): Promise<void> {
  const { email } = user
  const claim = { ...profileOfOwner(ctx, user), ...noPassword }
  if ((await claimAccount(ctx, user, claim)) === undefined) throw new AppError('InvalidCode')

  // Leaves out the IP: strangers' requests must not have used up this mail.
  await ctx.jobs.enqueue(ctx.db, 'send-code', { email, purpose: 'reset_password' })
  ctx.afterCommit(() => ctx.jobs.wake('send-code'))
}
