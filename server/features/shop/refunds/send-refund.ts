import { findRefund, type RefundRow } from '../../../../db/queries/shop/refunds.ts'
import type { RefundResult } from '../../../adapters/payments/types.ts'
import type { Deps } from '../../../context.ts'
import { byHand } from './request-refund.ts'
import { settleRefund } from './settle-refund.ts'

/**
 * Sends a refund to the provider, or asks for its status. Rejects if a retry may help; a repeated
 * call pays nothing more.
 */
export async function sendRefund(ctx: Deps, { refundId }: { refundId: string }): Promise<void> {
  const refund = await findRefund(ctx.db, refundId)
  if (refund?.status !== 'requested' && refund?.status !== 'sent') return

  const { status, reference, failure } = await refundAtProvider(ctx, refund)
  const { transactionId } = refund
  await settleRefund(ctx, {
    transactionId,
    refundId,
    status: status === 'pending' ? 'sent' : status,
    reference,
    failure,
  })
}

async function refundAtProvider(
  { payments }: Deps,
  { id, provider, paymentReference, amount, currency }: RefundRow,
): Promise<RefundResult> {
  if (provider === byHand) return { reference: null, status: 'succeeded' }
  if (paymentReference === null)
    return { reference: null, status: 'failed', failure: 'no_payment_reference' }
  if (payments?.name !== provider)
    throw new Error(`the payment provider ${provider} is not configured at the moment`)
  return payments.refund({ refundId: id, paymentReference, amount: { amount, currency } })
}
