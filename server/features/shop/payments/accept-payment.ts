import { isPaidBack } from '../../../../db/queries/shop/refunds.ts'
import {
  markTransactionPaid,
  type TransactionRow,
} from '../../../../db/queries/shop/transactions.ts'
import type { PaymentEvent } from '../../../adapters/payments/types.ts'
import type { Deps } from '../../../context.ts'
import { issueReceiptAndNotify } from '../receipts/notify-buyer.ts'
import { requestSurplusRefunds } from '../refunds/request-refund.ts'

interface Payment {
  provider: string
  event: Extract<PaymentEvent, { kind: 'paid' }>
  transaction: TransactionRow | undefined
}

/**
 * Marks the transaction as paid and returns its id. A payment not owed is refunded; then the result
 * is undefined.
 */
export async function acceptPayment(
  ctx: Deps,
  { provider, event, transaction }: Payment,
): Promise<string | undefined> {
  const { paymentReference, amount } = event
  if (transaction === undefined) {
    ctx.log.error(
      { provider, payment: paymentReference },
      'a payment arrived for an unknown transaction: look it up at the provider',
    )
    return undefined
  }
  const { id, totalAmount, currency } = transaction
  if (amount.amount !== totalAmount || amount.currency !== currency)
    return refundUnexpected(ctx, transaction, 'Not the amount that was owed')
  // Refunds it, as another event has reported this payment differently.
  if (await isPaidBack(ctx.db, paymentReference))
    return refundUnexpected(ctx, transaction, 'Paid back before')

  const paid = await markTransactionPaid(ctx.db, id, {
    provider,
    paymentReference,
    paidAt: ctx.now(),
  })
  if (paid === undefined) return refundUnexpected(ctx, transaction, 'Paid twice')
  await bookPayment(ctx, paid)
  return id
}

/**
 * Enqueues the fulfillment, issues the receipt and notifies the buyer. Call it last in the database
 * transaction that marks the transaction as paid.
 */
export async function bookPayment(ctx: Deps, paid: TransactionRow): Promise<void> {
  await ctx.jobs.enqueue(ctx.db, 'fulfill-transaction', { transactionId: paid.id })
  await issueReceiptAndNotify(ctx, paid)
}

/** Refunds it, unless the event repeats the payment that is known already. */
async function refundUnexpected(
  ctx: Deps,
  transaction: TransactionRow,
  reason: string,
): Promise<undefined> {
  const refunded = await requestSurplusRefunds(ctx, transaction, { reason })
  for (const { provider, paymentReference: payment } of refunded) {
    ctx.afterCommit(() => {
      ctx.log.error(
        { transactionId: transaction.id, provider, payment, reason },
        'a payment arrived that was not owed: it is being refunded',
      )
    })
  }
}
