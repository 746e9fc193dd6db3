import { countUnnotifiedDevices } from '../../../../db/queries/platform/audit.ts'
import type { Context } from '../../../context.ts'
import { isWithin } from '../../../security/budgets.ts'
import { createLimits } from '../../../security/limits.ts'
import { notify } from '../../platform/notifications/notify.ts'

/**
 * Mails the user, unless today's mails are used up; the next one then tells how many sign-ins it
 * skipped. Returns whether it mailed. Call it in the sign-in's transaction and record the result,
 * from which skipped ones are counted.
 */
export async function notifyNewDevice(
  ctx: Context,
  userId: string,
  device: string | null,
): Promise<boolean> {
  // Counts in the transaction: a failed sign-in uses up no mail.
  const limits = createLimits({ db: ctx.db, now: ctx.now, scale: ctx.config.rateLimitScale })
  if (!(await isWithin(limits, [['newDeviceNoticesPerAccount', userId]]))) return false

  const others = await countUnnotifiedDevices(ctx.db, userId)
  await notify(ctx, {
    userId,
    notification: { kind: 'new-device', device, ip: ctx.ip, others },
  })
  return true
}
