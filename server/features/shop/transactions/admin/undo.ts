import { forgetEndOfPurchase } from '../../../../../db/queries/learning/enrollments/kept-ways.ts'
import { lockCoupons, returnCouponUse } from '../../../../../db/queries/shop/coupons.ts'
import { lockSeats } from '../../../../../db/queries/shop/seats.ts'
import {
  listLines,
  type TransactionLineRow,
  type TransactionRow,
  transitionLines,
  transitionTransaction,
} from '../../../../../db/queries/shop/transactions.ts'
import { type Deps, inTransaction } from '../../../../context.ts'
import { AppError } from '../../../../errors/errors.ts'
import { changeOf } from '../../../../security/audit/details.ts'
import { recordEvent } from '../../../../security/audit.ts'
import { lockWithOwner } from '../lock-with-owner.ts'
import { describeForAdmin } from './describe.ts'
import type { AdminTransaction, UndoTransactionInput } from './schema.ts'

/**
 * Takes back what a purchase without money gave: access to all of its courses, or some. Progress
 * and certificates stay, as after a refund. A coupon regains its use once no course is left.
 * Repeating it changes nothing.
 *
 * @throws TransactionNotFound, TransactionNotFree
 */
export async function undoFreeTransaction(
  ctx: Deps,
  { transactionId: id, courseIds }: UndoTransactionInput,
): Promise<AdminTransaction> {
  return inTransaction(ctx, async (ctx) => {
    const transaction = await lockWithOwner(ctx, id)
    if (transaction === undefined) throw new AppError('TransactionNotFound')
    if (transaction.totalAmount > 0) throw new AppError('TransactionNotFree')

    await lockSeats(ctx.db, { courseIds: [], transactionIds: [id] })
    const lines = await listLines(ctx.db, [id])
    const ended = chosenOf(lines, courseIds).filter(({ status }) => status === 'fulfilled')
    const left = lines.filter((line) => line.status === 'fulfilled' && !ended.includes(line))
    await endLines(ctx, transaction, ended)
    if (left.length === 0 || ended.length > 0)
      await close(ctx, transaction, {
        status: left.length === 0 ? 'refunded' : 'partially_refunded',
        courses: ended.length,
      })
    return describeForAdmin(ctx, id)
  })
}

function chosenOf(
  lines: TransactionLineRow[],
  courseIds: string[] | undefined,
): TransactionLineRow[] {
  if (courseIds === undefined) return lines
  const issues = courseIds.flatMap((courseId, index) =>
    lines.some((line) => line.courseId === courseId)
      ? []
      : [{ path: `courseIds.${index}`, message: 'is not a course of this transaction' }],
  )
  if (issues.length > 0) throw new AppError('InvalidFields', { issues })
  return lines.filter(({ courseId }) => courseIds.includes(courseId))
}

async function endLines(
  ctx: Deps,
  { id, userId }: TransactionRow,
  lines: TransactionLineRow[],
): Promise<void> {
  if (lines.length === 0) return
  const positions = lines.map(({ position }) => position)
  await transitionLines(ctx.db, id, positions, 'refunded')
  if (userId === null) return
  for (const { courseId } of lines) {
    await forgetEndOfPurchase(ctx.db, { userId, courseId })
    await ctx.hooks.settleAccess(ctx, { userId, courseId })
  }
}

async function close(
  ctx: Deps,
  { id, userId, couponId, status: before }: TransactionRow,
  { status, courses }: { status: 'refunded' | 'partially_refunded'; courses: number },
): Promise<void> {
  if (before === 'fulfilled') await transitionTransaction(ctx.db, id, before, { status })
  if (before === 'partially_refunded' && status === 'refunded')
    await transitionTransaction(ctx.db, id, before, { status })
  if (courses === 0 && before === status) return

  if (status === 'refunded' && couponId !== null) {
    await lockCoupons(ctx.db, [couponId])
    await returnCouponUse(ctx.db, id)
  }
  await recordEvent(ctx, 'transaction-undone', {
    userId,
    details: { transactionId: id, courses, ...changeOf({ status: before }, { status }) },
  })
}
