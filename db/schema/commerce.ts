import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { courses, courseVersions } from './catalogue.ts'
import { id, instant } from './columns.ts'

export const cartItems = pgTable(
  'cart_items',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    courseId: uuid()
      .notNull()
      .references(() => courses.id),
    addedAt: instant().notNull(),
  },
  (items) => [primaryKey({ columns: [items.userId, items.courseId] }), index('cart_items_course').on(items.courseId)],
)

export const transactionStatuses = [
  'pending',
  'paid',
  'fulfilled',
  'refunded',
  'partially_refunded',
  'failed',
  'expired',
  'canceled',
] as const

export const transactions = pgTable(
  'transactions',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    status: text({ enum: transactionStatuses }).notNull(),
    /** Integer minor units. */
    totalAmount: integer().notNull(),
    currency: text().notNull(),
    /** Who takes the money; null when nothing is to be paid. */
    provider: text(),
    /** The payment's id at the provider. */
    providerReference: text(),
    checkoutUrl: text(),
    createdAt: instant().notNull(),
    paidAt: instant(),
    fulfilledAt: instant(),
  },
  (transactions) => [
    unique('transactions_of_user').on(transactions.id, transactions.userId, transactions.currency),
    uniqueIndex('transactions_provider_reference_key').on(transactions.provider, transactions.providerReference),
    index('transactions_user_newest').on(transactions.userId, transactions.id),
    check(
      'transactions_status_known',
      sql`${transactions.status} in ('pending', 'paid', 'fulfilled', 'refunded', 'partially_refunded', 'failed', 'expired', 'canceled')`,
    ),
    check('transactions_total_not_negative', sql`${transactions.totalAmount} >= 0`),
    check('transactions_currency_iso', sql`${transactions.currency} ~ '^[A-Z]{3}$'`),
    check('transactions_money_has_provider', sql`${transactions.totalAmount} = 0 or ${transactions.provider} is not null`),
    check('transactions_fulfilled_when', sql`${transactions.status} <> 'fulfilled' or ${transactions.fulfilledAt} is not null`),
  ],
)

/** A bought course as it was: its title, version and price are frozen here. */
export const transactionLines = pgTable(
  'transaction_lines',
  {
    transactionId: uuid().notNull(),
    position: integer().notNull(),
    userId: uuid().notNull(),
    courseId: uuid().notNull(),
    versionId: uuid().notNull(),
    title: text().notNull(),
    priceAmount: integer().notNull(),
    currency: text().notNull(),
    status: text({ enum: ['open', 'fulfilled', 'refunded', 'released'] }).notNull(),
  },
  (lines) => [
    primaryKey({ columns: [lines.transactionId, lines.position] }),
    unique('transaction_lines_course_once').on(lines.transactionId, lines.courseId),
    foreignKey({
      name: 'transaction_lines_of_transaction',
      columns: [lines.transactionId, lines.userId, lines.currency],
      foreignColumns: [transactions.id, transactions.userId, transactions.currency],
    }),
    foreignKey({
      name: 'transaction_lines_version_of_course',
      columns: [lines.courseId, lines.versionId],
      foreignColumns: [courseVersions.courseId, courseVersions.id],
    }),
    // One live purchase per learner and course: the second of two clicks meets this.
    uniqueIndex('transaction_lines_one_live').on(lines.userId, lines.courseId).where(sql`${lines.status} in ('open', 'fulfilled')`),
    index('transaction_lines_course').on(lines.courseId, lines.versionId),
    check('transaction_lines_status_known', sql`${lines.status} in ('open', 'fulfilled', 'refunded', 'released')`),
    check('transaction_lines_price_not_negative', sql`${lines.priceAmount} >= 0`),
  ],
)
