import { listOwnedAmong } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import { redeemCouponLate } from '../../../../db/queries/shop/coupons.ts'
import { lockSeats } from '../../../../db/queries/shop/seats.ts'
import {
  listCompetingLines,
  listUnsettledLines,
  type TransactionLineRow,
  type TransactionRow,
  transitionLines,
  transitionTransaction,
} from '../../../../db/queries/shop/transactions.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { describeCause } from '../../../errors/describe-cause.ts'
import { bookReversals } from '../refunds/book-reversals.ts'
import { requestLineRefund } from '../refunds/request-refund.ts'
import { cancelPending } from '../transactions/cancel-pending.ts'
import { endDueOf } from '../transactions/end-due.ts'
import { lockWithOwner } from '../transactions/lock-with-owner.ts'
import { enrollLines, recordFulfillment } from './fulfill.ts'

/**
 * Enrolls the learner in the courses that were paid for, and refunds those that can no longer be
 * given: courses that the learner got otherwise meanwhile, or all of them if the account or the
 * last use of the coupon is gone. Safe to repeat.
 */
export async function fulfillPaid(
  ctx: Deps,
  { transactionId }: { transactionId: string },
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const transaction = await lockWithOwner(ctx, transactionId)
    if (transaction?.status !== 'paid') return
    const lines = await listUnsettledLines(ctx.db, transactionId)
    const courseIds = lines.map(({ courseId }) => courseId)
    const replaced = await listReplaced(ctx, transaction, courseIds)
    await lockSeats(ctx.db, { courseIds, transactionIds: [transactionId, ...replaced] })
    if (transaction.userId !== null) await endDueOf(ctx, { userId: transaction.userId, courseIds })
    await cancelPending(ctx, replaced, 'canceled')
    const deliverable = await listDeliverable(ctx, transaction, lines)

    await enrollLines(ctx, transaction, deliverable)
    for (const line of lines)
      if (!deliverable.includes(line)) await refundLine(ctx, transaction, line)
    if (deliverable.length > 0) {
      const fulfilled = await transitionTransaction(ctx.db, transactionId, 'paid', {
        status: 'fulfilled',
        fulfilledAt: ctx.now(),
      })
      const { paidAt, fulfilledAt } = await recordFulfillment(ctx, fulfilled, deliverable)
      if (paidAt !== null && fulfilledAt !== null) {
        const seconds = (fulfilledAt.getTime() - paidAt.getTime()) / 1000
        ctx.afterCommit(() => ctx.metrics.paymentToAccess.observe(Math.max(0, seconds)))
      }
    }
    // Books reversals, because the provider may have reported a refund before the payment.
    await bookReversals(ctx, transactionId)
  })
}

/** Fulfills a paid transaction without waiting for its job, which retries what fails here. */
export async function fulfillNow(ctx: Deps, transactionId: string): Promise<void> {
  await fulfillPaid(ctx, { transactionId }).catch((error: unknown) => {
    ctx.log.warn(
      { transactionId, cause: describeCause(error) },
      'a paid transaction could not be fulfilled yet: a job retries it',
    )
  })
}

/** Lists transactions of the same courses that await payment: a paid one wins over them. */
async function listReplaced(
  { db }: Deps,
  { id, userId }: TransactionRow,
  courseIds: string[],
): Promise<string[]> {
  if (userId === null) return []
  const competing = { userId, courseIds, exceptTransactionId: id }
  return (await listCompetingLines(db, competing)).flatMap(({ status, transactionId }) =>
    status === 'open' ? transactionId : [],
  )
}

async function listDeliverable(
  ctx: Deps,
  { id, userId, couponId }: TransactionRow,
  lines: TransactionLineRow[],
): Promise<TransactionLineRow[]> {
  if (userId === null || lines.length === 0) return []
  const courseIds = lines.map((line) => line.courseId)
  const competing = { userId, courseIds, exceptTransactionId: id }
  const owned = await listOwnedAmong(ctx.db, { userId, courseIds, now: ctx.now() })
  const taken = new Set([
    ...[
      ...owned.filter(({ isForGood }) => isForGood),
      ...(await listCompetingLines(ctx.db, competing)),
    ].map(({ courseId }) => courseId),
  ])
  const deliverable = lines.filter(({ courseId }) => !taken.has(courseId))

  // Comes last: the coupon is used only if something is delivered, and the transactions just
  // canceled have returned their own use of it.
  const needsCoupon = couponId !== null && deliverable.some((line) => line.status === 'released')
  if (!needsCoupon) return deliverable
  const redemption = { couponId, transactionId: id, userId, at: ctx.now() }
  return (await redeemCouponLate(ctx.db, redemption)) ? deliverable : []
}

async function refundLine(
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
