import { closePending } from '../../../db/queries/transactions.ts'
import type { Deps } from '../../context.ts'

/**
 * Closes those of the transactions that are still pending, in the database transaction that is
 * going on, and has a job see to it that nobody pays for them. Who has paid by then is given the
 * courses or the money all the same.
 */
export async function giveUp(
  ctx: Deps,
  ids: string[],
  status: 'canceled' | 'failed' | 'expired',
): Promise<void> {
  for (const { provider, providerReference: reference } of await closePending(
    ctx.db,
    ids,
    status,
  )) {
    if (provider !== null && reference !== null)
      await ctx.jobs.enqueue(ctx.db, 'cancel-payment', { provider, reference })
  }
}

/** The job. A provider that takes no payments any more is not asked. */
export async function cancelPayment(
  { payments }: Deps,
  { provider, reference }: { provider: string; reference: string },
): Promise<void> {
  if (payments?.name === provider) await payments.cancelPayment(reference)
}
