import {
  insertRefund,
  insertSurplusRefund,
  listSurplusPayments,
  type RefundRow,
  type SurplusPayment,
} from '../../../../db/queries/shop/refunds.ts'
import type { TransactionRow } from '../../../../db/queries/shop/transactions.ts'
import { newId } from '../../../../lib/ids.ts'
import type { Deps } from '../../../context.ts'

/** The provider of payments and refunds that an administrator records: nothing is sent. */
export const byHand = 'manual'

/**
 * Requests a refund for a line, within the current database transaction. A job sends it to the
 * provider.
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
 * Requests refunds of payments that arrived for the transaction without being owed, unless they are
 * refunded or about to be. Returns those requested now: a repeated call requests nothing, unless a
 * refund failed.
 */
export async function requestSurplusRefunds(
  ctx: Deps,
  { id: transactionId }: TransactionRow,
  { reason, isByHand = false }: { reason: string; isByHand?: boolean | undefined },
): Promise<SurplusPayment[]> {
  const requested: SurplusPayment[] = []
  for (const surplus of await listSurplusPayments(ctx.db, transactionId)) {
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

export function newRefund({ now }: Pick<Deps, 'now'>, content: RefundContent): RefundRow {
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
