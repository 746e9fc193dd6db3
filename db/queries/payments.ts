import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { paymentEvents } from '../schema/payments.ts'
import { transactions } from '../schema/transactions.ts'
import type { TransactionRow } from './transactions.ts'

export type PaymentEventRow = typeof paymentEvents.$inferSelect

/** False when it was recorded before. Concurrent inserts of one event wait for the first. */
export async function insertPaymentEvent(db: Db, event: PaymentEventRow): Promise<boolean> {
  const added = await db
    .insert(paymentEvents)
    .values(event)
    .onConflictDoNothing()
    .returning({ eventId: paymentEvents.eventId })
  return added.length === 1
}

/** In the order in which they were received. */
export async function listPaymentEvents(db: Db, transactionId: string): Promise<PaymentEventRow[]> {
  return db
    .select()
    .from(paymentEvents)
    .where(eq(paymentEvents.transactionId, transactionId))
    .orderBy(asc(paymentEvents.receivedAt))
}

/**
 * The transaction that an event of a provider is about: by our own id, if the provider knows it,
 * otherwise by the id of the checkout at the provider.
 */
export async function findTransactionByReference(
  db: Db,
  provider: string,
  {
    transactionId,
    reference,
  }: { transactionId?: string | undefined; reference?: string | undefined },
): Promise<TransactionRow | undefined> {
  const matches =
    transactionId === undefined
      ? and(
          eq(transactions.provider, provider),
          eq(transactions.providerReference, reference ?? ''),
        )
      : eq(transactions.id, transactionId)
  const [transaction] = await db.select().from(transactions).where(matches)
  return transaction
}
