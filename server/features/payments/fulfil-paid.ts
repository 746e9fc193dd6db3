import { redeemCouponLate } from '../../../db/queries/coupons.ts'
import { findEnrolledAmong } from '../../../db/queries/enrollments.ts'
import {
  listLiveLines,
  listUnsettledLines,
  type TransactionLineRow,
  type TransactionRow,
  transitionLines,
  transitionTransaction,
} from '../../../db/queries/transactions.ts'
import { type Deps, inTransaction } from '../../context.ts'
import { bookReversals } from '../refunds/book-reversals.ts'
import { requestLineRefund } from '../refunds/request-refund.ts'
import { giveUp } from '../transactions/cancel-pending.ts'
import { giveLines, putOnRecord } from '../transactions/fulfil.ts'
import { lockWithOwner } from '../transactions/lock-with-owner.ts'

/**
 * Gives what was paid for, and the money back for what cannot be given any more: what the learner
 * has got in another way meanwhile, or all of it when the account or the last use of the coupon is
 * gone. Done again it changes nothing.
 */
export async function fulfilPaid(
  ctx: Deps,
  { transactionId }: { transactionId: string },
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const transaction = await lockWithOwner(ctx, transactionId)
    if (transaction?.status !== 'paid') return
    const lines = await listUnsettledLines(ctx.db, transactionId)
    const givable = await listGivable(ctx, transaction, lines)

    await giveLines(ctx, transaction, givable)
    for (const line of lines) if (!givable.includes(line)) await giveBack(ctx, transaction, line)
    if (givable.length > 0) {
      const fulfilled = await transitionTransaction(ctx.db, transactionId, 'paid', {
        status: 'fulfilled',
        fulfilledAt: ctx.now(),
      })
      await putOnRecord(ctx, fulfilled, givable)
    }
    // The provider may have told of a refund before it told of the payment.
    await bookReversals(ctx, transactionId)
  })
}

async function listGivable(
  ctx: Deps,
  { id, userId, couponId }: TransactionRow,
  lines: TransactionLineRow[],
): Promise<TransactionLineRow[]> {
  if (userId === null || lines.length === 0) return []
  const courseIds = lines.map((line) => line.courseId)
  const rivals = { userId, courseIds, besides: id }
  // What is paid comes before what is still to be paid.
  const open = (await listLiveLines(ctx.db, rivals)).filter(({ status }) => status === 'open')
  await giveUp(
    ctx,
    open.map(({ transactionId }) => transactionId),
    'canceled',
  )
  const taken = new Set([
    ...(await findEnrolledAmong(ctx.db, userId, courseIds)),
    ...(await listLiveLines(ctx.db, rivals)).map(({ courseId }) => courseId),
  ])
  const givable = lines.filter(({ courseId }) => !taken.has(courseId))

  // Last, because the use of a coupon counts only where something is given for it, and what was
  // closed has given its own back.
  const needsCoupon = couponId !== null && givable.some((line) => line.status === 'released')
  if (
    needsCoupon &&
    !(await redeemCouponLate(ctx.db, { couponId, transactionId: id, userId, at: ctx.now() }))
  )
    return []
  return givable
}

async function giveBack(
  ctx: Deps,
  transaction: TransactionRow,
  line: TransactionLineRow,
): Promise<void> {
  if (line.status === 'open')
    await transitionLines(ctx.db, line.transactionId, [line.position], 'released')
  const amount = line.priceAmount - line.discountAmount
  if (amount === 0) return
  const reason = 'The course could not be given any more when the money arrived'
  await requestLineRefund(ctx, transaction, { position: line.position, amount, reason })
}
