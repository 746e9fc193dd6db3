import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'
import { transactions } from './transactions.ts'

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
    /**
     * Who sold, as configured when the money arrived; null for what was sold before that was kept.
     */
    issuer: text(),
    /** What stands below the issuer. */
    issuerLines: text().array().notNull().default([]),
    /**
     * Who bought, as the profile said then; null once the account is erased: a trigger on
     * transactions sees to that.
     */
    buyerName: text(),
    buyerEmail: text(),
    /** Language of the paper. */
    language: text().notNull().default('en'),
  },
  (receipts) => [
    unique('receipts_number_key').on(receipts.year, receipts.number),
    check('receipts_number_positive', sql`${receipts.number} > 0`),
    check(
      'receipts_buyer_whole',
      sql`(${receipts.buyerName} is null) = (${receipts.buyerEmail} is null)`,
    ),
  ],
)
