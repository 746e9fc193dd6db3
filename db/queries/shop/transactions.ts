import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  lt,
  ne,
  sql,
} from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { isBefore, type PageBefore } from '../../page.ts'
import type { Db } from '../../postgres/client.ts'
import { findNamed, listNamed, runNamed } from '../../postgres/named-statement.ts'
import { users } from '../../schema/people/users.ts'
import { coupons } from '../../schema/shop/coupons.ts'
import { receipts } from '../../schema/shop/receipts.ts'
import { refunds, reversals } from '../../schema/shop/refunds.ts'
import { transactionLines, transactions } from '../../schema/shop/transactions.ts'
import { selectList } from '../../select-list.ts'
import { statusesBefore, type transactionTransitions } from '../../transitions.ts'
import { isNotPostponed } from '../platform/postponed.ts'

export type TransactionRow = typeof transactions.$inferSelect
export type TransactionLineRow = typeof transactionLines.$inferSelect

/**
 * Locks a user's purchases: whatever fills the cart, buys or enrolls waits here for the others
 * until the end of the transaction.
 */
export async function lockPurchasesOf(db: Db, userId: string): Promise<void> {
  await runNamed(db, {
    name: 'lock_purchases_of',
    text: 'select id from users where id = $1 for no key update',
    values: [userId],
  })
}

/** Takes the same lock; returns the user as of then. */
export async function lockBuyer(
  db: Db,
  buyer: { id: string } | { email: string },
): Promise<typeof users.$inferSelect | undefined> {
  const [column, value] = 'id' in buyer ? ['id', buyer.id] : ['email', buyer.email]
  return findNamed(db, {
    name: `lock_buyer_by_${column}`,
    text: `
      select ${selectList(getTableColumns(users))} from users where ${column} = $1
      for no key update`,
    values: [value],
  })
}

export async function insertTransaction(
  db: Db,
  transaction: TransactionRow,
  lines: TransactionLineRow[],
): Promise<void> {
  await db.insert(transactions).values(transaction)
  await db.insert(transactionLines).values(lines)
}

/** Lists all pending transactions of the user. */
export async function listPendingOf(db: Db, userId: string): Promise<string[]> {
  const found = await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(eq(transactions.userId, userId), eq(transactions.status, 'pending')))
  return found.map(({ id }) => id)
}

/** Lists the user's pending transactions that contain one of the courses. */
export async function listPendingWithCourses(
  db: Db,
  userId: string,
  courseIds: string[],
): Promise<TransactionRow[]> {
  return runNamed(db, {
    name: 'list_pending_with_courses',
    text: `
      select ${selectList(getTableColumns(transactions))} from transactions
      where status = 'pending' and id in (
        select transaction_id from transaction_lines
        where user_id = $1 and status = 'open' and course_id = any($2::uuid[]))`,
    values: [userId, courseIds],
  })
}

/** Lists pending transactions with a course that the buyer now has for good, oldest first. */
export function listPendingOfOpened(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<{ transactionId: string; courseId: string }[]> {
  return runNamed(db, {
    name: 'list_pending_of_opened',
    text: `
      select t.id as "transactionId", l.course_id as "courseId" from transactions t
      join transaction_lines l on l.transaction_id = t.id
      join enrollments e on e.user_id = t.user_id and e.course_id = l.course_id
        and e.status = 'active' and e.ends_at is null
      where t.status = 'pending'
        and ${isNotPostponed('cancel-opened', "t.id || ' ' || l.course_id", '$1')}
      order by t.created_at limit $2`,
    values: [now, limit],
  })
}

/** Lists transactions older than `before`, newest first. */
export async function listTransactions(
  db: Db,
  { userId, before, limit }: PageBefore & { userId: string },
): Promise<TransactionRow[]> {
  return db
    .select()
    .from(transactions)
    .where(and(eq(transactions.userId, userId), isBefore(transactions.id, before)))
    .orderBy(desc(transactions.id))
    .limit(limit)
}

/** Finds the user's latest transaction, after each of these, with one of its courses. */
export async function listReplacements(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const found = await runNamed<{ id: string; replacedBy: string }>(db, {
    name: 'list_replacements',
    text: `
      select o.id, later.id as "replacedBy" from transactions o
      cross join lateral (
        select t.id from transactions t
        where t.user_id = o.user_id and t.id > o.id and exists (
          select from transaction_lines l
          join transaction_lines k on k.transaction_id = o.id and k.course_id = l.course_id
          where l.transaction_id = t.id)
        order by t.id desc limit 1
      ) as later
      where o.id = any($1::uuid[])`,
    values: [ids],
  })
  return new Map(found.map(({ id, replacedBy }) => [id, replacedBy]))
}

/** Finds the transaction, if it is this user's. */
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

/** Changes the status; undefined if it is not (or no longer) `from`. */
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

/** Marks it as paid, even if it is already closed; undefined if it was paid before. */
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

/** Lists the user's open and fulfilled lines for the courses, in all transactions but one. */
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

/** Finds the line by which the user has the course, bought or free; undefined if there is none. */
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

/** Finds which of the courses the user has paid for and is about to get. */
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

/** Lists those paid before that have a line neither fulfilled nor being refunded, oldest first. */
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

/** Lists lines of a paid transaction that are neither fulfilled nor being refunded. */
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

/** Lists pending transactions created before, oldest first. */
export function listPendingBefore(
  db: Db,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<string[]> {
  return listNamed(db, {
    name: 'list_pending_before',
    text: `
      select id from transactions where status = 'pending' and created_at < $1
        and ${isNotPostponed('expire-transaction', 'id::text', '$2')}
      order by created_at limit $3`,
    values: [before, now, limit],
  })
}

/**
 * Deletes purchases created before that came to nothing, with their lines and the provider's words
 * on them, and returns how many. Keeps those that a payment, a refund or a receipt refers to, or
 * that a payment is being recorded for.
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

/** Stores the provider's checkout; undefined if the transaction is not (or no longer) pending. */
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

export interface TransactionFilter {
  /** Limits the list to these ids. */
  ids?: string[] | undefined
  userId?: string | undefined
  userIds?: string[] | undefined
  status?: TransactionRow['status'] | undefined
  courseId?: string | undefined
  provider?: string | undefined
  currency?: string | undefined
  couponId?: string | undefined
  /** The start of the period in which they were started, or paid. */
  from?: Date | undefined
  /** The end of the period, exclusive. */
  until?: Date | undefined
}

/** Whether a period is about when purchases were started, or when their money arrived. */
export const transactionPeriods = ['created', 'paid'] as const

/** The beginning of a page: after a transaction of the one before. */
export interface TransactionPage {
  /** The time that decides the period, and the order, newest first. */
  by: (typeof transactionPeriods)[number]
  after: { id: string; paidAt?: Date } | undefined
  limit: number
}

/** Lists transactions, newest first, with the account if it still exists. */
export async function listAllTransactions(
  db: Db,
  filter: TransactionFilter,
  { by, after, limit }: TransactionPage,
) {
  const { ids, userId, userIds, status, courseId, provider, currency, couponId } = filter
  // The index of a course's lines has the order: a join with it, and no sort.
  const [course, id] = [
    transactionLines,
    courseId === undefined ? transactions.id : transactionLines.transactionId,
  ]
  const isWithCourse = and(
    eq(course.transactionId, transactions.id),
    eq(course.courseId, courseId ?? ''),
  )
  const found = db
    .select({ ...getTableColumns(transactions) })
    .from(transactions)
    .$dynamic()
  const page = (courseId === undefined ? found : found.innerJoin(course, isWithCourse))
    .where(
      and(
        ids && inArray(transactions.id, ids),
        userId === undefined ? undefined : eq(transactions.userId, userId),
        userIds && inArray(transactions.userId, userIds),
        status && eq(transactions.status, status),
        provider === undefined ? undefined : eq(transactions.provider, provider),
        currency === undefined ? undefined : eq(transactions.currency, currency),
        couponId === undefined ? undefined : eq(transactions.couponId, couponId),
        by === 'paid' ? isPaidIn(filter, after) : isCreatedIn(filter, { id, after }),
      ),
    )
    .orderBy(...(by === 'paid' ? [desc(transactions.paidAt)] : []), desc(id))
    .limit(limit)
    .as('page')
  return db
    .select({
      transaction: {
        id: page.id,
        status: page.status,
        totalAmount: page.totalAmount,
        currency: page.currency,
        provider: page.provider,
        createdAt: page.createdAt,
        paidAt: page.paidAt,
      },
      buyer: { id: users.id, email: users.email, name: users.name },
      coupon: coupons.code,
      receipt: { year: receipts.year, number: receipts.number },
      isDisputed: sql<boolean>`exists (
        select from ${reversals}
        where ${reversals.paymentReference} = ${page.paymentReference}
          and ${reversals.provider} = ${page.provider}
          and ${reversals.kind} = 'dispute' and ${reversals.status} = 'open')`,
    })
    .from(page)
    .leftJoin(users, eq(users.id, page.userId))
    .leftJoin(coupons, eq(coupons.id, page.couponId))
    .leftJoin(receipts, eq(receipts.transactionId, page.id))
    .orderBy(...(by === 'paid' ? [desc(page.paidAt)] : []), desc(page.id))
}

/** Reads a range of ids by index, since ids tell roughly when they were made. */
function isCreatedIn(
  { from, until }: TransactionFilter,
  { id, after }: { id: AnyPgColumn; after: TransactionPage['after'] },
) {
  const minute = 60_000
  return and(
    after && lt(id, after.id),
    from && gte(id, lowestIdAt(new Date(from.getTime() - minute))),
    from && gte(transactions.createdAt, from),
    until && lt(id, lowestIdAt(new Date(until.getTime() + minute))),
    until && lt(transactions.createdAt, until),
  )
}

function isPaidIn({ from, until }: TransactionFilter, after: TransactionPage['after']) {
  return and(
    isNotNull(transactions.paidAt),
    from && gte(transactions.paidAt, from),
    until && lt(transactions.paidAt, until),
    after?.paidAt &&
      sql`(${transactions.paidAt}, ${transactions.id}) < (${after.paidAt.toISOString()}::timestamptz, ${after.id}::uuid)`,
  )
}

/** Returns the lowest id of an instant: UUIDv7 begin with the millisecond of their making. */
export function lowestIdAt(at: Date): string {
  const digits = Math.max(0, at.getTime()).toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`
}

/** Finds transactions that a payment provider knows by any kind of reference; a hundred at most. */
export async function findTransactionsByReference(
  db: Db,
  { reference, providers }: { reference: string; providers: readonly string[] },
): Promise<string[]> {
  return listNamed(db, {
    name: 'find_transactions_by_reference',
    text: `
      select id from transactions where payment_reference = $1
      union
      select id from transactions where provider = any($2) and provider_reference = $1
      union
      select transaction_id from payment_events
      where payment_reference = $1 and kind = 'paid' and transaction_id is not null
      union
      select transaction_id from refunds where provider = any($2) and provider_reference = $1
      union
      select t.id from reversals v
      join transactions t
        on t.payment_reference = v.payment_reference and t.provider = v.provider
      where v.provider = any($2) and v.reference = $1
      limit 100`,
    values: [reference, providers],
  })
}

/** Finds when the oldest payment arrived whose courses have not been given yet. */
export async function findOldestPaid(db: Db): Promise<Date | undefined> {
  const [oldest] = await db
    .select({ paidAt: transactions.paidAt })
    .from(transactions)
    .where(eq(transactions.status, 'paid'))
    .orderBy(asc(transactions.paidAt))
    .limit(1)
  return oldest?.paidAt ?? undefined
}
