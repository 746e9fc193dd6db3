import type { TransactionRow } from '../../../db/queries/commerce.ts'
import { insertRefund, insertSurplusRefund, type RefundRow } from '../../../db/queries/payments.ts'
import type { ReversalRow } from '../../../db/queries/reversals.ts'
import type { Deps } from '../../context.ts'
import { newId } from '../../ids.ts'
import type { Money } from '../../schema.ts'

/** Who takes money that an administrator saw arrive, and gives back what went back by another way: the books say so, and nobody is asked. */
export const byHand = 'manual'

/** Puts in the books, in the database transaction that is going on, that money goes back for a line. A job sends it. */
export async function requestLineRefund(
  ctx: Deps,
  { id: transactionId, currency, provider, paymentReference }: TransactionRow,
  { position, amount, reason, isByHand = false }: { position: number; amount: number; reason: string; isByHand?: boolean },
): Promise<void> {
  const refund = newRefund(ctx, {
    transactionId,
    linePosition: position,
    amount,
    currency,
    reason,
    provider: isByHand ? byHand : (provider ?? byHand),
    paymentReference,
    reversalReference: null,
  })
  await insertRefund(ctx.db, refund)
  await ctx.jobs.enqueue(ctx.db, 'send-refund', { refundId: refund.id })
}

/** Puts in the books that money is gone without being asked for by us; nothing is sent. Answers the id of the refund. */
export async function requestBooking(
  ctx: Deps,
  { id: transactionId }: TransactionRow,
  { reversal, position, amount, reason }: { reversal: ReversalRow; position: number; amount: number; reason: string },
): Promise<string> {
  const { provider, paymentReference, currency, reference: reversalReference } = reversal
  const refund = newRefund(ctx, {
    ...{ transactionId, linePosition: position, amount, currency, reason, provider, paymentReference, reversalReference },
  })
  await insertRefund(ctx.db, refund)
  return refund.id
}

export interface Surplus {
  provider: string
  paymentReference: string
  amount: Money
  reason: string
}

/** For money that arrived without being owed. Asked for again it changes nothing, unless it failed; true when it is requested now. */
export async function requestSurplusRefund(ctx: Deps, { id: transactionId }: TransactionRow, surplus: Surplus): Promise<boolean> {
  const { amount, currency } = surplus.amount
  const { provider, paymentReference, reason } = surplus
  const refund = newRefund(ctx, {
    ...{ transactionId, linePosition: null, amount, currency, reason, provider, paymentReference, reversalReference: null },
  })
  if (!(await insertSurplusRefund(ctx.db, refund))) return false
  await ctx.jobs.enqueue(ctx.db, 'send-refund', { refundId: refund.id })
  return true
}

type RefundContent = Omit<RefundRow, 'id' | 'status' | 'providerReference' | 'failure' | 'requestedAt' | 'settledAt'>

function newRefund({ now }: Deps, content: RefundContent): RefundRow {
  return { ...content, id: newId(), status: 'requested', providerReference: null, failure: null, requestedAt: now(), settledAt: null }
}
