import {
  insertRefund,
  type RefundRow,
  transitionRefund,
} from '../../../../db/queries/shop/refunds.ts'
import type { Deps } from '../../../context.ts'
import { newRefund } from './request-refund.ts'

/**
 * Withdraws refunds that were recorded by hand, up to the amount, within the current database
 * transaction: the same money is booked as a reversal. The rest of the last one stays recorded.
 */
export async function withdrawNotedRefunds(
  ctx: Deps,
  noted: RefundRow[],
  amount: number,
): Promise<void> {
  let left = amount
  for (const refund of noted) {
    if (left === 0) return
    await transitionRefund(ctx.db, refund.id, ['succeeded'], {
      status: 'failed',
      failure: 'counted_at_provider',
      settledAt: ctx.now(),
    })
    const rest = refund.amount - Math.min(left, refund.amount)
    if (rest > 0) await recordRest(ctx, refund, rest)
    left -= refund.amount - rest
  }
}

async function recordRest(ctx: Deps, refund: RefundRow, amount: number): Promise<void> {
  const rest = newRefund(ctx, { ...refund, amount })
  await insertRefund(ctx.db, rest)
  await transitionRefund(ctx.db, rest.id, ['requested'], {
    status: 'succeeded',
    settledAt: refund.settledAt,
  })
}
