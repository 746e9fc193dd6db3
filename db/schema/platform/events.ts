import { sql } from 'drizzle-orm'
import { bigint, check, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, instant } from '../../columns.ts'

/**
 * What happened, for programs: ids alone, no email and no name. Triggers on the tables of the facts
 * write it in the transaction of the fact. A publisher numbers what is committed.
 */
export const events = pgTable(
  'events',
  {
    id: id(),
    type: text().notNull(),
    at: instant().notNull(),
    data: jsonb().$type<Record<string, string | number | null>>().notNull(),
    /** In the order in which they were written: those of one transaction keep it. */
    written: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** Without gaps, in the order of the commits; null until it is published. */
    number: bigint({ mode: 'number' }),
  },
  (events) => [
    uniqueIndex('events_number_key').on(events.number),
    index('events_unpublished').on(events.written).where(sql`${events.number} is null`),
    index('events_at').on(events.at),
    check('events_number_positive', sql`${events.number} > 0`),
  ],
)

/** One row, which whoever numbers events holds. */
export const eventCounter = pgTable(
  'event_counter',
  {
    only: text({ enum: ['row'] }).primaryKey(),
    lastNumber: bigint({ mode: 'number' }).notNull(),
    /** The highest number that was removed after its time. */
    forgottenNumber: bigint({ mode: 'number' }).notNull(),
  },
  (counter) => [check('event_counter_only_row', sql`${counter.only} = 'row'`)],
)
