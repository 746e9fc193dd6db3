import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../../columns.ts'

/**
 * One row while the service is in quarantine, none otherwise: its data was restored from a backup,
 * and every process only reads until an operator releases it.
 */
export const quarantine = pgTable(
  'quarantine',
  {
    isOn: boolean().primaryKey().default(true),
    since: instant().notNull(),
    /** The time of the restored data: anything later may be missing. */
    dataFrom: instant().notNull(),
    reason: text().notNull(),
    /** When the numbers possibly given since were skipped; null before that. */
    numbersSkippedAt: instant(),
    /** When reconciling was last completed; null before that. */
    reconciledAt: instant(),
  },
  (quarantine) => [check('quarantine_one_row', sql`${quarantine.isOn}`)],
)
