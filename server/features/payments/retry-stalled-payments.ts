import { listUnfinishedRefundsBefore } from '../../../db/queries/refunds.ts'
import { listUnfulfilledPaidBefore } from '../../../db/queries/transactions.ts'
import type { Deps } from '../../context.ts'

const atMost = 1_000
const millisecondsForOthers = 30 * 60_000

/**
 * Begins anew with money whose jobs have given up: what is paid is given, and what is owed goes
 * back, until it succeeds.
 */
export async function retryStalledPayments({
  db,
  jobs,
  now,
}: Pick<Deps, 'db' | 'jobs' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - millisecondsForOthers)
  for (const transactionId of await listUnfulfilledPaidBefore(db, before, atMost))
    await jobs.enqueue(db, 'fulfil-transaction', { transactionId })
  for (const refundId of await listUnfinishedRefundsBefore(db, before, atMost))
    await jobs.enqueue(db, 'send-refund', { refundId })
}
