import { markEmailVerified, updatePassword } from '../../../db/queries/accounts.ts'
import { type Context, inTransaction } from '../../context.ts'
import { accountAndAddressOf } from './login.ts'
import { refuseWeakPassword } from './password-rules.ts'
import { checkCode, redeemCode } from './redeem-code.ts'
import type { Done, PasswordReset } from './schema.ts'

/** Whoever reads the mails of an account may set its password: that verifies the email too, and ends every session. */
export async function resetPassword(ctx: Context, { email, otp, newPassword }: PasswordReset): Promise<Done> {
  refuseWeakPassword(newPassword, { email }, 'newPassword')
  const checked = await checkCode(ctx, { email, purpose: 'reset_password', code: otp })
  const { hash, pepperVersion } = await ctx.passwords.hash(newPassword, ctx.signal)

  await inTransaction(ctx, async (ctx) => {
    await redeemCode(ctx, checked)
    await updatePassword(ctx.db, checked.user.id, { passwordHash: hash, pepperVersion })
    await markEmailVerified(ctx.db, checked.user.id, ctx.now())
    await ctx.sessions.endAllOf(ctx.db, checked.user.id)
  })
  // Who forgot the password has usually tried a few: with the new one they get in at once.
  await ctx.limits.reset('failedLoginsPerAccountAndAddress', accountAndAddressOf(ctx, email))
  await ctx.limits.reset('failedLoginsPerAccount', email)
  return { message: 'Your password is set. Log in with it.' }
}
