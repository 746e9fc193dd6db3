import { type CourseRow, findPublishedCourses } from '../../../db/queries/catalogue.ts'
import {
  closePending,
  findTransactionOf,
  insertTransaction,
  listCartItems,
  listLines,
  listPendingWith,
  lockPurchasesOf,
  setPayment,
  type TransactionRow,
} from '../../../db/queries/commerce.ts'
import { findEnrolledAmong } from '../../../db/queries/learning.ts'
import { inTransaction, type UserContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { newId } from '../../ids.ts'
import type { Money } from '../../schema.ts'
import { fulfil } from './fulfil.ts'
import { sumOf } from './money.ts'
import { describeTransaction } from './read-transactions.ts'
import type { NewTransaction, Transaction } from './schema.ts'

/** What PostgreSQL's integer holds. */
const maxTotal = 2_147_483_647

export async function createTransaction(ctx: UserContext, { courseIds }: NewTransaction): Promise<Transaction> {
  await ctx.limits.take('transactionsPerAccount', ctx.user.id)

  const transaction = await inTransaction(ctx, async (ctx) => {
    await lockPurchasesOf(ctx.db, ctx.user.id)
    const order = await orderOf(ctx, courseIds)
    const pending = await findSamePending(ctx, order)
    ctx.outcome.created = pending === undefined
    return pending ?? openTransaction(ctx, order)
  })

  return describeTransaction(ctx, await withPayment(ctx, transaction))
}

interface Order {
  courses: CourseRow[]
  total: Money
}

/** The named courses, or those in the cart: all of them sold, none of them owned, in one currency. */
async function orderOf(ctx: UserContext, courseIds: string[] | undefined): Promise<Order> {
  const ids = [...new Set(courseIds ?? (await listCartItems(ctx.db, ctx.user.id)).map((item) => item.courseId))]
  if (ids.length === 0) {
    throw new AppError('MissingFields', { issues: [{ path: 'courseIds', message: 'is required, because your cart is empty' }] })
  }

  const found = new Map((await findPublishedCourses(ctx.db, ids)).map((course) => [course.id, course]))
  refuse(
    'CourseNotFound',
    courseIds,
    ids.filter((id) => !found.has(id)),
    'there is no such course',
  )
  refuse('AlreadyEnrolled', courseIds, await findEnrolledAmong(ctx.db, ctx.user.id, ids), 'you are already enrolled in it')

  const courses = ids.flatMap((id) => found.get(id) ?? [])
  const total = sumOf(courses.map(priceOf))
  if (total === undefined) throw refusalOfAll('are sold in different currencies: buy them one currency at a time')
  if (total.amount > maxTotal) throw refusalOfAll('cost too much for one transaction: buy them in several')
  return { courses, total }
}

function refusalOfAll(message: string): AppError {
  return new AppError('InvalidFields', { issues: [{ path: 'courseIds', message }] })
}

function refuse(name: 'CourseNotFound' | 'AlreadyEnrolled', courseIds: string[] | undefined, refused: string[], message: string): void {
  if (refused.length === 0) return
  throw new AppError(name, { issues: refused.map((id) => ({ path: `courseIds.${courseIds?.indexOf(id) ?? id}`, message })) })
}

/** The pending transaction for just these courses as they are sold today. Other pending ones that hold one of the courses are given up for the new one. */
async function findSamePending(ctx: UserContext, { courses, total }: Order): Promise<TransactionRow | undefined> {
  const pending = await listPendingWith(
    ctx.db,
    ctx.user.id,
    courses.map((course) => course.id),
  )
  const wanted = contentOf(courses)
  for (const transaction of pending) {
    const lines = await listLines(ctx.db, [transaction.id])
    if (contentOf(lines) === wanted && transaction.currency === total.currency) return transaction
  }

  await closePending(
    ctx.db,
    pending.map(({ id }) => id),
    'canceled',
  )
  return undefined
}

function contentOf(items: { versionId: string; priceAmount: number }[]): string {
  return items
    .map(({ versionId, priceAmount }) => `${versionId} ${priceAmount}`)
    .sort()
    .join('\n')
}

async function openTransaction(ctx: UserContext, { courses, total }: Order): Promise<TransactionRow> {
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
    createdAt: ctx.now(),
    paidAt: null,
    fulfilledAt: null,
  }
  const lines = courses.map((course, position) => ({
    transactionId: transaction.id,
    position,
    userId: ctx.user.id,
    courseId: course.id,
    versionId: course.versionId,
    title: course.title,
    priceAmount: course.priceAmount,
    currency: total.currency,
    status: 'open' as const,
  }))
  await insertTransaction(ctx.db, transaction, lines)
  return total.amount > 0 ? transaction : fulfil(ctx, transaction)
}

/** Asks the provider where to pay. Outside of the database transaction; after a crash in between, the next request asks again. */
async function withPayment(ctx: UserContext, transaction: TransactionRow): Promise<TransactionRow> {
  if (transaction.status !== 'pending' || transaction.checkoutUrl !== null || ctx.payments === undefined) return transaction

  const { reference: providerReference, checkoutUrl } = await ctx.payments
    .createPayment({
      transactionId: transaction.id,
      total: { amount: transaction.totalAmount, currency: transaction.currency },
      description: 'Courses',
    })
    .catch((cause: unknown) => {
      const message = 'The payment provider does not answer. Nothing was charged: try again in a moment.'
      throw new AppError('ServiceUnavailable', { message, retryAfterSeconds: 10, cause })
    })
  const payable = await setPayment(ctx.db, transaction.id, { providerReference, checkoutUrl })
  if (payable !== undefined) return payable
  // Settled or given up by another request while the provider was asked.
  return (await findTransactionOf(ctx.db, ctx.user.id, transaction.id)) ?? transaction
}

function priceOf({ priceAmount, priceCurrency }: CourseRow): Money {
  return { amount: priceAmount, currency: priceCurrency }
}
