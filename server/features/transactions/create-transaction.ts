import { type CourseRow, findPublishedCourses } from '../../../db/queries/catalogue.ts'
import {
  insertTransaction,
  listCartItems,
  listLines,
  listPendingWith,
  lockPurchasesOf,
  moveLines,
  moveTransaction,
  setPayment,
  type TransactionRow,
} from '../../../db/queries/commerce.ts'
import { findEnrolledAmong } from '../../../db/queries/learning.ts'
import { inTransaction, type UserContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { newId } from '../../ids.ts'
import { fulfil } from './fulfil.ts'
import { currencyOf, sumOf } from './money.ts'
import { describeTransaction } from './read-transactions.ts'
import type { NewTransaction, Transaction } from './schema.ts'

export async function createTransaction(ctx: UserContext, { courseIds }: NewTransaction): Promise<Transaction> {
  await ctx.limits.take('transactionsPerAccount', ctx.user.id)

  const transaction = await inTransaction(ctx, async (ctx) => {
    await lockPurchasesOf(ctx.db, ctx.user.id)
    const courses = await coursesToBuy(ctx, courseIds)
    const pending = await findSamePending(ctx, courses)
    if (pending !== undefined) {
      ctx.outcome.created = false
      return pending
    }
    return openTransaction(ctx, courses)
  })

  return describeTransaction(ctx, await withPayment(ctx, transaction))
}

/** The named courses, or those in the cart: all of them sold, none of them owned, in one currency. */
async function coursesToBuy(ctx: UserContext, courseIds: string[] | undefined): Promise<CourseRow[]> {
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
  if (currencyOf(courses.map(priceOf)) === undefined) {
    throw new AppError('InvalidFields', {
      issues: [{ path: 'courseIds', message: 'are sold in different currencies: buy them one currency at a time' }],
    })
  }
  return courses
}

function refuse(name: 'CourseNotFound' | 'AlreadyEnrolled', courseIds: string[] | undefined, refused: string[], message: string): void {
  if (refused.length === 0) return
  throw new AppError(name, { issues: refused.map((id) => ({ path: `courseIds.${courseIds?.indexOf(id) ?? id}`, message })) })
}

/** The pending transaction for just these courses at today's prices. Other pending ones that hold one of the courses are given up for the new one. */
async function findSamePending(ctx: UserContext, courses: CourseRow[]): Promise<TransactionRow | undefined> {
  const pending = await listPendingWith(
    ctx.db,
    ctx.user.id,
    courses.map((course) => course.id),
  )
  const wanted = contentOf(courses.map((course) => ({ ...course, courseId: course.id })))
  for (const transaction of pending) {
    const lines = await listLines(ctx.db, [transaction.id])
    if (contentOf(lines) === wanted) return transaction
  }

  for (const { id } of pending) {
    await moveTransaction(ctx.db, id, 'pending', { status: 'canceled' })
    await moveLines(ctx.db, id, 'released')
  }
  return undefined
}

function contentOf(items: { courseId: string; priceAmount: number }[]): string {
  return items
    .map(({ courseId, priceAmount }) => `${courseId} ${priceAmount}`)
    .sort()
    .join('\n')
}

async function openTransaction(ctx: UserContext, courses: CourseRow[]): Promise<TransactionRow> {
  const total = sumOf(courses.map(priceOf))
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

  const { reference: providerReference, checkoutUrl } = await ctx.payments.createPayment({
    transactionId: transaction.id,
    total: { amount: transaction.totalAmount, currency: transaction.currency },
    description: 'Courses',
  })
  await setPayment(ctx.db, transaction.id, { providerReference, checkoutUrl })
  return { ...transaction, providerReference, checkoutUrl }
}

function priceOf({ priceAmount, priceCurrency }: CourseRow) {
  return { amount: priceAmount, currency: priceCurrency }
}
