import { findRefund, type RefundRow } from '../../../db/queries/refunds.ts'
import type { RefundAnswer } from '../../adapters/payments/payments.ts'
import type { Deps } from '../../context.ts'
import { settleOwnRefund } from './book-reversals.ts'
import { byHand } from './request-refund.ts'

/**
 * Has the provider pay it back, or asks how it stands. Rejects where trying again may help; done
 * again it pays nothing more.
 */
export async function sendRefund(ctx: Deps, { refundId }: { refundId: string }): Promise<void> {
  const refund = await findRefund(ctx.db, refundId)
  if (refund?.status !== 'requested' && refund?.status !== 'sent') return

  const { status, reference, failure } = await payBack(ctx, refund)
  const { transactionId } = refund
  await settleOwnRefund(ctx, {
    transactionId,
    refundId,
    status: status === 'pending' ? 'sent' : status,
    reference,
    failure,
  })
}

async function payBack(
  { payments }: Deps,
  { id, provider, paymentReference, amount, currency }: RefundRow,
): Promise<RefundAnswer> {
  if (provider === byHand) return { reference: null, status: 'succeeded' }
  if (paymentReference === null)
    return { reference: null, status: 'failed', failure: 'no_payment_reference' }
  if (payments?.name !== provider)
    throw new Error(`payments are not taken by ${provider} at the moment`)
  return payments.refund({ refundId: id, paymentReference, amount: { amount, currency } })
}
