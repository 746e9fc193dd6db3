import { deleteCartItems } from '../../../db/queries/cart.ts'
import { putEnrollment } from '../../../db/queries/enrollments.ts'
import {
  listLines,
  type TransactionLineRow,
  type TransactionRow,
  transitionLines,
  transitionTransaction,
} from '../../../db/queries/transactions.ts'
import type { Deps } from '../../context.ts'
import { recordEvent } from '../../security/audit.ts'

/** Gives at once what costs nothing, in the database transaction that opens it. */
export async function fulfilFree(ctx: Deps, transaction: TransactionRow): Promise<TransactionRow> {
  const lines = await listLines(ctx.db, [transaction.id])
  await giveLines(ctx, transaction, lines)
  const fulfilled = await transitionTransaction(ctx.db, transaction.id, 'pending', {
    status: 'fulfilled',
    fulfilledAt: ctx.now(),
  })
  return putOnRecord(ctx, fulfilled, lines)
}

export async function giveLines(
  ctx: Deps,
  { id, userId }: TransactionRow,
  lines: TransactionLineRow[],
): Promise<void> {
  if (userId === null || lines.length === 0) return
  for (const { courseId, versionId } of lines) {
    await putEnrollment(ctx.db, {
      userId,
      courseId,
      versionId,
      source: 'transaction',
      enrolledAt: ctx.now(),
    })
  }
  await deleteCartItems(
    ctx.db,
    userId,
    lines.map(({ courseId }) => courseId),
  )
  await transitionLines(
    ctx.db,
    id,
    lines.map(({ position }) => position),
    'fulfilled',
  )
}

export async function putOnRecord(
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
