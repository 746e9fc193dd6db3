import { type CouponRow, lockCoupons } from '../../../db/queries/coupons.ts'
import {
  findTransactionOf,
  insertTransaction,
  listLines,
  listPendingWith,
  lockPurchasesOf,
  setPayment,
  type TransactionRow,
} from '../../../db/queries/transactions.ts'
import { PaymentRefused } from '../../adapters/payments/payments.ts'
import { inTransaction, type UserContext } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { newId } from '../../lib/ids.ts'
import { formatMoney } from '../../lib/money.ts'
import { findTypedCoupon } from '../coupons/find-coupon.ts'
import { redeem } from '../coupons/redeem.ts'
import { performOnce } from '../idempotency/perform-once.ts'
import { giveUp } from './cancel-pending.ts'
import { fulfilFree } from './fulfil.ts'
import { lockWithOwner } from './lock-with-owner.ts'
import { type Order, orderOf, refuseHigherTotal } from './order.ts'
import { describeTransaction } from './read-transactions.ts'
import type { NewTransaction, Transaction } from './schema.ts'

export function createTransaction(ctx: UserContext, input: NewTransaction): Promise<Transaction> {
  return performOnce(ctx, {
    operation: 'transactions.create',
    input,
    prepare: async () => {
      await ctx.limits.take('transactionsPerAccount', ctx.user.id)
      return input.couponCode === undefined ? undefined : findTypedCoupon(ctx, input.couponCode)
    },
    effect: async (ctx, coupon) =>
      describeTransaction(ctx, await findOrOpenTransaction(ctx, input, coupon)),
    completion: {
      isDue: ({ status, checkoutUrl }) => status === 'pending' && checkoutUrl === undefined,
      complete: ({ id }) => askForPayment(ctx, id),
    },
  })
}

async function findOrOpenTransaction(
  ctx: UserContext,
  { courseIds, expectedTotal }: NewTransaction,
  coupon: CouponRow | undefined,
): Promise<TransactionRow> {
  await lockPurchasesOf(ctx.db, ctx.user.id)
  const order = await orderOf(ctx, courseIds, coupon)
  refuseHigherTotal(order, expectedTotal)
  const pending = await findSamePending(ctx, order)
  ctx.outcome.created = pending === undefined
  return pending ?? openTransaction(ctx, order)
}

async function askForPayment(ctx: UserContext, id: string): Promise<Transaction> {
  const transaction = await findTransactionOf(ctx.db, ctx.user.id, id)
  if (transaction === undefined) throw new AppError('TransactionNotFound')
  return describeTransaction(ctx, await withPayment(ctx, transaction))
}

/**
 * The pending transaction for just this order. Other pending ones that hold one of the courses are
 * given up for the new one.
 */
async function findSamePending(
  ctx: UserContext,
  order: Order,
): Promise<TransactionRow | undefined> {
  const pending = await listPendingWith(
    ctx.db,
    ctx.user.id,
    order.lines.map(({ course }) => course.id),
  )
  const wanted = contentOf(
    order.lines.map(({ course, discountAmount }) => ({ ...course, discountAmount })),
  )
  for (const transaction of pending) {
    const isSame =
      transaction.currency === order.total.currency &&
      transaction.couponId === (order.coupon?.id ?? null)
    if (isSame && contentOf(await listLines(ctx.db, [transaction.id])) === wanted)
      return transaction
  }

  if (pending.length === 0) return undefined
  await lockCoupons(
    ctx.db,
    [order.coupon?.id, ...pending.map(({ couponId }) => couponId)].filter(
      (id) => typeof id === 'string',
    ),
  )
  await giveUp(
    ctx,
    pending.map(({ id }) => id),
    'canceled',
  )
  return undefined
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

async function openTransaction(
  ctx: UserContext,
  { lines, coupon, total }: Order,
): Promise<TransactionRow> {
  if (total.amount > 0 && ctx.payments === undefined) {
    throw new AppError('ServiceUnavailable', {
      message: 'No payments are taken here at the moment; free courses can be enrolled in.',
      retryAfterSeconds: 3600,
    })
  }

  const transaction: TransactionRow = {
    id: newId(),
    userId: ctx.user.id,
    status: 'pending',
    totalAmount: total.amount,
    currency: total.currency,
    provider: total.amount > 0 ? (ctx.payments?.name ?? null) : null,
    providerReference: null,
    checkoutUrl: null,
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
    await redeem(ctx, coupon, { transactionId: transaction.id, userId: ctx.user.id, at: ctx.now() })
  return total.amount > 0 ? transaction : fulfilFree(ctx, transaction)
}

/**
 * Asks the provider where to pay. Outside of the database transaction; after a crash in between,
 * the next request asks again.
 */
async function withPayment(ctx: UserContext, transaction: TransactionRow): Promise<TransactionRow> {
  if (
    transaction.status !== 'pending' ||
    transaction.checkoutUrl !== null ||
    ctx.payments === undefined
  )
    return transaction

  const charged = (await listLines(ctx.db, [transaction.id])).map((line) => ({
    title: line.title,
    amount: line.priceAmount - line.discountAmount,
  }))
  const { reference: providerReference, checkoutUrl } = await ctx.payments
    .createPayment({
      transactionId: transaction.id,
      total: { amount: transaction.totalAmount, currency: transaction.currency },
      items: charged.filter(({ amount }) => amount > 0),
    })
    .catch(async (cause: unknown) => {
      if (cause instanceof PaymentRefused) {
        await inTransaction(ctx, async (ctx) => {
          await lockWithOwner(ctx, transaction.id)
          await giveUp(ctx, [transaction.id], 'failed')
        })
        throw refusalOfAmount(transaction)
      }
      const message =
        'The payment provider does not answer. Nothing was charged: try again in a moment.'
      throw new AppError('ServiceUnavailable', { message, retryAfterSeconds: 10, cause })
    })
  const payable = await setPayment(ctx.db, transaction.id, { providerReference, checkoutUrl })
  if (payable !== undefined) return payable
  // Settled or given up by another request while the provider was asked: nobody is to pay there.
  await ctx.jobs.enqueue(ctx.db, 'cancel-payment', {
    provider: ctx.payments.name,
    reference: providerReference,
  })
  return (await findTransactionOf(ctx.db, ctx.user.id, transaction.id)) ?? transaction
}

function refusalOfAmount({ totalAmount, currency }: TransactionRow): AppError {
  const message = `cost ${formatMoney({ amount: totalAmount, currency })}, which the payment provider does not take: buy more or fewer at once`
  return new AppError('InvalidFields', { issues: [{ path: 'courseIds', message }] })
}
