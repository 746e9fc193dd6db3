import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { id, idOf, instant } from '../../columns.ts'
import { lineStatuses, transactionStatuses } from '../../transitions.ts'
import { courseVersions } from '../courses/courses.ts'
import { users } from '../people/users.ts'
import { coupons } from './coupons.ts'

export const transactions = pgTable(
  'transactions',
  {
    id: id(),
    /** Null once the account is erased: the books remain. */
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    status: text({ enum: transactionStatuses }).notNull(),
    /** Integer minor units. */
    totalAmount: integer().notNull(),
    currency: text().notNull(),
    /** The payment provider; null when there is nothing to pay. */
    provider: text(),
    /** The payment's id at the provider. */
    providerReference: text(),
    checkoutUrl: text(),
    /** The page to which the provider sends the learner back; null for the configured one. */
    returnUrl: text(),
    /** The received payment, to which refunds at the provider refer. */
    paymentReference: text(),
    /** The coupon included in the prices. Its redemptions say whether it counts as used. */
    couponId: uuid().references(() => coupons.id),
    createdAt: instant().notNull(),
    paidAt: instant(),
    fulfilledAt: instant(),
  },
  (transactions) => [
    unique('transactions_of_user').on(transactions.id, transactions.userId, transactions.currency),
    uniqueIndex('transactions_provider_reference_key').on(
      transactions.provider,
      transactions.providerReference,
    ),
    index('transactions_payment').on(transactions.paymentReference, transactions.provider),
    index('transactions_user_newest').on(transactions.userId, transactions.id),
    index('transactions_pending_oldest')
      .on(transactions.createdAt)
      .where(sql`${transactions.status} = 'pending'`),
    index('transactions_closed_oldest')
      .on(transactions.createdAt)
      .where(sql`${transactions.status} in ('failed', 'expired', 'canceled')`),
    index('transactions_paid_oldest')
      .on(transactions.paidAt)
      .where(sql`${transactions.status} = 'paid'`),
    index('transactions_paid_at').on(transactions.paidAt),
    index('transactions_status_newest').on(transactions.status, transactions.id),
    index('transactions_provider_newest').on(transactions.provider, transactions.id),
    index('transactions_currency_newest').on(transactions.currency, transactions.id),
    index('transactions_coupon_newest')
      .on(transactions.couponId, transactions.id)
      .where(sql`${transactions.couponId} is not null`),
    check(
      'transactions_status_known',
      sql`${transactions.status} in ('pending', 'paid', 'fulfilled', 'refunded', 'partially_refunded', 'failed', 'expired', 'canceled')`,
    ),
    check('transactions_total_not_negative', sql`${transactions.totalAmount} >= 0`),
    check('transactions_currency_iso', sql`${transactions.currency} ~ '^[A-Z]{3}$'`),
    check(
      'transactions_money_has_provider',
      sql`${transactions.totalAmount} = 0 or ${transactions.provider} is not null`,
    ),
    check(
      'transactions_fulfilled_when',
      sql`${transactions.status} <> 'fulfilled' or ${transactions.fulfilledAt} is not null`,
    ),
    check(
      'transactions_given_when_paid',
      sql`${transactions.paidAt} is not null or ${transactions.status} in ('pending', 'failed', 'expired', 'canceled') or (${transactions.status} in ('fulfilled', 'partially_refunded', 'refunded') and ${transactions.totalAmount} = 0)`,
    ),
    check(
      'transactions_unpaid_when_open',
      sql`${transactions.paidAt} is null or ${transactions.status} not in ('pending', 'failed', 'expired', 'canceled')`,
    ),
  ],
)

/** A purchased course, with its title, version and price at that time. */
export const transactionLines = pgTable(
  'transaction_lines',
  {
    transactionId: idOf(() => transactions.id),
    position: integer().notNull(),
    userId: uuid(),
    courseId: uuid().notNull(),
    versionId: uuid().notNull(),
    title: text().notNull(),
    /** The price before the discount. */
    priceAmount: integer().notNull(),
    /** Discount from a coupon; the rest is charged. */
    discountAmount: integer().notNull().default(0),
    /** All refunds of the line except failed ones. Maintained by a trigger on refunds. */
    refundedAmount: integer().notNull().default(0),
    currency: text().notNull(),
    status: text({ enum: lineStatuses }).notNull(),
  },
  (lines) => [
    primaryKey({ columns: [lines.transactionId, lines.position] }),
    unique('transaction_lines_course_once').on(lines.transactionId, lines.courseId),
    foreignKey({
      name: 'transaction_lines_of_transaction',
      columns: [lines.transactionId, lines.userId, lines.currency],
      foreignColumns: [transactions.id, transactions.userId, transactions.currency],
    }).onUpdate('cascade'),
    foreignKey({
      name: 'transaction_lines_version_of_course',
      columns: [lines.courseId, lines.versionId],
      foreignColumns: [courseVersions.courseId, courseVersions.id],
    }),
    // Allows one live purchase per learner and course, which stops the second of two clicks.
    uniqueIndex('transaction_lines_one_live')
      .on(lines.userId, lines.courseId)
      .where(sql`${lines.status} in ('open', 'fulfilled')`),
    index('transaction_lines_course').on(lines.courseId, lines.versionId),
    index('transaction_lines_course_newest').on(lines.courseId, lines.transactionId),
    check(
      'transaction_lines_status_known',
      sql`${lines.status} in ('open', 'fulfilled', 'refunded', 'released')`,
    ),
    check('transaction_lines_price_not_negative', sql`${lines.priceAmount} >= 0`),
    check(
      'transaction_lines_discount_within_price',
      sql`${lines.discountAmount} between 0 and ${lines.priceAmount}`,
    ),
    check(
      'transaction_lines_refunded_within_paid',
      sql`${lines.refundedAmount} between 0 and ${lines.priceAmount} - ${lines.discountAmount}`,
    ),
  ],
)

/** A counted use of a coupon. Deleted when the transaction fails, expires or is canceled. */
export const couponRedemptions = pgTable(
  'coupon_redemptions',
  {
    transactionId: idOf(() => transactions.id).primaryKey(),
    couponId: idOf(() => coupons.id),
    /** Null once the account is erased. */
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    redeemedAt: instant().notNull(),
  },
  (redemptions) => [
    index('coupon_redemptions_coupon').on(redemptions.couponId, redemptions.userId),
    index('coupon_redemptions_user').on(redemptions.userId),
  ],
)
