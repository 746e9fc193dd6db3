import { listPendingBefore } from '../../../db/queries/transactions.ts'
import { type Deps, inTransaction } from '../../context.ts'
import { giveUp } from './cancel-pending.ts'

const millisecondsToPay = 24 * 3_600_000
const atMost = 1_000

/** Gives up what nobody paid within a day; a part of it when there is very much. */
export async function expireTransactions(ctx: Deps): Promise<void> {
  const before = new Date(ctx.now().getTime() - millisecondsToPay)
  // One by one: who locks several at once may wait in a circle with a learner who buys.
  for (const id of await listPendingBefore(ctx.db, before, atMost))
    await inTransaction(ctx, (ctx) => giveUp(ctx, [id], 'expired'))
}
