import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { paymentEvents, refunds, reversals, transactions } from '../schema/index.ts'

export type ReversalRow = typeof reversals.$inferSelect

interface PaymentAtProvider {
  provider: string
  paymentReference: string
}

/** One after the other: who takes note of a payment, or of money that goes back of it, waits here for the others until the end of the transaction. */
export async function lockPayment(db: Db, { provider, paymentReference }: PaymentAtProvider): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${provider} ${paymentReference}`}, 0))`)
}

/** The transaction for which the payment arrived, whether or not it was owed. */
export async function findTransactionIdOfMoney(db: Db, { provider, paymentReference }: PaymentAtProvider): Promise<string | undefined> {
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

/** False when it is known already. */
export async function insertReversal(db: Db, reversal: Omit<ReversalRow, 'assignedAmount'>): Promise<boolean> {
  const added = await db.insert(reversals).values(reversal).onConflictDoNothing().returning({ reference: reversals.reference })
  return added.length === 1
}

/** As it is, and nobody else changes it until the end of the transaction. */
export async function lockReversal(db: Db, provider: string, reference: string): Promise<ReversalRow | undefined> {
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

/** Of one payment, in the order in which they were told. */
export async function listReversalsOfPayment(db: Db, { provider, paymentReference }: PaymentAtProvider): Promise<ReversalRow[]> {
  return db
    .select()
    .from(reversals)
    .where(and(eq(reversals.provider, provider), eq(reversals.paymentReference, paymentReference)))
    .orderBy(asc(reversals.toldAt), asc(reversals.reference))
}

/** Of all payments that arrived for a transaction, also of those that were not owed. */
export async function listReversals(db: Db, transactionId: string): Promise<ReversalRow[]> {
  const isOfTransaction = sql`exists (
    select from ${paymentEvents} where ${paymentEvents.transactionId} = ${transactionId} and ${paymentEvents.kind} = 'paid'
      and ${paymentEvents.provider} = ${reversals.provider} and ${paymentEvents.paymentReference} = ${reversals.paymentReference})`
  return db.select().from(reversals).where(isOfTransaction).orderBy(asc(reversals.toldAt), asc(reversals.reference))
}

/** The refunds by which money that is gone is booked on lines. */
export async function listBookingsOf(db: Db, provider: string, reference: string): Promise<string[]> {
  const found = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.provider, provider), eq(refunds.reversalReference, reference), sql`${refunds.status} <> 'failed'`))
    .orderBy(asc(refunds.id))
  return found.map(({ id }) => id)
}

/** What is gone of what was sold, and not booked on a line; of those of the transactions that have such. */
export async function sumUnassigned(db: Db, transactionIds: string[]): Promise<Map<string, number>> {
  if (transactionIds.length === 0) return new Map()
  const sums = await db
    .select({ id: transactions.id, amount: sql<number>`sum(${reversals.amount} - ${reversals.assignedAmount})`.mapWith(Number) })
    .from(reversals)
    .innerJoin(
      transactions,
      and(
        eq(transactions.paymentReference, reversals.paymentReference),
        eq(transactions.provider, reversals.provider),
        eq(transactions.currency, reversals.currency),
      ),
    )
    .where(and(inArray(transactions.id, transactionIds), eq(reversals.status, 'gone')))
    .groupBy(transactions.id)
  return new Map(sums.map(({ id, amount }) => [id, amount]))
}
