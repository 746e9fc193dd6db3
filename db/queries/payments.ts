import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { paymentEvents, receiptCounters, receipts, refunds, transactions } from '../schema/index.ts'
import type { TransactionRow } from './transactions.ts'

export type PaymentEventRow = typeof paymentEvents.$inferSelect
export type RefundRow = typeof refunds.$inferSelect
export type ReceiptRow = typeof receipts.$inferSelect

/** False when it was told before. Who tells the same at the same time waits for the first. */
export async function insertPaymentEvent(db: Db, event: PaymentEventRow): Promise<boolean> {
  const added = await db.insert(paymentEvents).values(event).onConflictDoNothing().returning({ eventId: paymentEvents.eventId })
  return added.length === 1
}

/** In the order in which they were told. */
export async function listPaymentEvents(db: Db, transactionId: string): Promise<PaymentEventRow[]> {
  return db.select().from(paymentEvents).where(eq(paymentEvents.transactionId, transactionId)).orderBy(asc(paymentEvents.receivedAt))
}

/** The transaction that a provider speaks of: by its own id, which the provider was given, or by the id of the payment there. */
export async function findTransactionOfPayment(
  db: Db,
  provider: string,
  { transactionId, reference }: { transactionId?: string | undefined; reference?: string | undefined },
): Promise<TransactionRow | undefined> {
  const isIt =
    transactionId === undefined
      ? and(eq(transactions.provider, provider), eq(transactions.providerReference, reference ?? ''))
      : eq(transactions.id, transactionId)
  const [transaction] = await db.select().from(transactions).where(isIt)
  return transaction
}

/** Gives the next number of the year; its counter stays locked until the end of the transaction, so that no number is ever left out. */
export async function insertReceipt(db: Db, receipt: Omit<typeof receipts.$inferInsert, 'year' | 'number'>): Promise<ReceiptRow> {
  const year = receipt.issuedAt.getUTCFullYear()
  const counter = db.$with('counter').as(
    db
      .insert(receiptCounters)
      .values({ year, last: 1 })
      .onConflictDoUpdate({ target: receiptCounters.year, set: { last: sql`${receiptCounters.last} + 1` } })
      .returning({ last: receiptCounters.last }),
  )
  const [inserted] = await db
    .with(counter)
    .insert(receipts)
    .values({ ...receipt, year, number: sql`(select last from counter)` })
    .returning()
  if (inserted === undefined) throw new Error('The receipt was not written.')
  return inserted
}

export async function findReceipt(db: Db, transactionId: string): Promise<ReceiptRow | undefined> {
  const [receipt] = await db.select().from(receipts).where(eq(receipts.transactionId, transactionId))
  return receipt
}

/** Refused by a check of the line when it would be more than was paid for it. */
export async function insertRefund(db: Db, refund: RefundRow): Promise<void> {
  await db.insert(refunds).values(refund)
}

/** For a payment that nothing is owed for; false when it is on its way back already. */
export async function insertSurplusRefund(db: Db, refund: RefundRow): Promise<boolean> {
  const added = await db.insert(refunds).values(refund).onConflictDoNothing().returning({ id: refunds.id })
  return added.length === 1
}

export interface Surplus {
  provider: string
  paymentReference: string
  amount: number
  currency: string
}

/** What arrived for a transaction without being owed, and has neither gone back nor is about to; by payment. */
export async function listSurplus(db: Db, transactionId: string): Promise<Surplus[]> {
  const { rows } = await db.execute<{ provider: string; paymentReference: string; amount: string; currency: string }>(sql`
    select surplus.provider, surplus.payment_reference as "paymentReference", surplus.currency, surplus.amount
      - coalesce((select sum(r.amount) from refunds r
          where r.payment_reference = surplus.payment_reference and r.line_position is null and r.status <> 'failed'), 0)
      - coalesce((select sum(r.amount) from reversals r
          where r.payment_reference = surplus.payment_reference and r.provider = surplus.provider and r.status = 'gone'), 0) as amount
    from (
      select distinct e.provider, e.payment_reference, e.currency, e.amount from payment_events e
      join transactions t on t.id = e.transaction_id
      where e.transaction_id = ${transactionId} and e.kind = 'paid' and e.payment_reference is not null
        and (t.payment_reference, t.provider) is distinct from (e.payment_reference, e.provider)
    ) as surplus
    order by 1, 2`)
  return rows.map((row) => ({ ...row, amount: Number(row.amount) })).filter(({ amount }) => amount > 0)
}

export async function findRefund(db: Db, id: string): Promise<RefundRow | undefined> {
  const [refund] = await db.select().from(refunds).where(eq(refunds.id, id))
  return refund
}

/** In the order in which they were requested. */
export async function listRefunds(db: Db, transactionIds: string[]): Promise<RefundRow[]> {
  return db.select().from(refunds).where(inArray(refunds.transactionId, transactionIds)).orderBy(asc(refunds.id))
}

/** Moves on from one of the states; undefined when the refund is in another. */
export async function moveRefund(
  db: Db,
  id: string,
  from: RefundRow['status'][],
  to: Pick<RefundRow, 'status'> & Partial<Pick<RefundRow, 'settledAt' | 'failure' | 'providerReference'>>,
): Promise<RefundRow | undefined> {
  const [moved] = await db
    .update(refunds)
    .set(to)
    .where(and(eq(refunds.id, id), inArray(refunds.status, from)))
    .returning()
  return moved
}

/** What has been given back for each line, once the provider said that it is done. */
export async function sumRefunded(db: Db, transactionId: string): Promise<Map<number, number>> {
  const sums = await db
    .select({ position: refunds.linePosition, amount: sql<number>`sum(${refunds.amount})::int` })
    .from(refunds)
    .where(and(eq(refunds.transactionId, transactionId), eq(refunds.status, 'succeeded'), sql`${refunds.linePosition} is not null`))
    .groupBy(refunds.linePosition)
  return new Map(sums.map(({ position, amount }) => [position ?? -1, amount]))
}

/** Refunds that were requested before and of which the provider has not said how they ended, the oldest first. */
export async function listUnfinishedRefundsBefore(db: Db, before: Date, limit: number): Promise<string[]> {
  const found = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(inArray(refunds.status, ['requested', 'sent']), lt(refunds.requestedAt, before)))
    .orderBy(asc(refunds.requestedAt))
    .limit(limit)
  return found.map(({ id }) => id)
}
