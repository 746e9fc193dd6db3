import { date, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../../columns.ts'

/** Findings of the last look that only operators can fix, a row for each kind. */
export const operatorFindings = pgTable('operator_findings', {
  kind: text().primaryKey(),
  /** Names and dates of the findings; nothing secret or personal. */
  facts: jsonb().$type<string[]>().notNull(),
  foundAt: instant().notNull(),
})

/** Days on which operators were mailed: the primary key allows one mail a day. */
export const operatorMails = pgTable('operator_mails', {
  day: date().primaryKey(),
  /** The kinds of findings in the mail. Empty if it only said that all is fixed. */
  kinds: text().array().notNull(),
})
