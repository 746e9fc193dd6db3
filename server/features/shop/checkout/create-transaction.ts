import { type CouponRow, lockCoupons } from '../../../../db/queries/shop/coupons.ts'
import { lockSeats } from '../../../../db/queries/shop/seats.ts'
import {
  insertTransaction,
  listLines,
  listPendingWithCourses,
  lockPurchasesOf,
  type TransactionRow,
} from '../../../../db/queries/shop/transactions.ts'
import { newId } from '../../../../lib/ids.ts'
import { isLoopbackPage } from '../../../../lib/loopback.ts'
import type { UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { performOnce } from '../../platform/idempotency/perform-once.ts'
import { requireTerms } from '../../platform/terms/accept-terms.ts'
import { findActiveCoupon } from '../coupons/find-coupon.ts'
import { redeemForPurchase } from '../coupons/redeem.ts'
import { fulfillFree } from '../fulfillment/fulfill.ts'
import { requireOpenEnrollment } from '../seats/require-open.ts'
import { cancelPending } from '../transactions/cancel-pending.ts'
import { endDueOf } from '../transactions/end-due.ts'
import {
  issuesOf,
  type Order,
  priceCart,
  priceOrder,
  refuseHigherTotal,
} from '../transactions/order.ts'
import { describeTransaction } from '../transactions/read-transactions.ts'
import type { CreateTransactionInput, Transaction } from '../transactions/schema.ts'
import { openCheckout } from './open-checkout.ts'

/** Buys courses, or enrolls in free ones. */
export function createTransaction(
  ctx: UserContext,
  input: CreateTransactionInput,
): Promise<Transaction> {
  refuseForeignReturnUrl(ctx, input)
  return performOnce(ctx, {
    input,
    prepare: async () =>
      input.couponCode === undefined ? undefined : findActiveCoupon(ctx, input.couponCode),
    effect: async (ctx, coupon) =>
      describeTransaction(ctx, await findOrInsertTransaction(ctx, input, coupon)),
    completion: {
      isDue: ({ status, checkoutUrl }) => status === 'pending' && checkoutUrl === undefined,
      complete: ({ id }) => openCheckout(ctx, id),
    },
  })
}

async function findOrInsertTransaction(
  ctx: UserContext,
  { courseIds, expectedTotal, returnUrl, acceptedTerms }: CreateTransactionInput,
  coupon: CouponRow | undefined,
): Promise<TransactionRow> {
  await lockPurchasesOf(ctx.db, ctx.user.id)
  await requireTerms(ctx, { userId: ctx.user.id, accepted: acceptedTerms })
  const order =
    courseIds === undefined && coupon === undefined
      ? await priceCart(ctx, expectedTotal)
      : await priceOrder(ctx, courseIds, coupon)
  refuseHigherTotal(order, expectedTotal)
  const pending = await listPendingWithCourses(
    ctx.db,
    ctx.user.id,
    order.lines.map(({ course }) => course.id),
  )
  const same = await findSame(ctx, order, { pending, returnUrl })
  ctx.outcome.created = same === undefined
  if (same !== undefined) return same

  const ordered = order.lines.map(({ course }) => course.id)
  await requireOpenEnrollment(ctx, {
    courseIds: ordered,
    issuesOf: (ids) => issuesOf(courseIds, ids, 'this course does not take learners now'),
  })
  await lockSeats(ctx.db, {
    courseIds: ordered,
    transactionIds: pending.map(({ id }) => id),
  })
  await endDueOf(ctx, { userId: ctx.user.id, courseIds: ordered })
  await cancelReplaced(ctx, order, pending)
  return insertOrder(ctx, order, returnUrl)
}

/**
 * Accepts exactly one of the configured pages, in development also any of this machine: whoever
 * pays must not be led elsewhere.
 */
function refuseForeignReturnUrl(
  { config }: UserContext,
  { returnUrl }: CreateTransactionInput,
): void {
  const allowed = [config.checkoutReturnUrl, ...config.checkoutReturnUrls]
  if (returnUrl === undefined || allowed.includes(returnUrl)) return
  if (config.loopbackReturnUrls && isLoopbackPage(returnUrl)) return
  const message =
    'is not one of the allowed return URLs: see checkout.returnUrls of GET /api/v1/config; the ' +
    'operator sets CHECKOUT_RETURN_URLS'
  throw new AppError('InvalidFields', { issues: [{ path: 'returnUrl', message }] })
}

/** Finds the pending transaction for exactly this order that returns to the same page. */
async function findSame(
  ctx: UserContext,
  { lines, coupon, total }: Order,
  { pending, returnUrl }: { pending: TransactionRow[]; returnUrl: string | undefined },
): Promise<TransactionRow | undefined> {
  const wanted = contentOf(
    lines.map(({ course, discountAmount }) => ({ ...course, discountAmount })),
  )
  for (const transaction of pending) {
    const isSame =
      transaction.currency === total.currency &&
      transaction.couponId === (coupon?.id ?? null) &&
      (returnUrl === undefined || transaction.returnUrl === returnUrl)
    if (isSame && contentOf(await listLines(ctx.db, [transaction.id])) === wanted)
      return transaction
  }
  return undefined
}

/** Cancels pending transactions that contain one of the courses: the new one replaces them. */
async function cancelReplaced(
  ctx: UserContext,
  order: Order,
  pending: TransactionRow[],
): Promise<void> {
  if (pending.length === 0) return
  const couponIds = [order.coupon?.id, ...pending.map(({ couponId }) => couponId)]
  await lockCoupons(
    ctx.db,
    couponIds.filter((id) => typeof id === 'string'),
  )
  await cancelPending(
    ctx,
    pending.map(({ id }) => id),
    'canceled',
  )
}

function contentOf(
  items: { versionId: string; priceAmount: number; discountAmount: number }[],
): string {
  return items
    .map(
      ({ versionId, priceAmount, discountAmount }) =>
        `${versionId} ${priceAmount} ${discountAmount}`,
    )
    .sort()
    .join('\n')
}

async function insertOrder(
  ctx: UserContext,
  { lines, coupon, total }: Order,
  returnUrl: string | undefined,
): Promise<TransactionRow> {
  if (total.amount > 0 && ctx.payments === undefined) {
    throw new AppError('ServiceUnavailable', {
      message: 'Payments are not available at the moment. You can still enroll in free courses.',
      retryAfterSeconds: 3600,
    })
  }

  await ctx.limits.within(ctx.db).take('newTransactionsPerAccountAndDay', ctx.user.id)
  const transaction: TransactionRow = {
    id: newId(),
    userId: ctx.user.id,
    status: 'pending',
    totalAmount: total.amount,
    currency: total.currency,
    provider: total.amount > 0 ? (ctx.payments?.name ?? null) : null,
    providerReference: null,
    checkoutUrl: null,
    // Stores it, also that of the settings: a checkout is requested again with the same parameters.
    returnUrl: returnUrl ?? ctx.config.checkoutReturnUrl,
    paymentReference: null,
    couponId: coupon?.id ?? null,
    createdAt: ctx.now(),
    paidAt: null,
    fulfilledAt: null,
  }
  await insertTransaction(
    ctx.db,
    transaction,
    lines.map(({ course, discountAmount }, position) => ({
      transactionId: transaction.id,
      position,
      userId: ctx.user.id,
      courseId: course.id,
      versionId: course.versionId,
      title: course.title,
      priceAmount: course.priceAmount,
      discountAmount,
      refundedAmount: 0,
      currency: total.currency,
      status: 'open' as const,
    })),
  )
  if (coupon !== undefined)
    await redeemForPurchase(ctx, coupon, {
      transactionId: transaction.id,
      userId: ctx.user.id,
      at: ctx.now(),
    })
  return total.amount > 0 ? transaction : fulfillFree(ctx, transaction)
}
