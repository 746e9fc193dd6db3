import { sql } from 'drizzle-orm'
import { boolean, check, pgTable } from 'drizzle-orm/pg-core'
import { instant } from '../../columns.ts'

/** When the service answered last, as far as its processes could write it down. */
export const heartbeats = pgTable(
  'heartbeats',
  {
    isOn: boolean().primaryKey().default(true),
    answeredAt: instant().notNull(),
    /** Before the last outage. */
    answeredBefore: instant(),
  },
  (heartbeats) => [check('heartbeats_one_row', sql`${heartbeats.isOn}`)],
)

/** When it did not answer, in the last 90 days: attempts that ran then have got that time back. */
export const outages = pgTable(
  'outages',
  {
    beganAt: instant().primaryKey(),
    endedAt: instant().notNull(),
  },
  (outages) => [check('outages_end_after_begin', sql`${outages.endedAt} > ${outages.beganAt}`)],
)
