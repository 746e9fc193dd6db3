import { countUntoldDevices } from '../../../db/queries/audit.ts'
import type { Context } from '../../context.ts'
import { isWithin } from '../../security/budgets.ts'
import { createLimits } from '../../security/limits.ts'
import { notify } from '../notifications/notify.ts'

/**
 * Tells the user by mail, unless there were enough of these mails today: how many sign-ins were not
 * told of is then in the next one. True when it is told. For the transaction of the sign-in, which
 * the record of it has to follow: what is not told is counted there.
 */
export async function notifyNewDevice(
  ctx: Context,
  userId: string,
  device: string | null,
): Promise<boolean> {
  // In the transaction: a sign-in that comes to nothing uses up no mail.
  const limits = createLimits({ db: ctx.db, now: ctx.now, scale: ctx.config.rateLimitScale })
  if (!(await isWithin(limits, [['newDeviceNoticesPerAccount', userId]]))) return false

  const others = await countUntoldDevices(ctx.db, userId)
  await notify(ctx, {
    userId,
    notice: { kind: 'new-device', device, ip: ctx.ip, others },
  })
  return true
}
