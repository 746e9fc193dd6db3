import { lockPasswordShared, type UserRow } from '../../../../db/queries/people/users/users.ts'
import { type Context, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { describeAccount } from '../accounts/describe-account.ts'
import { requireSecondFactor } from '../second-factors/require-second-factor.ts'
import { deviceOf } from './devices/device.ts'
import { rememberDevice } from './known-devices.ts'
import { notifyNewDevice } from './notify-new-device.ts'
import type { LoginResult } from './schema.ts'

interface Proven {
  /** Checks the first proof again once the user's row is locked. */
  stillHolds?: (ctx: Context) => Promise<boolean>
  /** Uses the second factor. If left out, an account that has one gets no session. */
  secondFactor?: (ctx: Context, user: UserRow) => Promise<void>
}

/**
 * Signs in a user who has proven who they are, by password or through a third party: the one place
 * where sessions begin.
 *
 * @throws AppError InvalidCredentials if the proof no longer holds, AccountSuspended,
 *   SecondFactorRequired
 */
export async function openSession(
  ctx: Context,
  user: UserRow,
  { stillHolds = async () => true, secondFactor = requireSecondFactor }: Proven = {},
): Promise<LoginResult> {
  const { id } = user
  if (user.suspendedAt !== null) throw new AppError('AccountSuspended')

  const session = await inTransaction(ctx, async (ctx) => {
    // Looks again, as a reset may have come while the password was compared: the session must not
    // outlive the password or email that opens it.
    if (!(await lockPasswordShared(ctx.db, user)) || !(await stillHolds(ctx)))
      throw new AppError('InvalidCredentials')
    await secondFactor(ctx, user)
    const device = deviceOf(ctx.userAgent)
    const isNewDevice = await rememberDevice(ctx, id, device)
    const notified = isNewDevice ? { isNotified: await notifyNewDevice(ctx, id, device) } : {}
    const details = { isNewDevice, ...notified }
    await recordEvent(ctx, 'login-succeeded', { userId: id, details })
    return ctx.sessions.open(ctx.db, id, { device, ip: ctx.ip })
  })
  ctx.sessions.noteSeen(ctx.db, id)
  const from = ctx.now()
  const until = new Date(from.getTime() + ctx.config.tokenTtlMilliseconds)

  const token = await ctx.tokens.issue({ userId: id, sessionId: session.id }, { from, until })
  return {
    token,
    tokenType: 'Bearer',
    expiresAt: until.toISOString(),
    user: describeAccount(user),
  }
}
