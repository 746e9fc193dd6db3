import { date, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../../columns.ts'

/** Findings of the last look that only operators can mend: a row for each kind. */
export const operatorFindings = pgTable('operator_findings', {
  kind: text().primaryKey(),
  /** Names and dates of what was found; nothing secret, and nothing of a person. */
  facts: jsonb().$type<string[]>().notNull(),
  foundAt: instant().notNull(),
})

/** The days on which operators were mailed: the primary key makes it one mail a day. */
export const operatorMails = pgTable('operator_mails', {
  day: date().primaryKey(),
  /** The kinds of findings in the mail. Empty when it only said that all is mended. */
  kinds: text().array().notNull(),
})
