import { deleteCartItems, listLines, moveLines, moveTransaction, type TransactionRow } from '../../../db/queries/commerce.ts'
import { putEnrollment } from '../../../db/queries/learning.ts'
import type { Deps } from '../../context.ts'

/** Gives what was bought: enrolls, empties the cart of it, and says so. In the transaction of what allows it. */
export async function fulfil(ctx: Deps, transaction: TransactionRow): Promise<TransactionRow> {
  const { id, userId, status } = transaction
  const at = ctx.now()
  const lines = await listLines(ctx.db, [id])

  for (const { courseId, versionId } of lines) {
    await putEnrollment(ctx.db, { userId, courseId, versionId, source: 'transaction', enrolledAt: at })
  }
  await deleteCartItems(
    ctx.db,
    userId,
    lines.map((line) => line.courseId),
  )
  await moveLines(ctx.db, id, 'fulfilled')
  const fulfilled = await moveTransaction(ctx.db, id, status, { status: 'fulfilled', fulfilledAt: at })
  if (fulfilled === undefined) throw new Error('The transaction changed while it was being fulfilled.')
  return fulfilled
}
