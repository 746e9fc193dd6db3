import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../../columns.ts'

/** The results of the last data check, for monitoring. */
export const dataChecks = pgTable('data_checks', {
  invariant: text().primaryKey(),
  /** Null if it could not be checked. */
  violations: integer(),
  checkedAt: instant().notNull(),
})
