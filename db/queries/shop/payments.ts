import { and, asc, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { deleteInBatches } from '../../delete-in-batches.ts'
import type { Db } from '../../postgres/client.ts'
import { foundByAsking, paymentEventKinds, paymentEvents } from '../../schema/shop/payments.ts'
import { transactions } from '../../schema/shop/transactions.ts'
import { lowestIdAt, type TransactionRow } from './transactions.ts'

export { foundByAsking, paymentEventKinds }

export type PaymentEventRow = typeof paymentEvents.$inferSelect

/** Inserts an event; false if it was recorded before. Inserts of one at once wait for the first. */
export async function insertPaymentEvent(db: Db, event: PaymentEventRow): Promise<boolean> {
  const { rowCount } = await db.insert(paymentEvents).values(event).onConflictDoNothing()
  return rowCount === 1
}

/** Whether an event says that this payment was made for the transaction. */
export async function hasPaidEvent(
  db: Db,
  payment: { provider: string; paymentReference: string; transactionId: string },
): Promise<boolean> {
  const { provider, paymentReference, transactionId, kind, eventId } = paymentEvents
  const [event] = await db
    .select({ eventId })
    .from(paymentEvents)
    .where(
      and(
        eq(transactionId, payment.transactionId),
        eq(provider, payment.provider),
        eq(paymentReference, payment.paymentReference),
        eq(kind, 'paid'),
      ),
    )
    .limit(1)
  return event !== undefined
}

/** Deletes events not about money that were received before. */
export async function deletePaymentNoticesBefore(db: Db, before: Date): Promise<void> {
  const isNotice = sql`${paymentEvents.kind} in ('declined', 'expired', 'other')`
  await deleteInBatches(db, paymentEvents, and(isNotice, lt(paymentEvents.receivedAt, before)))
}

/** Lists events in the order in which they were received. */
export async function listPaymentEvents(db: Db, transactionId: string): Promise<PaymentEventRow[]> {
  return db
    .select()
    .from(paymentEvents)
    .where(eq(paymentEvents.transactionId, transactionId))
    .orderBy(asc(paymentEvents.receivedAt))
}

/**
 * Finds the transaction that a provider's event is about: by our own id, if the provider knows it,
 * otherwise by the checkout's id at the provider.
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

/** Whether anybody could have paid, unknown to us, at a checkout opened in the period. */
export async function hasUnpaidCheckout(
  db: Db,
  { provider, since, before }: { provider: string; since: Date; before: Date },
): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`
    select exists (
      select from transactions
      where id >= ${lowestIdAt(since)}::uuid and id < ${lowestIdAt(before)}::uuid
        and paid_at is null and provider = ${provider} and provider_reference is not null
    ) as found`)
  return rows[0]?.found === true
}

/** Lists which of the checkouts belong to unpaid transactions. */
export async function listUnpaidReferences(
  db: Db,
  provider: string,
  references: string[],
): Promise<string[]> {
  const found = await db
    .select({ reference: transactions.providerReference })
    .from(transactions)
    .where(
      and(
        eq(transactions.provider, provider),
        inArray(transactions.providerReference, references),
        isNotNull(transactions.providerReference),
        isNull(transactions.paidAt),
      ),
    )
  return found.flatMap(({ reference }) => reference ?? [])
}

export interface DeliverySummary {
  /** Payments since then that were found by asking, and whose own events have not arrived. */
  missed: number
  lastMissedAt: Date | undefined
  refused: number
  lastRefusedAt: Date | undefined
  /** The last payment since then that its event reported. */
  lastDeliveredAt: Date | undefined
}

/** Sums up how the events of a provider have arrived lately. */
export async function summarizeDelivery(
  db: Db,
  {
    provider,
    since,
    missedBefore,
    refusedSince,
  }: { provider: string; since: Date; missedBefore: Date; refusedSince: Date },
): Promise<DeliverySummary> {
  const { rows } = await db.execute<Record<string, string | null>>(sql`
    with missed as (
      select count(*) as times, max(e.received_at) as last from payment_events e
      where e.type = ${sql.raw(`'${foundByAsking}'`)} and e.provider = ${provider}
        and e.received_at >= ${since.toISOString()} and e.received_at < ${missedBefore.toISOString()}
        and not exists (
          select from payment_events own
          where own.provider = e.provider and own.payment_reference = e.payment_reference
            and own.kind = 'paid' and own.type <> e.type)
    ), refused as (
      select count(*) as times, max(at) as last from audit_events
      where at >= ${refusedSince.toISOString()} and event = 'webhook-refused'
    ), delivered as (
      select max(received_at) as last from (
        select e.received_at from transactions t
        -- With a limit each is looked up: a join would read all events that there ever were.
        cross join lateral (
          select received_at from payment_events
          where transaction_id = t.id and kind = 'paid'
            and type <> ${sql.raw(`'${foundByAsking}'`)} limit 1
        ) e
        where t.paid_at >= ${since.toISOString()} and t.provider = ${provider}
        order by t.paid_at desc limit 1
      ) newest
    )
    select missed.times as missed, missed.last as "lastMissedAt", refused.times as refused,
      refused.last as "lastRefusedAt", delivered.last as "lastDeliveredAt"
    from missed, refused, delivered`)
  const [row = {}] = rows
  const instantOf = (text: string | null | undefined) =>
    text === null || text === undefined ? undefined : new Date(text)
  return {
    missed: Number(row.missed),
    refused: Number(row.refused),
    lastMissedAt: instantOf(row.lastMissedAt),
    lastRefusedAt: instantOf(row.lastRefusedAt),
    lastDeliveredAt: instantOf(row.lastDeliveredAt),
  }
}

/** Lists the transactions of the checkouts, by our id if the provider knows it. */
export async function listPurchasesAt(
  db: Db,
  provider: string,
  { ids, references }: { ids: string[]; references: string[] },
) {
  const { id, providerReference: reference, paidAt, paymentReference } = transactions
  return db
    .select({ id, reference, paidAt, paymentReference })
    .from(transactions)
    .where(
      or(
        inArray(transactions.id, ids),
        and(
          eq(transactions.provider, provider),
          inArray(transactions.providerReference, references),
        ),
      ),
    )
}
