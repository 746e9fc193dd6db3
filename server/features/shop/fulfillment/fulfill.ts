import { findCorrectedVersion } from '../../../../db/queries/authoring/moves.ts'
import { deleteCartCoupon, deleteCartItems } from '../../../../db/queries/shop/cart.ts'
import {
  listLines,
  type TransactionLineRow,
  type TransactionRow,
  transitionLines,
  transitionTransaction,
} from '../../../../db/queries/shop/transactions.ts'
import type { Deps } from '../../../context.ts'
import { recordEvent } from '../../../security/audit.ts'

/** Fulfills a free transaction, within the database transaction that creates it. */
export async function fulfillFree(ctx: Deps, transaction: TransactionRow): Promise<TransactionRow> {
  const lines = await listLines(ctx.db, [transaction.id])
  await enrollLines(ctx, transaction, lines)
  const fulfilled = await transitionTransaction(ctx.db, transaction.id, 'pending', {
    status: 'fulfilled',
    fulfilledAt: ctx.now(),
  })
  return recordFulfillment(ctx, fulfilled, lines)
}

/** Enrolls the owner in the lines' courses, and takes them and the coupon out of the cart. */
export async function enrollLines(
  ctx: Deps,
  { id, userId, couponId }: TransactionRow,
  lines: TransactionLineRow[],
): Promise<void> {
  if (userId === null || lines.length === 0) return
  await transitionLines(
    ctx.db,
    id,
    lines.map(({ position }) => position),
    'fulfilled',
  )
  for (const { courseId, versionId } of lines) {
    await ctx.hooks.openEnrollment(ctx, {
      userId,
      courseId,
      // Gives those who pay later also a correction for everyone.
      versionId: await findCorrectedVersion(ctx.db, versionId),
    })
  }
  await deleteCartItems(
    ctx.db,
    userId,
    lines.map(({ courseId }) => courseId),
  )
  if (couponId !== null) await deleteCartCoupon(ctx.db, userId, couponId)
}

/** Writes the audit event of a transaction that has just been fulfilled. */
export async function recordFulfillment(
  ctx: Deps,
  fulfilled: TransactionRow | undefined,
  lines: TransactionLineRow[],
): Promise<TransactionRow> {
  if (fulfilled === undefined)
    throw new Error('The transaction changed while it was being fulfilled.')
  const { id: transactionId, userId } = fulfilled
  await recordEvent(ctx, 'purchase-fulfilled', {
    userId,
    details: { transactionId, courses: lines.length },
  })
  return fulfilled
}
