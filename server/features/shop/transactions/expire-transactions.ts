import { listPendingBefore } from '../../../../db/queries/shop/transactions.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { cancelPending } from './cancel-pending.ts'

const millisecondsToPay = 24 * 3_600_000
const batchSize = 1_000

/** Expires transactions that nobody paid within a day, one batch at a time. */
export async function expireTransactions(ctx: Deps): Promise<void> {
  const before = new Date(ctx.now().getTime() - millisecondsToPay)
  // One by one: locking several at once could deadlock with a learner who is buying.
  for (const id of await listPendingBefore(ctx.db, before, batchSize))
    await inTransaction(ctx, (ctx) => cancelPending(ctx, [id], 'expired'))
}
