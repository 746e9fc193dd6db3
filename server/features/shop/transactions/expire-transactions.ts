import { listPendingBefore } from '../../../../db/queries/shop/transactions.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { forEachDue } from '../../platform/postponed/for-each-due.ts'
import { cancelPending } from './cancel-pending.ts'

const millisecondsToPay = 24 * 3_600_000
const batchSize = 1_000
/** Bounds a run: many seats may be held, and the next one comes an hour later. */
const millisecondsOfARun = 60_000

/** Expires transactions that nobody paid within a day. */
export async function expireTransactions(ctx: Deps): Promise<void> {
  const before = new Date(ctx.now().getTime() - millisecondsToPay)
  await forEachDue(ctx, {
    task: 'expire-transaction',
    list: () => listPendingBefore(ctx.db, { before, now: ctx.now(), limit: batchSize }),
    limit: batchSize,
    idOf: (id) => id,
    // Locks one by one: several at once could deadlock with a learner who is buying.
    work: (id) => inTransaction(ctx, (ctx) => cancelPending(ctx, [id], 'expired')),
    milliseconds: millisecondsOfARun,
  })
}
