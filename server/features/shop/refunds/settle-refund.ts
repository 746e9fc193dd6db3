import { type Deps, inTransaction } from '../../../context.ts'
import { bookReversals } from './book-reversals.ts'
import { type RefundUpdate, recordRefundStatus } from './record-refund-status.ts'

/**
 * Records the status of a refund that we requested. Once it is settled, it may be clear which lines
 * other reversals of the payment belong to: then books those too.
 */
export async function settleRefund(
  ctx: Deps,
  { transactionId, ...update }: RefundUpdate & { transactionId: string },
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await recordRefundStatus(ctx, update)
    if (update.status !== 'sent') await bookReversals(ctx, transactionId)
  })
}
