import { lockCredentialsShared, type UserRow } from '../../../db/queries/users.ts'
import { type Context, inTransaction } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { recordEvent } from '../../security/audit.ts'
import { deviceOf } from './device.ts'
import { rememberDevice } from './known-devices.ts'
import { notifyNewDevice } from './notify-new-device.ts'
import type { Login } from './schema.ts'

/**
 * Signs the user in who has shown to be this one: by password or by a third party. `stillHolds`
 * looks, once the user is held, whether what it was shown with is still good.
 *
 * @throws AppError InvalidCredentials when it is not
 */
export async function openSession(
  ctx: Context,
  user: UserRow,
  stillHolds: (ctx: Context) => Promise<boolean> = async () => true,
): Promise<Login> {
  const { id, email, name, role } = user
  const session = await inTransaction(ctx, async (ctx) => {
    // Comparing takes long enough for a reset to come between: the session must not outlive the
    // password or the email that it was opened with.
    if (!(await lockCredentialsShared(ctx.db, user)) || !(await stillHolds(ctx)))
      throw new AppError('InvalidCredentials')
    const device = deviceOf(ctx.userAgent)
    const isNewDevice = await rememberDevice(ctx, id)
    const told = isNewDevice ? { isTold: await notifyNewDevice(ctx, id, device) } : {}
    await recordEvent(ctx, 'login-succeeded', {
      userId: id,
      details: { device, isNewDevice, ...told },
    })
    return ctx.sessions.open(ctx.db, id, { device, ip: ctx.ip })
  })
  const from = ctx.now()
  const until = new Date(from.getTime() + ctx.config.tokenTtlMilliseconds)

  const token = await ctx.tokens.issue({ userId: id, sessionId: session.id }, { from, until })
  return {
    token,
    tokenType: 'Bearer',
    expiresAt: until.toISOString(),
    user: { id, email, name, role },
  }
}
