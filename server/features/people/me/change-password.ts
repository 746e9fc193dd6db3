import { replacePassword } from '../../../../db/queries/people/users/users.ts'
import { inTransaction, type SessionContext } from '../../../context.ts'
import { recordEvent } from '../../../security/audit.ts'
import { notify } from '../../platform/notifications/notify.ts'
import { resetKnownDevices } from '../auth/known-devices.ts'
import { refuseWeakPassword } from '../auth/password-rules.ts'
import type { Message } from '../auth/schema.ts'
import { provePassword, wrongPassword } from './prove-password.ts'
import type { ChangePasswordInput } from './schema.ts'

/** Changes the password, and ends the other sessions: one may be the reason for the change. */
export async function changePassword(
  ctx: SessionContext,
  { currentPassword, newPassword }: ChangePasswordInput,
): Promise<Message> {
  refuseWeakPassword(newPassword, ctx.user, 'newPassword')
  const user = await provePassword(ctx, currentPassword, 'currentPassword')
  const { hash, pepperVersion } = await ctx.passwords.hash(newPassword, ctx.signal())

  await inTransaction(ctx, async (ctx) => {
    // Keeps the password of a reset that came while this one was hashed.
    const isReplaced = await replacePassword(ctx.db, user.id, {
      replaces: user.passwordHash,
      passwordHash: hash,
      pepperVersion,
    })
    if (!isReplaced) throw wrongPassword('currentPassword')
    await ctx.sessions.endOthersOf(ctx.db, user.id, ctx.sessionId)
    await resetKnownDevices(ctx, user.id)
    await recordEvent(ctx, 'password-changed')
    await notify(ctx, { userId: user.id, notification: { kind: 'password-changed' } })
  })
  return { message: 'Your password is changed and your other sessions have ended.' }
}
