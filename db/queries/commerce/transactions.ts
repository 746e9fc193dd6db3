import { and, asc, desc, eq, gte, inArray, lt, ne, sql } from 'drizzle-orm'
import type { Db } from '../../client.ts'
import { users } from '../../schema/accounts/users.ts'
import { receipts } from '../../schema/commerce/receipts.ts'
import { refunds, reversals } from '../../schema/commerce/refunds.ts'
import { transactionLines, transactions } from '../../schema/commerce/transactions.ts'
import { statusesBefore, type transactionTransitions } from '../../transitions.ts'

export type TransactionRow = typeof transactions.$inferSelect
export type TransactionLineRow = typeof transactionLines.$inferSelect

/**
 * A lock for each user: whatever fills the cart, buys or enrolls waits here for the others until
 * the end of the transaction.
 */
export async function lockPurchasesOf(db: Db, userId: string): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

export async function insertTransaction(
  db: Db,
  transaction: TransactionRow,
  lines: TransactionLineRow[],
): Promise<void> {
  await db.insert(transactions).values(transaction)
  await db.insert(transactionLines).values(lines)
}

/** All pending transactions of the user. */
export async function listPendingOf(db: Db, userId: string): Promise<string[]> {
  const found = await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(eq(transactions.userId, userId), eq(transactions.status, 'pending')))
  return found.map(({ id }) => id)
}

/** Pending transactions of the user that contain one of the courses. */
export async function listPendingWithCourses(
  db: Db,
  userId: string,
  courseIds: string[],
): Promise<TransactionRow[]> {
  const holders = db
    .select({ id: transactionLines.transactionId })
    .from(transactionLines)
    .where(
      and(
        eq(transactionLines.userId, userId),
        eq(transactionLines.status, 'open'),
        sql`${transactionLines.courseId} = any(${sql.param(courseIds)}::uuid[])`,
      ),
    )
  return db
    .select()
    .from(transactions)
    .where(and(eq(transactions.status, 'pending'), sql`${transactions.id} in ${holders}`))
}

/** Transactions older than `before`, newest first. */
export async function listTransactions(
  db: Db,
  { userId, before, limit }: { userId: string; before: string | undefined; limit: number },
): Promise<TransactionRow[]> {
  return db
    .select()
    .from(transactions)
    .where(
      and(
        eq(transactions.userId, userId),
        before === undefined ? undefined : lt(transactions.id, before),
      ),
    )
    .orderBy(desc(transactions.id))
    .limit(limit)
}

/** The transaction, if it is this user's. */
export async function findTransactionOf(
  db: Db,
  userId: string,
  id: string,
): Promise<TransactionRow | undefined> {
  const [transaction] = await db
    .select()
    .from(transactions)
    .where(and(eq(transactions.id, id), eq(transactions.userId, userId)))
  return transaction
}

export async function listLines(db: Db, transactionIds: string[]): Promise<TransactionLineRow[]> {
  return db
    .select()
    .from(transactionLines)
    .where(sql`${transactionLines.transactionId} = any(${sql.param(transactionIds)}::uuid[])`)
    .orderBy(asc(transactionLines.transactionId), asc(transactionLines.position))
}

/** Changes the status; undefined when it is not (or no longer) `from`. */
export async function transitionTransaction<From extends TransactionRow['status']>(
  db: Db,
  id: string,
  from: From,
  to: { status: (typeof transactionTransitions)[From][number]; fulfilledAt?: Date },
): Promise<TransactionRow | undefined> {
  const [moved] = await db
    .update(transactions)
    .set(to)
    .where(and(eq(transactions.id, id), eq(transactions.status, from)))
    .returning()
  return moved
}

/** Marks it as paid, even if it is closed already; undefined when it was paid before. */
export async function markTransactionPaid(
  db: Db,
  id: string,
  payment: { provider: string; paymentReference: string | null; paidAt: Date },
): Promise<TransactionRow | undefined> {
  const [paid] = await db
    .update(transactions)
    .set({ ...payment, status: 'paid' })
    .where(and(eq(transactions.id, id), inArray(transactions.status, statusesBefore('paid'))))
    .returning()
  return paid
}

/** Locks the transaction until the end of the database transaction. */
export async function lockTransaction(db: Db, id: string): Promise<TransactionRow | undefined> {
  const [transaction] = await db
    .select()
    .from(transactions)
    .where(eq(transactions.id, id))
    .for('no key update')
  return transaction
}

export async function findTransaction(db: Db, id: string): Promise<TransactionRow | undefined> {
  const [transaction] = await db.select().from(transactions).where(eq(transactions.id, id))
  return transaction
}

export async function transitionLines(
  db: Db,
  transactionId: string,
  positions: number[],
  status: TransactionLineRow['status'],
): Promise<void> {
  await db
    .update(transactionLines)
    .set({ status })
    .where(
      and(
        eq(transactionLines.transactionId, transactionId),
        inArray(transactionLines.position, positions),
      ),
    )
}

/**
 * Closes those of the transactions that are still pending, releases their courses to be bought
 * again, and returns the uses of their coupons. Returns the payments of those that it closed.
 */
export async function closePendingTransactions(
  db: Db,
  ids: string[],
  status: 'canceled' | 'failed' | 'expired',
): Promise<Pick<TransactionRow, 'provider' | 'providerReference'>[]> {
  if (ids.length === 0) return []
  const { rows } = await db.execute<Pick<TransactionRow, 'provider' | 'providerReference'>>(sql`
    with closed as (
      update transactions set status = ${status}
      where id = any(${sql.param(ids)}::uuid[]) and status = 'pending'
      returning id, provider, provider_reference
    ), released as (
      update transaction_lines set status = 'released' from closed where transaction_id = closed.id
    ), unredeemed as (
      delete from coupon_redemptions using closed where transaction_id = closed.id
      returning coupon_id
    ), returned as (
      update coupons set uses = coupons.uses - counted.count
      from (select coupon_id, count(*)::int as count from unredeemed group by coupon_id) as counted
      where coupons.id = counted.coupon_id
    )
    select provider, provider_reference as "providerReference" from closed`)
  return rows
}

/** Open and fulfilled lines of the user for the courses, in all transactions but one. */
export async function listCompetingLines(
  db: Db,
  {
    userId,
    courseIds,
    exceptTransactionId,
  }: { userId: string; courseIds: string[]; exceptTransactionId: string },
): Promise<TransactionLineRow[]> {
  return db
    .select()
    .from(transactionLines)
    .where(
      and(
        eq(transactionLines.userId, userId),
        inArray(transactionLines.courseId, courseIds),
        inArray(transactionLines.status, ['open', 'fulfilled']),
        ne(transactionLines.transactionId, exceptTransactionId),
      ),
    )
}

/** The line by which the user has the course, bought or free; undefined if there is none. */
export async function findFulfilledLine(
  db: Db,
  { userId, courseId }: { userId: string; courseId: string },
): Promise<TransactionLineRow | undefined> {
  const [line] = await db
    .select()
    .from(transactionLines)
    .where(
      and(
        eq(transactionLines.userId, userId),
        eq(transactionLines.courseId, courseId),
        eq(transactionLines.status, 'fulfilled'),
      ),
    )
  return line
}

/** Those of the courses that the user has paid for and is about to get. */
export async function findPaidAmong(
  db: Db,
  userId: string,
  courseIds: string[],
): Promise<string[]> {
  const found = await db
    .select({ courseId: transactionLines.courseId })
    .from(transactionLines)
    .innerJoin(
      transactions,
      and(eq(transactions.id, transactionLines.transactionId), eq(transactions.status, 'paid')),
    )
    .where(
      and(
        eq(transactionLines.userId, userId),
        eq(transactionLines.status, 'open'),
        sql`${transactionLines.courseId} = any(${sql.param(courseIds)}::uuid[])`,
      ),
    )
  return found.map(({ courseId }) => courseId)
}

/** Transactions paid before that have a line neither fulfilled nor being refunded, oldest first. */
export async function listUnfulfilledPaidBefore(
  db: Db,
  before: Date,
  limit: number,
): Promise<string[]> {
  const unsettled = sql`exists (
    select from ${transactionLines}
    where ${transactionLines.transactionId} = ${transactions.id} and ${isUnsettled})`
  const found = await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(eq(transactions.status, 'paid'), lt(transactions.paidAt, before), unsettled))
    .orderBy(asc(transactions.paidAt))
    .limit(limit)
  return found.map(({ id }) => id)
}

/** Lines of a paid transaction that are neither fulfilled nor being refunded. */
export async function listUnsettledLines(
  db: Db,
  transactionId: string,
): Promise<TransactionLineRow[]> {
  return db
    .select()
    .from(transactionLines)
    .where(and(eq(transactionLines.transactionId, transactionId), isUnsettled))
    .orderBy(asc(transactionLines.position))
}

const isUnsettled = sql`(${transactionLines.status} = 'open'
  or (${transactionLines.status} = 'released' and not exists (
    select from ${refunds}
    where ${refunds.transactionId} = ${transactionLines.transactionId}
      and ${refunds.linePosition} = ${transactionLines.position})))`

/** Pending transactions created before, oldest first. */
export async function listPendingBefore(db: Db, before: Date, limit: number): Promise<string[]> {
  const found = await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(eq(transactions.status, 'pending'), lt(transactions.createdAt, before)))
    .orderBy(asc(transactions.createdAt))
    .limit(limit)
  return found.map(({ id }) => id)
}

/**
 * Deletes purchases created before that came to nothing, with their lines and with the provider's
 * words on them, and returns how many. Those that a payment, a refund or a receipt refers to stay;
 * so do those that a payment is being recorded for.
 */
export async function deleteForgottenPurchases(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { rows } = await db.execute(sql`
    with forgotten as (
      select id from transactions
      where status in ('failed', 'expired', 'canceled') and paid_at is null
        and payment_reference is null and created_at < ${before.toISOString()}
        and not exists (select from refunds where transaction_id = transactions.id)
        and not exists (select from receipts where transaction_id = transactions.id)
        and not exists (select from coupon_redemptions where transaction_id = transactions.id)
        and not exists (
          select from payment_events
          where transaction_id = transactions.id and not (
            kind in ('declined', 'expired', 'other') and received_at < ${before.toISOString()}))
      order by created_at
      limit ${limit}
      for update skip locked
    ), words as (
      delete from payment_events using forgotten where transaction_id = forgotten.id
    ), lines as (
      delete from transaction_lines using forgotten where transaction_id = forgotten.id
    )
    delete from transactions using forgotten where transactions.id = forgotten.id
    returning transactions.id`)
  return rows.length
}

/** Stores the provider's checkout; undefined when the transaction is not (or no longer) pending. */
export async function setCheckout(
  db: Db,
  id: string,
  payment: { providerReference: string; checkoutUrl: string },
): Promise<TransactionRow | undefined> {
  const [updated] = await db
    .update(transactions)
    .set(payment)
    .where(and(eq(transactions.id, id), eq(transactions.status, 'pending')))
    .returning()
  return updated
}

export interface Period {
  from: Date
  /** Not included. */
  until: Date
}

/** Transactions paid in the period, in the order of payment. */
export async function listSales(db: Db, { from, until }: Period) {
  return db
    .select({
      at: sql<Date>`${transactions.paidAt}`.mapWith(transactions.paidAt),
      transactionId: transactions.id,
      year: receipts.year,
      number: receipts.number,
      currency: transactions.currency,
      gross: sql<number>`sum(${transactionLines.priceAmount})::int8`.mapWith(Number),
      discount: sql<number>`sum(${transactionLines.discountAmount})::int8`.mapWith(Number),
      amount: transactions.totalAmount,
    })
    .from(transactions)
    .innerJoin(receipts, eq(receipts.transactionId, transactions.id))
    .innerJoin(transactionLines, eq(transactionLines.transactionId, transactions.id))
    .where(and(gte(transactions.paidAt, from), lt(transactions.paidAt, until)))
    .groupBy(transactions.id, receipts.transactionId)
    .orderBy(asc(transactions.paidAt), asc(transactions.id))
}

export interface TransactionFilter {
  email?: string | undefined
  status?: TransactionRow['status'] | undefined
  limit: number
}

/** Newest first, with the emails of accounts that still exist. */
export async function listAllTransactions(db: Db, { email, status, limit }: TransactionFilter) {
  return db
    .select({
      transaction: transactions,
      email: users.email,
      isDisputed: sql<boolean>`exists (
        select from ${reversals}
        where ${reversals.paymentReference} = ${transactions.paymentReference}
          and ${reversals.provider} = ${transactions.provider}
          and ${reversals.kind} = 'dispute' and ${reversals.status} = 'open')`,
    })
    .from(transactions)
    .leftJoin(users, eq(users.id, transactions.userId))
    .where(
      and(
        email === undefined ? undefined : eq(users.email, email),
        status === undefined ? undefined : eq(transactions.status, status),
      ),
    )
    .orderBy(desc(transactions.id))
    .limit(limit)
}

/** When the oldest of the payments arrived whose courses have not been given yet. */
export async function findOldestPaid(db: Db): Promise<Date | undefined> {
  const [oldest] = await db
    .select({ paidAt: transactions.paidAt })
    .from(transactions)
    .where(eq(transactions.status, 'paid'))
    .orderBy(asc(transactions.paidAt))
    .limit(1)
  return oldest?.paidAt ?? undefined
}
