import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'

/** What the last check of the data found, for whoever watches the service. */
export const dataChecks = pgTable('data_checks', {
  invariant: text().primaryKey(),
  /** How many violations; null when it could not be checked. */
  violations: integer(),
  checkedAt: instant().notNull(),
})
