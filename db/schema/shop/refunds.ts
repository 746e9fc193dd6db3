import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { id, idOf, instant, known } from '../../columns.ts'
import { refundStatuses, reversalStatuses } from '../../transitions.ts'
import { transactionLines, transactions } from './transactions.ts'

/** A refund that was made at the provider, or a dispute of the payer. */
export const reversalKinds = ['refund', 'dispute'] as const

/**
 * Money that a provider takes back without our request: a refund made there, or a dispute. Refunds
 * that refer to it book the lost money on lines. It may be reported before its payment.
 */
export const reversals = pgTable(
  'reversals',
  {
    provider: text().notNull(),
    /** The id of the refund or the dispute at the provider. */
    reference: text().notNull(),
    kind: text({ enum: reversalKinds }).notNull(),
    status: text({ enum: reversalStatuses }).notNull(),
    /** The payment that the money comes from. */
    paymentReference: text().notNull(),
    /** May exceed an integer, for payments that are not ours. */
    amount: bigint({ mode: 'number' }).notNull(),
    currency: text().notNull(),
    /**
     * Its amount in the sale's currency, as stated by an operator, if its own currency is a
     * different one.
     */
    saleAmount: integer(),
    /** The part of it that is booked on lines. Maintained by a trigger on refunds. */
    assignedAmount: integer().notNull().default(0),
    /** The provider's words for why it was made, and for why it failed. */
    reason: text(),
    failure: text(),
    reportedAt: instant().notNull(),
    /** When it entered its status, by the provider's clock; older events are ignored. */
    statusAt: instant().notNull(),
    settledAt: instant(),
  },
  (reversals) => [
    primaryKey({ columns: [reversals.provider, reversals.reference] }),
    index('reversals_payment').on(reversals.paymentReference, reversals.provider),
    index('reversals_open_disputes')
      .on(reversals.reportedAt)
      .where(sql`${reversals.kind} = 'dispute' and ${reversals.status} = 'open'`),
    index('reversals_settled').on(reversals.settledAt),
    known('reversals_kind_known', reversals.kind),
    known('reversals_status_known', reversals.status),
    check('reversals_amount_positive', sql`${reversals.amount} > 0`),
    check(
      'reversals_assigned_within_amount',
      sql`${reversals.assignedAmount} between 0 and coalesce(${reversals.saleAmount}, ${reversals.amount})`,
    ),
    check(
      'reversals_settled_when',
      sql`(${reversals.status} = 'open') = (${reversals.settledAt} is null)`,
    ),
  ],
)

/** Money that goes back to the buyer: for a line, or a surplus payment if there is none. */
export const refunds = pgTable(
  'refunds',
  {
    /** The id, which also serves as the idempotency key at the provider. */
    id: id(),
    transactionId: idOf(() => transactions.id),
    linePosition: integer(),
    amount: integer().notNull(),
    currency: text().notNull(),
    reason: text().notNull(),
    status: text({ enum: refundStatuses }).notNull(),
    provider: text().notNull(),
    /** The payment that the money comes from. */
    paymentReference: text(),
    /** The refund's id at the provider. */
    providerReference: text(),
    /** The reversal that took the money back, if we did not request it. */
    reversalReference: text(),
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
    foreignKey({
      name: 'refunds_of_reversal',
      columns: [refunds.provider, refunds.reversalReference],
      foreignColumns: [reversals.provider, reversals.reference],
    }),
    index('refunds_reversal')
      .on(refunds.provider, refunds.reversalReference)
      .where(sql`${refunds.reversalReference} is not null`),
    index('refunds_line').on(refunds.transactionId, refunds.linePosition),
    uniqueIndex('refunds_provider_reference_key').on(refunds.provider, refunds.providerReference),
    uniqueIndex('refunds_surplus_one_at_a_time')
      .on(refunds.paymentReference)
      .where(sql`${refunds.linePosition} is null and ${refunds.status} in ('requested', 'sent')`),
    index('refunds_open_oldest')
      .on(refunds.requestedAt)
      .where(sql`${refunds.status} in ('requested', 'sent')`),
    index('refunds_settled').on(refunds.settledAt),
    known('refunds_status_known', refunds.status),
    check(
      'refunds_reversal_of_line',
      sql`${refunds.reversalReference} is null or ${refunds.linePosition} is not null`,
    ),
    check('refunds_amount_positive', sql`${refunds.amount} > 0`),
    check(
      'refunds_settled_when',
      sql`(${refunds.status} in ('succeeded', 'failed')) = (${refunds.settledAt} is not null)`,
    ),
  ],
)
