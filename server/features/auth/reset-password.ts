import { markEmailVerified, updatePassword } from '../../../db/queries/users.ts'
import { type Context, inTransaction } from '../../context.ts'
import { recordEvent } from '../../security/audit.ts'
import { notify } from '../notifications/notify.ts'
import { resetKnownDevices } from './known-devices.ts'
import { refuseWeakPassword } from './password-rules.ts'
import { type CheckedCode, checkCode, giveBackTry, redeemCode } from './redeem-code.ts'
import type { Done, PasswordReset } from './schema.ts'
import { accountAndAddressOf } from './try-password.ts'

/**
 * Whoever reads the mails of an account may set its password: that verifies the email too, and ends
 * every session.
 */
export async function resetPassword(
  ctx: Context,
  { email, otp, newPassword }: PasswordReset,
): Promise<Done> {
  refuseWeakPassword(newPassword, { email }, 'newPassword')
  const checked = await checkCode(ctx, { email, purpose: 'reset_password', code: otp })
  try {
    await setPassword(ctx, checked, newPassword)
  } catch (error) {
    // What cannot be given back now is one of five tries; the caller is told of the first failure.
    await giveBackTry(ctx, checked).catch(() => undefined)
    throw error
  }
  // Who forgot the password has usually tried a few: with the new one they get in at once.
  await ctx.limits.reset('failedLoginsPerAccountAndIp', accountAndAddressOf(ctx, email))
  await ctx.limits.reset('failedLoginsPerAccount', email)
  await ctx.limits.reset('failedLoginsFromKnownIps', email)
  await ctx.limits.reset('wrongProofsPerAccount', email)
  return { message: 'Your password is set. Log in with it.' }
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
    await notify(ctx, { userId: checked.user.id, notice: { kind: 'password-changed' } })
  })
}
