import type { TransactionRow } from '../../../db/queries/commerce.ts'
import { insertRefund, insertSurplusRefund, type RefundRow } from '../../../db/queries/payments.ts'
import type { Deps } from '../../context.ts'
import { newId } from '../../ids.ts'
import type { Money } from '../../schema.ts'

/** Puts in the books, in the database transaction that is going on, that money goes back for a line. A job sends it. */
export async function requestLineRefund(
  ctx: Deps,
  { id: transactionId, currency, provider, paymentReference }: TransactionRow,
  { position, amount, reason }: { position: number; amount: number; reason: string },
): Promise<void> {
  const refund = newRefund(ctx, {
    transactionId,
    linePosition: position,
    amount,
    currency,
    reason,
    provider: provider ?? 'manual',
    paymentReference,
  })
  await insertRefund(ctx.db, refund)
  await ctx.jobs.enqueue(ctx.db, 'send-refund', { refundId: refund.id })
}

/** For money that arrived without being owed. Asked for again it changes nothing. */
export async function requestSurplusRefund(
  ctx: Deps,
  { id: transactionId }: TransactionRow,
  surplus: { provider: string; paymentReference: string; amount: Money; reason: string },
): Promise<void> {
  const { amount, currency } = surplus.amount
  const { provider, paymentReference, reason } = surplus
  const refund = newRefund(ctx, { transactionId, linePosition: null, amount, currency, reason, provider, paymentReference })
  if (!(await insertSurplusRefund(ctx.db, refund))) return
  await ctx.jobs.enqueue(ctx.db, 'send-refund', { refundId: refund.id })
  ctx.log.error({ transactionId, provider, payment: paymentReference, reason }, 'money arrived that was not owed: it goes back')
}

type RefundContent = Omit<RefundRow, 'id' | 'status' | 'providerReference' | 'failure' | 'requestedAt' | 'settledAt'>

function newRefund({ now }: Deps, content: RefundContent): RefundRow {
  return { ...content, id: newId(), status: 'requested', providerReference: null, failure: null, requestedAt: now(), settledAt: null }
}
