import { and, asc, desc, eq, gte, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { receipts, refunds, reversals, transactionLines, transactions, users } from '../schema/index.ts'
import type { TransactionRow } from './transactions.ts'

export interface Period {
  from: Date
  /** Not included. */
  until: Date
}

/** What was paid in the period, in the order in which it was. */
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

/** What we paid back in the period of what was sold, in the order in which it was. Without payments that were not owed: those were no sales. */
export async function listRefundsOfSales(db: Db, { from, until }: Period) {
  return db
    .select({
      at: sql<Date>`${refunds.settledAt}`.mapWith(refunds.settledAt),
      transactionId: refunds.transactionId,
      year: receipts.year,
      number: receipts.number,
      currency: refunds.currency,
      amount: refunds.amount,
    })
    .from(refunds)
    .innerJoin(receipts, eq(receipts.transactionId, refunds.transactionId))
    .where(
      and(
        eq(refunds.status, 'succeeded'),
        isNotNull(refunds.linePosition),
        isNull(refunds.reversalReference),
        gte(refunds.settledAt, from),
        lt(refunds.settledAt, until),
      ),
    )
    .orderBy(asc(refunds.settledAt), asc(refunds.id))
}

/** What the provider took back in the period of what was sold, whole and whether or not it is booked on lines, in the order in which it did. */
export async function listReversalsOfSales(db: Db, { from, until }: Period) {
  return db
    .select({
      at: sql<Date>`${reversals.settledAt}`.mapWith(reversals.settledAt),
      kind: reversals.kind,
      transactionId: transactions.id,
      year: receipts.year,
      number: receipts.number,
      currency: reversals.currency,
      amount: reversals.amount,
    })
    .from(reversals)
    .innerJoin(
      transactions,
      and(eq(transactions.paymentReference, reversals.paymentReference), eq(transactions.provider, reversals.provider)),
    )
    .innerJoin(receipts, eq(receipts.transactionId, transactions.id))
    .where(and(eq(reversals.status, 'gone'), gte(reversals.settledAt, from), lt(reversals.settledAt, until)))
    .orderBy(asc(reversals.settledAt), asc(reversals.reference))
}

export interface TransactionFilter {
  email?: string | undefined
  status?: TransactionRow['status'] | undefined
  limit: number
}

/** Newest first, with the emails of those who are still there. */
export async function listTransactionsOfAll(db: Db, { email, status, limit }: TransactionFilter) {
  return db
    .select({
      transaction: transactions,
      email: users.email,
      isDisputed: sql<boolean>`exists (
        select from ${reversals} where ${reversals.paymentReference} = ${transactions.paymentReference}
          and ${reversals.provider} = ${transactions.provider} and ${reversals.kind} = 'dispute' and ${reversals.status} = 'open')`,
    })
    .from(transactions)
    .leftJoin(users, eq(users.id, transactions.userId))
    .where(
      and(email === undefined ? undefined : eq(users.email, email), status === undefined ? undefined : eq(transactions.status, status)),
    )
    .orderBy(desc(transactions.id))
    .limit(limit)
}
