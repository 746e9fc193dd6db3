import { listUnfinishedRefundsBefore } from '../../../../db/queries/shop/refunds.ts'
import { listUnfulfilledPaidBefore } from '../../../../db/queries/shop/transactions.ts'
import type { Deps } from '../../../context.ts'

const batchSize = 1_000
const millisecondsUntilStalled = 30 * 60_000

/**
 * Enqueues new jobs for paid transactions and refunds whose own jobs have run out of retries, until
 * they succeed.
 */
export async function retryStalledPayments(
  { db, jobs, now }: Pick<Deps, 'db' | 'jobs' | 'now'>,
  stalledFor = millisecondsUntilStalled,
): Promise<void> {
  const before = new Date(now().getTime() - stalledFor)
  for (const transactionId of await listUnfulfilledPaidBefore(db, before, batchSize))
    await jobs.enqueue(db, 'fulfill-transaction', { transactionId })
  for (const refundId of await listUnfinishedRefundsBefore(db, before, batchSize))
    await jobs.enqueue(db, 'send-refund', { refundId })
}
