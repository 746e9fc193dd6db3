import { and, asc, eq, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../postgres/client.ts'
import { paymentEvents } from '../../schema/shop/payments.ts'
import { refunds, reversals } from '../../schema/shop/refunds.ts'
import { transactions } from '../../schema/shop/transactions.ts'

export type RefundRow = typeof refunds.$inferSelect

/** Inserts a refund; a constraint on the line refuses more than was paid for it. */
export async function insertRefund(db: Db, refund: RefundRow): Promise<void> {
  await db.insert(refunds).values(refund)
}

/** Requests the refund of a payment not owed; false if one is already under way. */
export async function insertSurplusRefund(db: Db, refund: RefundRow): Promise<boolean> {
  const { rowCount } = await db.insert(refunds).values(refund).onConflictDoNothing()
  return rowCount === 1
}

export interface SurplusPayment {
  provider: string
  paymentReference: string
  amount: number
  currency: string
}

/**
 * Lists payments not owed by the transaction, with the amounts not yet being refunded. A reversal
 * in a different currency counts as all of its payment: nothing is paid back twice.
 */
export async function listSurplusPayments(
  db: Db,
  transactionId: string,
): Promise<SurplusPayment[]> {
  const { rows } = await db.execute<Omit<SurplusPayment, 'amount'> & { amount: string }>(sql`
    select surplus.provider, surplus.payment_reference as "paymentReference", surplus.currency,
      surplus.amount
      - coalesce((select sum(r.amount) from refunds r
          where r.payment_reference = surplus.payment_reference and r.line_position is null
            and r.status <> 'failed'), 0)
      - coalesce((select sum(
          case when r.currency = surplus.currency then r.amount else surplus.amount end)
          from reversals r
          where r.payment_reference = surplus.payment_reference and r.provider = surplus.provider
            and r.status = 'gone'), 0) as amount
    from (
      select distinct e.provider, e.payment_reference, e.currency, e.amount
      from payment_events e
      join transactions t on t.id = e.transaction_id
      where e.transaction_id = ${transactionId} and e.kind = 'paid'
        and e.payment_reference is not null
        and (t.payment_reference, t.provider) is distinct from (e.payment_reference, e.provider)
    ) as surplus
    order by 1, 2`)
  return rows
    .map((row) => ({ ...row, amount: Number(row.amount) }))
    .filter(({ amount }) => amount > 0)
}

/** Whether this payment goes or went back to its payer: it was not owed. */
export async function isPaidBack(db: Db, paymentReference: string): Promise<boolean> {
  const [refund] = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        eq(refunds.paymentReference, paymentReference),
        isNull(refunds.linePosition),
        ne(refunds.status, 'failed'),
      ),
    )
    .limit(1)
  return refund !== undefined
}

export async function findRefund(db: Db, id: string): Promise<RefundRow | undefined> {
  const [refund] = await db.select().from(refunds).where(eq(refunds.id, id))
  return refund
}

/** Lists refunds in the order in which they were requested. */
export async function listRefunds(db: Db, transactionIds: string[]): Promise<RefundRow[]> {
  return db
    .select()
    .from(refunds)
    .where(inArray(refunds.transactionId, transactionIds))
    .orderBy(asc(refunds.id))
}

/** Changes the status; undefined if it is not one of `from`. */
export async function transitionRefund(
  db: Db,
  id: string,
  from: RefundRow['status'][],
  to: Pick<RefundRow, 'status'> &
    Partial<Pick<RefundRow, 'settledAt' | 'failure' | 'providerReference'>>,
): Promise<RefundRow | undefined> {
  const [moved] = await db
    .update(refunds)
    .set(to)
    .where(and(eq(refunds.id, id), inArray(refunds.status, from)))
    .returning()
  return moved
}

/** Sums the confirmed refunds of each line. */
export async function sumRefunded(db: Db, transactionId: string): Promise<Map<number, number>> {
  const sums = await db
    .select({ position: refunds.linePosition, amount: sql<number>`sum(${refunds.amount})::int` })
    .from(refunds)
    .where(
      and(
        eq(refunds.transactionId, transactionId),
        eq(refunds.status, 'succeeded'),
        sql`${refunds.linePosition} is not null`,
      ),
    )
    .groupBy(refunds.linePosition)
  return new Map(sums.map(({ position, amount }) => [position ?? -1, amount]))
}

/** Lists refunds requested before that the provider has not settled, oldest first. */
export async function listUnfinishedRefundsBefore(
  db: Db,
  before: Date,
  limit: number,
): Promise<string[]> {
  const found = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(inArray(refunds.status, ['requested', 'sent']), lt(refunds.requestedAt, before)))
    .orderBy(asc(refunds.requestedAt))
    .limit(limit)
  return found.map(({ id }) => id)
}

export type ReversalRow = typeof reversals.$inferSelect

type PaymentKey = Pick<ReversalRow, 'provider' | 'paymentReference'>

/**
 * Locks a payment: whatever records it or a reversal of it waits here for the others until the end
 * of the transaction.
 */
export async function lockPayment(
  db: Db,
  { provider, paymentReference }: PaymentKey,
): Promise<void> {
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`${provider} ${paymentReference}`}, 0))`,
  )
}

/** Finds the transaction for which the payment arrived, owed or not. */
export async function findTransactionIdByPayment(
  db: Db,
  { provider, paymentReference }: PaymentKey,
): Promise<string | undefined> {
  const [event] = await db
    .select({ transactionId: paymentEvents.transactionId })
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.provider, provider),
        eq(paymentEvents.paymentReference, paymentReference),
        eq(paymentEvents.kind, 'paid'),
        sql`${paymentEvents.transactionId} is not null`,
      ),
    )
    .limit(1)
  return event?.transactionId ?? undefined
}

/** Inserts a reversal; false if it is already known. */
export async function insertReversal(
  db: Db,
  reversal: Omit<ReversalRow, 'assignedAmount' | 'saleAmount'>,
): Promise<boolean> {
  const { rowCount } = await db.insert(reversals).values(reversal).onConflictDoNothing()
  return rowCount === 1
}

/** Locks the reversal until the end of the transaction. */
export async function lockReversal(
  db: Db,
  provider: string,
  reference: string,
): Promise<ReversalRow | undefined> {
  const [reversal] = await db
    .select()
    .from(reversals)
    .where(and(eq(reversals.provider, provider), eq(reversals.reference, reference)))
    .for('no key update')
  return reversal
}

export async function setReversalStatus(
  db: Db,
  { provider, reference }: Pick<ReversalRow, 'provider' | 'reference'>,
  to: Pick<ReversalRow, 'status' | 'statusAt' | 'settledAt' | 'failure'>,
): Promise<void> {
  await db
    .update(reversals)
    .set(to)
    .where(and(eq(reversals.provider, provider), eq(reversals.reference, reference)))
}

/** Sets the amount of a reversal in the sale's currency. */
export async function setSaleAmount(
  db: Db,
  { provider, reference }: Pick<ReversalRow, 'provider' | 'reference'>,
  saleAmount: number,
): Promise<void> {
  await db
    .update(reversals)
    .set({ saleAmount })
    .where(and(eq(reversals.provider, provider), eq(reversals.reference, reference)))
}

/** Lists refunds of a line, or of all lines, by this provider that are not part of a reversal. */
export async function listRefundsBy(
  db: Db,
  provider: string,
  { transactionId, position }: { transactionId: string; position?: number },
): Promise<RefundRow[]> {
  return db
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.transactionId, transactionId),
        position === undefined
          ? isNotNull(refunds.linePosition)
          : eq(refunds.linePosition, position),
        eq(refunds.provider, provider),
        eq(refunds.status, 'succeeded'),
        isNull(refunds.reversalReference),
      ),
    )
    .orderBy(asc(refunds.id))
}

/** Lists reversals of one payment, in the order in which they were reported. */
export async function listReversalsOfPayment(
  db: Db,
  { provider, paymentReference }: PaymentKey,
): Promise<ReversalRow[]> {
  return db
    .select()
    .from(reversals)
    .where(and(eq(reversals.provider, provider), eq(reversals.paymentReference, paymentReference)))
    .orderBy(asc(reversals.reportedAt), asc(reversals.reference))
}

/** Lists reversals of all payments that arrived for a transaction, including those not owed. */
export async function listReversals(db: Db, transactionId: string): Promise<ReversalRow[]> {
  const isOfTransaction = sql`exists (
    select from ${paymentEvents}
    where ${paymentEvents.transactionId} = ${transactionId} and ${paymentEvents.kind} = 'paid'
      and ${paymentEvents.provider} = ${reversals.provider}
      and ${paymentEvents.paymentReference} = ${reversals.paymentReference})`
  return db
    .select()
    .from(reversals)
    .where(isOfTransaction)
    .orderBy(asc(reversals.reportedAt), asc(reversals.reference))
}

/** Lists ids of the refunds that book a reversal on lines. */
export async function listBookedRefunds(
  db: Db,
  provider: string,
  reference: string,
): Promise<string[]> {
  const found = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        eq(refunds.provider, provider),
        eq(refunds.reversalReference, reference),
        sql`${refunds.status} <> 'failed'`,
      ),
    )
    .orderBy(asc(refunds.id))
  return found.map(({ id }) => id)
}

/** The amount of a reversal, in the sale's currency if known. */
const bookableAmount = sql`coalesce(${reversals.saleAmount}, ${reversals.amount})`

/** Lists reversals of a sale in a different currency whose amount in it nobody has stated. */
export async function listForeignReversals(
  db: Db,
  transactionId: string,
): Promise<Pick<ReversalRow, 'reference' | 'amount' | 'currency'>[]> {
  return db
    .select({
      reference: reversals.reference,
      amount: reversals.amount,
      currency: reversals.currency,
    })
    .from(reversals)
    .innerJoin(
      transactions,
      and(
        eq(transactions.paymentReference, reversals.paymentReference),
        eq(transactions.provider, reversals.provider),
        ne(transactions.currency, reversals.currency),
      ),
    )
    .where(
      and(
        eq(transactions.id, transactionId),
        eq(reversals.status, 'gone'),
        isNull(reversals.saleAmount),
      ),
    )
}

/**
 * Sums what the provider took back of sales and is not booked on lines, by transaction; nothing for
 * transactions without such amounts.
 */
export async function sumUnassignedReversals(
  db: Db,
  transactionIds: string[],
): Promise<Map<string, number>> {
  if (transactionIds.length === 0) return new Map()
  const sums = await db
    .select({
      id: transactions.id,
      amount: sql<number>`sum(${bookableAmount} - ${reversals.assignedAmount})`.mapWith(Number),
    })
    .from(reversals)
    .innerJoin(
      transactions,
      and(
        eq(transactions.paymentReference, reversals.paymentReference),
        eq(transactions.provider, reversals.provider),
        or(eq(transactions.currency, reversals.currency), isNotNull(reversals.saleAmount)),
      ),
    )
    .where(and(inArray(transactions.id, transactionIds), eq(reversals.status, 'gone')))
    .groupBy(transactions.id)
  return new Map(sums.map(({ id, amount }) => [id, amount]))
}
