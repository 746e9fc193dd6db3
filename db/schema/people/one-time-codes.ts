import { sql } from 'drizzle-orm'
import { check, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { idOf, instant, known } from '../../columns.ts'
import { users } from './users.ts'

/** The two codes for a change of email go to the old and the new email. */
export const codePurposes = [
  'verify_email',
  'reset_password',
  'erase_account',
  'change_sign_in',
  'change_email_old',
  'change_email_new',
] as const

/** A code that was requested before the newest, and is still valid. */
export interface EarlierCode {
  codeMac: string
  tries: number
  expiresAt: string
  /** A release that knows only one code leaves these alone, whatever email it changes to. */
  newEmail: string | null
}

/**
 * The codes per user and purpose: the newest, and two before it. A try counts against each of them
 * before the comparison; each has five.
 */
export const oneTimeCodes = pgTable(
  'one_time_codes',
  {
    userId: idOf(() => users.id, 'cascade'),
    purpose: text({ enum: codePurposes }).notNull(),
    /** HMAC-SHA-256 of user, purpose and code. */
    codeMac: text().notNull(),
    tries: smallint().notNull().default(0),
    expiresAt: instant().notNull(),
    /** The request that made it, a UUIDv7; null for codes of earlier releases. */
    requestId: uuid(),
    /** The email to change to. */
    newEmail: text(),
    earlier: jsonb().$type<EarlierCode[]>().notNull().default([]),
  },
  (codes) => [
    primaryKey({ columns: [codes.userId, codes.purpose] }),
    known('one_time_codes_purpose_known', codes.purpose),
    check(
      'one_time_codes_change_names_email',
      sql`(${codes.purpose} in ('change_email_old', 'change_email_new')) = (${codes.newEmail} is not null)`,
    ),
    check('one_time_codes_five_tries', sql`${codes.tries} between 0 and 5`),
  ],
)
