import { lockSeats } from '../../../../db/queries/shop/seats.ts'
import { closePendingTransactions } from '../../../../db/queries/shop/transactions.ts'
import type { Deps } from '../../../context.ts'

/**
 * Closes those transactions that are still pending, within the current database transaction, and
 * enqueues jobs that close their checkouts. A learner who has paid by then still gets the courses
 * or the money.
 */
export async function cancelPending(
  ctx: Deps,
  ids: string[],
  status: 'canceled' | 'failed' | 'expired',
): Promise<void> {
  if (ids.length === 0) return
  await lockSeats(ctx.db, { courseIds: [], transactionIds: ids })
  const closed = await closePendingTransactions(ctx.db, ids, status)
  for (const { provider, providerReference: reference } of closed) {
    if (provider !== null && reference !== null)
      await ctx.jobs.enqueue(ctx.db, 'cancel-payment', { provider, reference })
  }
}

/** Cancels it, as a job. Skips a provider that is no longer configured. */
export async function cancelPayment(
  { payments }: Deps,
  { provider, reference }: { provider: string; reference: string },
): Promise<void> {
  if (payments?.name === provider) await payments.cancelPayment(reference)
}
