import { sql } from 'drizzle-orm'
import { bigint, check, foreignKey, index, integer, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from './columns.ts'
import { transactionLines, transactions } from './commerce.ts'
import { refundStatuses } from './moves.ts'

export const paymentEventKinds = ['paid', 'declined', 'expired', 'refund_succeeded', 'refund_failed', 'other'] as const

/** Everything that payment providers told, once. Never changed, never deleted. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    provider: text().notNull(),
    /** The event's id at the provider. */
    eventId: text().notNull(),
    /** What it means to us. */
    kind: text({ enum: paymentEventKinds }).notNull(),
    /** The provider's own word for it. */
    type: text().notNull(),
    /** Null when it is about nothing that we know. */
    transactionId: uuid().references(() => transactions.id),
    paymentReference: text(),
    /** More than an integer holds, for payments that are not ours. */
    amount: bigint({ mode: 'number' }),
    currency: text(),
    receivedAt: instant().notNull(),
  },
  (events) => [
    primaryKey({ columns: [events.provider, events.eventId] }),
    index('payment_events_transaction').on(events.transactionId),
    check(
      'payment_events_kind_known',
      sql`${events.kind} in ('paid', 'declined', 'expired', 'refund_succeeded', 'refund_failed', 'other')`,
    ),
    check(
      'payment_events_money_is_counted',
      sql`${events.kind} <> 'paid' or (${events.amount} is not null and ${events.currency} is not null)`,
    ),
  ],
)

/** Money on its way back: for a line, or without one a payment that nothing was owed for. */
export const refunds = pgTable(
  'refunds',
  {
    /** Also what keeps the provider from paying twice. */
    id: id(),
    transactionId: uuid()
      .notNull()
      .references(() => transactions.id),
    linePosition: integer(),
    amount: integer().notNull(),
    currency: text().notNull(),
    reason: text().notNull(),
    status: text({ enum: refundStatuses }).notNull(),
    provider: text().notNull(),
    /** The payment that it comes out of. */
    paymentReference: text(),
    /** The refund's id at the provider. */
    providerReference: text(),
    /** The provider's word for what went wrong. */
    failure: text(),
    requestedAt: instant().notNull(),
    settledAt: instant(),
  },
  (refunds) => [
    foreignKey({
      name: 'refunds_of_line',
      columns: [refunds.transactionId, refunds.linePosition],
      foreignColumns: [transactionLines.transactionId, transactionLines.position],
    }),
    index('refunds_line').on(refunds.transactionId, refunds.linePosition),
    uniqueIndex('refunds_provider_reference_key').on(refunds.provider, refunds.providerReference),
    uniqueIndex('refunds_surplus_once').on(refunds.provider, refunds.paymentReference).where(sql`${refunds.linePosition} is null`),
    index('refunds_open_oldest').on(refunds.requestedAt).where(sql`${refunds.status} in ('requested', 'sent')`),
    index('refunds_settled').on(refunds.settledAt),
    check('refunds_status_known', sql`${refunds.status} in ('requested', 'sent', 'succeeded', 'failed')`),
    check('refunds_amount_positive', sql`${refunds.amount} > 0`),
    check('refunds_settled_when', sql`(${refunds.status} in ('succeeded', 'failed')) = (${refunds.settledAt} is not null)`),
  ],
)

/** The last number of each year; its row is locked while the next one is given. */
export const receiptCounters = pgTable('receipt_counters', {
  year: integer().primaryKey(),
  last: integer().notNull(),
})

/** The number under which a payment is in the books. Gapless in each year. */
export const receipts = pgTable(
  'receipts',
  {
    transactionId: uuid()
      .primaryKey()
      .references(() => transactions.id),
    year: integer().notNull(),
    number: integer().notNull(),
    issuedAt: instant().notNull(),
  },
  (receipts) => [
    unique('receipts_number_key').on(receipts.year, receipts.number),
    check('receipts_number_positive', sql`${receipts.number} > 0`),
  ],
)
