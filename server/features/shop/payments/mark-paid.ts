import { insertPaymentEvent } from '../../../../db/queries/shop/payments.ts'
import { markTransactionPaid } from '../../../../db/queries/shop/transactions.ts'
import { type ActorDeps, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { refuseOwn } from '../../platform/admin/refuse-own.ts'
import { fulfillNow } from '../fulfillment/fulfill-paid.ts'
import { byHand } from '../refunds/request-refund.ts'
import { lockWithOwner } from '../transactions/lock-with-owner.ts'
import { bookPayment } from './accept-payment.ts'

const alreadyPaid = 'This transaction is already paid, or there was nothing to pay.'

/**
 * Records a full payment that the school received outside the payment provider. Its refunds are
 * made by hand too.
 */
export async function markPaid(
  ctx: ActorDeps,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const transaction = await lockWithOwner(ctx, id)
    if (transaction === undefined) throw new AppError('TransactionNotFound')
    refuseOwn(ctx, transaction.userId)
    if (transaction.totalAmount === 0) throw new AppError('InvalidFields', { message: alreadyPaid })
    const paid = await markTransactionPaid(ctx.db, id, {
      provider: byHand,
      paymentReference: null,
      paidAt: ctx.now(),
    })
    if (paid === undefined) throw new AppError('InvalidFields', { message: alreadyPaid })

    await insertPaymentEvent(ctx.db, {
      provider: byHand,
      eventId: id,
      kind: 'paid',
      type: 'marked by an operator',
      transactionId: id,
      paymentReference: null,
      amount: paid.totalAmount,
      currency: paid.currency,
      receivedAt: ctx.now(),
    })
    await recordEvent(ctx, 'transaction-marked-paid', {
      userId: paid.userId,
      details: { transactionId: id },
      reason,
    })
    await bookPayment(ctx, paid)
  })
  await fulfillNow(ctx, id)
}
