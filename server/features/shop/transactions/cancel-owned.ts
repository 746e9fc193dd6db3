import { findOwnedAmong } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import { listPendingOfOpened } from '../../../../db/queries/shop/transactions.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { forEachDue } from '../../platform/postponed/for-each-due.ts'
import { cancelPending } from './cancel-pending.ts'
import { lockWithOwner } from './lock-with-owner.ts'

const canceledAtOnce = 500

/**
 * The job: cancels purchases of what a program has opened to their buyers for good. Does not run at
 * the opening, which holds enrollments: freeing seats then could deadlock with other purchases.
 */
export async function cancelOpened(ctx: Deps): Promise<void> {
  await forEachDue(ctx, {
    task: 'cancel-opened',
    list: () => listPendingOfOpened(ctx.db, { now: ctx.now(), limit: canceledAtOnce }),
    limit: canceledAtOnce,
    idOf: ({ transactionId, courseId }) => `${transactionId} ${courseId}`,
    work: (purchase) => inTransaction(ctx, (ctx) => cancelIfOwned(ctx, purchase)),
  })
}

/** Cancels a pending purchase of a course that the buyer has for good; true if it did. */
export async function cancelIfOwned(
  ctx: Deps,
  { transactionId, courseId }: { transactionId: string; courseId: string },
): Promise<boolean> {
  const transaction = await lockWithOwner(ctx, transactionId)
  if (transaction?.status !== 'pending' || transaction.userId === null) return false
  const owned = await findOwnedAmong(ctx.db, {
    userId: transaction.userId,
    courseIds: [courseId],
    now: ctx.now(),
  })
  if (owned.length > 0) await cancelPending(ctx, [transaction.id], 'canceled')
  return owned.length > 0
}
