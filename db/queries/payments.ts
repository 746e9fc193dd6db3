import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { paymentEvents } from '../schema/payments.ts'
import { transactions } from '../schema/transactions.ts'
import type { TransactionRow } from './transactions.ts'

export type PaymentEventRow = typeof paymentEvents.$inferSelect

/** False when it was told before. Who tells the same at the same time waits for the first. */
export async function insertPaymentEvent(db: Db, event: PaymentEventRow): Promise<boolean> {
  const added = await db
    .insert(paymentEvents)
    .values(event)
    .onConflictDoNothing()
    .returning({ eventId: paymentEvents.eventId })
  return added.length === 1
}

/** In the order in which they were told. */
export async function listPaymentEvents(db: Db, transactionId: string): Promise<PaymentEventRow[]> {
  return db
    .select()
    .from(paymentEvents)
    .where(eq(paymentEvents.transactionId, transactionId))
    .orderBy(asc(paymentEvents.receivedAt))
}

/**
 * The transaction that a provider speaks of: by its own id, which the provider was given, or by the
 * id of the payment there.
 */
export async function findTransactionOfPayment(
  db: Db,
  provider: string,
  {
    transactionId,
    reference,
  }: { transactionId?: string | undefined; reference?: string | undefined },
): Promise<TransactionRow | undefined> {
  const isIt =
    transactionId === undefined
      ? and(
          eq(transactions.provider, provider),
          eq(transactions.providerReference, reference ?? ''),
        )
      : eq(transactions.id, transactionId)
  const [transaction] = await db.select().from(transactions).where(isIt)
  return transaction
}
