import type { ReversalRow } from '../../../db/queries/refunds.ts'
import {
  insertRefund,
  insertSurplusRefund,
  listSurplus,
  type RefundRow,
  type Surplus,
} from '../../../db/queries/refunds.ts'
import type { TransactionRow } from '../../../db/queries/transactions.ts'
import type { Deps } from '../../context.ts'
import { newId } from '../../lib/ids.ts'

/**
 * Who takes money that an administrator saw arrive, and gives back what went back by another way:
 * the books say so, and nobody is asked.
 */
export const byHand = 'manual'

/**
 * Puts in the books, in the database transaction that is going on, that money goes back for a line.
 * A job sends it.
 */
export async function requestLineRefund(
  ctx: Deps,
  { id: transactionId, currency, provider, paymentReference }: TransactionRow,
  {
    position,
    amount,
    reason,
    isByHand = false,
  }: { position: number; amount: number; reason: string; isByHand?: boolean },
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

/**
 * Puts in the books that money is gone without being asked for by us; nothing is sent. Answers the
 * id of the refund.
 */
export async function requestBooking(
  ctx: Deps,
  { id: transactionId }: TransactionRow,
  {
    reversal,
    position,
    amount,
    reason,
  }: { reversal: ReversalRow; position: number; amount: number; reason: string },
): Promise<string> {
  const { provider, paymentReference, currency, reference: reversalReference } = reversal
  const refund = newRefund(ctx, {
    transactionId,
    linePosition: position,
    amount,
    currency,
    reason,
    provider,
    paymentReference,
    reversalReference,
  })
  await insertRefund(ctx.db, refund)
  return refund.id
}

/**
 * For money that arrived for a purchase without being owed, as far as it has neither gone back nor
 * is about to. Answers what is requested now: asked for again it changes nothing, unless it failed.
 */
export async function requestSurplusRefunds(
  ctx: Deps,
  { id: transactionId }: TransactionRow,
  { reason, isByHand = false }: { reason: string; isByHand?: boolean | undefined },
): Promise<Surplus[]> {
  const requested: Surplus[] = []
  for (const surplus of await listSurplus(ctx.db, transactionId)) {
    const refund = newRefund(ctx, {
      ...surplus,
      transactionId,
      linePosition: null,
      reason,
      reversalReference: null,
      provider: isByHand ? byHand : surplus.provider,
    })
    if (!(await insertSurplusRefund(ctx.db, refund))) continue
    await ctx.jobs.enqueue(ctx.db, 'send-refund', { refundId: refund.id })
    requested.push(surplus)
  }
  return requested
}

type RefundContent = Omit<
  RefundRow,
  'id' | 'status' | 'providerReference' | 'failure' | 'requestedAt' | 'settledAt'
>

function newRefund({ now }: Deps, content: RefundContent): RefundRow {
  return {
    ...content,
    id: newId(),
    status: 'requested',
    providerReference: null,
    failure: null,
    requestedAt: now(),
    settledAt: null,
  }
}
