import { sql } from 'drizzle-orm'
import { check, date, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { idOf, instant, together } from '../../columns.ts'
import { users } from '../people/users.ts'
import { transactions } from './transactions.ts'

/** The last number of each year; its row is locked while the next one is assigned. */
export const receiptCounters = pgTable('receipt_counters', {
  year: integer().primaryKey(),
  last: integer().notNull(),
})

/** A payment's number in the books, without gaps in a year. */
export const receipts = pgTable(
  'receipts',
  {
    transactionId: idOf(() => transactions.id).primaryKey(),
    year: integer().notNull(),
    number: integer().notNull(),
    issuedAt: instant().notNull(),
    /** The school's day on it, which decides its year; null for earlier receipts: UTC's. */
    issuedOn: date(),
    /**
     * The seller, as configured when the money arrived; null for receipts from before it was
     * stored.
     */
    issuer: text(),
    /** The lines below the issuer. */
    issuerLines: text().array().notNull().default([]),
    /**
     * By the profile at that time; a trigger on transactions clears it when the account is erased.
     */
    buyerName: text(),
    buyerEmail: text(),
    /** The buyer's company as it was then; forgotten with the buyer. */
    buyerCompany: text(),
    buyerLines: text().array().notNull().default([]),
    buyerTaxNumber: text(),
    /** The tax that the prices include, such as VAT; null where the settings named none. */
    taxName: text(),
    /** Hundredths of a percent. */
    taxRate: integer(),
    /** The tax in the total, in minor units. */
    taxAmount: integer(),
    /** The language of the receipt. */
    language: text().notNull().default('en'),
  },
  (receipts) => [
    unique('receipts_number_key').on(receipts.year, receipts.number),
    check('receipts_number_positive', sql`${receipts.number} > 0`),
    check(
      'receipts_tax_whole',
      sql`num_nulls(${receipts.taxName}, ${receipts.taxRate}, ${receipts.taxAmount}) in (0, 3)`,
    ),
    together('receipts_buyer_whole', receipts.buyerName, receipts.buyerEmail),
  ],
)

/** What a buyer wants on the next receipts: a company, its address and its tax number. */
export const billingDetails = pgTable('billing_details', {
  userId: idOf(() => users.id, 'cascade').primaryKey(),
  company: text().notNull(),
  lines: text().array().notNull(),
  taxNumber: text(),
  changedAt: instant().notNull(),
})

/** Numbers that are never given again, because receipts with them may exist outside. */
export const receiptGaps = pgTable(
  'receipt_gaps',
  {
    year: integer().notNull(),
    first: integer().notNull(),
    last: integer().notNull(),
    reason: text().notNull(),
    skippedAt: instant().notNull(),
  },
  (gaps) => [
    primaryKey({ columns: [gaps.year, gaps.first] }),
    check('receipt_gaps_in_order', sql`${gaps.first} > 0 and ${gaps.last} >= ${gaps.first}`),
  ],
)
