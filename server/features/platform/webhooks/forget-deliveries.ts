import { deleteDeliveriesBefore } from '../../../../db/queries/platform/webhooks/deliveries.ts'
import type { Deps } from '../../../context.ts'

const daysKept = 30

export async function forgetDeliveries({ db, now }: Deps): Promise<void> {
  await deleteDeliveriesBefore(db, new Date(now().getTime() - daysKept * 24 * 3_600_000))
}
