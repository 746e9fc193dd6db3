import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, known } from '../../columns.ts'
import { transactions } from './transactions.ts'

/** The type of payments that no event reported, and that we found by asking the provider. */
export const foundByAsking = 'found by asking'

export const paymentEventKinds = [
  'paid',
  'declined',
  'expired',
  'refund_pending',
  'refund_succeeded',
  'refund_failed',
  'dispute_opened',
  'dispute_won',
  'dispute_lost',
  'other',
] as const

/**
 * Every event reported by a payment provider, once. Never changed; those about money are never
 * deleted, the others not within a month.
 */
export const paymentEvents = pgTable(
  'payment_events',
  {
    provider: text().notNull(),
    /** The event's id at the provider. */
    eventId: text().notNull(),
    /** Our name for the event. */
    kind: text({ enum: paymentEventKinds }).notNull(),
    /** The provider's name for the event. */
    type: text().notNull(),
    /** Null for an event about no transaction of ours. */
    transactionId: uuid().references(() => transactions.id),
    paymentReference: text(),
    /** May exceed an integer, for payments that are not ours. */
    amount: bigint({ mode: 'number' }),
    currency: text(),
    receivedAt: instant().notNull(),
  },
  (events) => [
    primaryKey({ columns: [events.provider, events.eventId] }),
    index('payment_events_found')
      .on(events.receivedAt)
      .where(sql`${events.type} = 'found by asking'`),
    index('payment_events_transaction').on(events.transactionId),
    index('payment_events_payment')
      .on(events.paymentReference, events.provider)
      .where(sql`${events.kind} = 'paid'`),
    index('payment_events_notices_oldest')
      .on(events.receivedAt)
      .where(sql`${events.kind} in ('declined', 'expired', 'other')`),
    known('payment_events_kind_known', events.kind),
    check(
      'payment_events_money_is_counted',
      sql`${events.kind} <> 'paid' or (${events.amount} is not null and ${events.currency} is not null)`,
    ),
  ],
)
