import { sql } from 'drizzle-orm'
import { boolean, check, pgTable } from 'drizzle-orm/pg-core'
import { instant } from '../../columns.ts'

/** The last time the service answered, as far as its processes could record it. */
export const heartbeats = pgTable(
  'heartbeats',
  {
    isOn: boolean().primaryKey().default(true),
    answeredAt: instant().notNull(),
    /** When it last answered before the last outage. */
    answeredBefore: instant(),
  },
  (heartbeats) => [check('heartbeats_one_row', sql`${heartbeats.isOn}`)],
)

/** Outages of the last 90 days: attempts that ran then have got that time back. */
export const outages = pgTable(
  'outages',
  {
    beganAt: instant().primaryKey(),
    endedAt: instant().notNull(),
  },
  (outages) => [check('outages_end_after_begin', sql`${outages.endedAt} > ${outages.beganAt}`)],
)
