import { replacePassword } from '../../../db/queries/users.ts'
import { inTransaction, type UserContext } from '../../context.ts'
import { recordEvent } from '../../security/audit.ts'
import { resetKnownDevices } from '../auth/known-devices.ts'
import { refuseWeakPassword } from '../auth/password-rules.ts'
import type { Done } from '../auth/schema.ts'
import { notify } from '../notifications/notify.ts'
import { confirmPassword, wrongPassword } from './confirm-password.ts'
import type { PasswordChange } from './schema.ts'

/** Ends the other sessions, for one of them may be why the password is changed. */
export async function changePassword(
  ctx: UserContext,
  { currentPassword, newPassword }: PasswordChange,
): Promise<Done> {
  refuseWeakPassword(newPassword, ctx.user, 'newPassword')
  const user = await confirmPassword(ctx, currentPassword, 'currentPassword')
  const { hash, pepperVersion } = await ctx.passwords.hash(newPassword, ctx.signal)

  await inTransaction(ctx, async (ctx) => {
    // Hashing takes long enough for a reset to come between: what was set by it stays.
    const isReplaced = await replacePassword(ctx.db, user.id, {
      replaces: user.passwordHash,
      passwordHash: hash,
      pepperVersion,
    })
    if (!isReplaced) throw wrongPassword('currentPassword')
    await ctx.sessions.endOthersOf(ctx.db, user.id, ctx.sessionId)
    await resetKnownDevices(ctx, user.id)
    await recordEvent(ctx, 'password-changed')
    await notify(ctx, { userId: user.id, notice: { kind: 'password-changed' } })
  })
  return { message: 'Your password is changed, and your other sessions have ended.' }
}
