import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../../columns.ts'

/**
 * Counters of the rate limits, shared by all processes. A row counts from its first use until
 * `resetsAt`.
 */
export const rateCounters = pgTable(
  'rate_counters',
  {
    key: text().primaryKey(),
    used: integer().notNull(),
    resetsAt: instant().notNull(),
  },
  (counters) => [index('rate_counters_reset').on(counters.resetsAt)],
)
