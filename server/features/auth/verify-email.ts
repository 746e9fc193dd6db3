import { markEmailVerified } from '../../../db/queries/users.ts'
import { type Context, inTransaction } from '../../context.ts'
import { recordEvent } from '../../security/audit.ts'
import { resetKnownDevices } from './known-devices.ts'
import { checkCode, redeemCode } from './redeem-code.ts'
import type { Message, VerifyEmailInput } from './schema.ts'

export async function verifyEmail(
  ctx: Context,
  { email, code }: VerifyEmailInput,
): Promise<Message> {
  const checked = await checkCode(ctx, { email, purpose: 'verify_email', code })

  await inTransaction(ctx, async (ctx) => {
    await redeemCode(ctx, checked)
    await markEmailVerified(ctx.db, checked.user.id, ctx.now())
    // The account may have been registered by a stranger; the owner of the mailbox is none.
    await resetKnownDevices(ctx, checked.user.id)
    await recordEvent(ctx, 'email-verified', { userId: checked.user.id })
  })
  return { message: 'Your email is verified. You can log in now.' }
}
