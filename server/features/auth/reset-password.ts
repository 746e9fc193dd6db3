import { markEmailVerified, updatePassword } from '../../../db/queries/users.ts'
import { type Context, inTransaction } from '../../context.ts'
import { recordEvent } from '../../security/audit.ts'
import { notify } from '../notifications/notify.ts'
import { resetKnownDevices } from './known-devices.ts'
import { refuseWeakPassword } from './password-rules.ts'
import { type CheckedCode, checkCode, giveBackTry, redeemCode } from './redeem-code.ts'
import type { Message, ResetPasswordInput } from './schema.ts'
import { accountAndIpOf } from './try-password.ts'

/**
 * Access to the mailbox is enough to set the password. That also verifies the email and ends every
 * session.
 */
export async function resetPassword(
  ctx: Context,
  { email, otp, newPassword }: ResetPasswordInput,
): Promise<Message> {
  refuseWeakPassword(newPassword, { email }, 'newPassword')
  const checked = await checkCode(ctx, { email, purpose: 'reset_password', code: otp })
  try {
    await setPassword(ctx, checked, newPassword)
  } catch (error) {
    // A try that cannot be returned is one of five; the first failure is the one to report.
    await giveBackTry(ctx, checked).catch(() => undefined)
    throw error
  }
  // A user who forgot the password has usually failed a few logins: those must not lock them out.
  await ctx.limits.reset('failedLoginsPerAccountAndIp', accountAndIpOf(ctx, email))
  await ctx.limits.reset('failedLoginsPerAccount', email)
  await ctx.limits.reset('failedLoginsFromKnownIps', email)
  await ctx.limits.reset('wrongProofsPerAccount', email)
  return { message: 'Your new password is set. You can log in with it now.' }
}

async function setPassword(ctx: Context, checked: CheckedCode, newPassword: string): Promise<void> {
  const { hash, pepperVersion } = await ctx.passwords.hash(newPassword, ctx.signal)

  await inTransaction(ctx, async (ctx) => {
    await redeemCode(ctx, checked)
    await updatePassword(ctx.db, checked.user.id, { passwordHash: hash, pepperVersion })
    await markEmailVerified(ctx.db, checked.user.id, ctx.now())
    await ctx.sessions.endAllOf(ctx.db, checked.user.id)
    await resetKnownDevices(ctx, checked.user.id)
    await recordEvent(ctx, 'password-reset', { userId: checked.user.id })
    await notify(ctx, { userId: checked.user.id, notification: { kind: 'password-changed' } })
  })
}
