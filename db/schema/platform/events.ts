import { sql } from 'drizzle-orm'
import { bigint, check, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, instant } from '../../columns.ts'

/**
 * Events for programs: ids only, no email and no name. Triggers on the tables of the facts write
 * them in the same transaction. A publisher numbers what is committed.
 */
export const events = pgTable(
  'events',
  {
    id: id(),
    type: text().notNull(),
    at: instant().notNull(),
    data: jsonb().$type<Record<string, string | number | null>>().notNull(),
    /** The order of writing, which events of one transaction keep. */
    written: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** Without gaps, in the order of the commits; null until published. */
    number: bigint({ mode: 'number' }),
  },
  (events) => [
    uniqueIndex('events_number_key').on(events.number),
    index('events_unpublished').on(events.written).where(sql`${events.number} is null`),
    index('events_at').on(events.at),
    check('events_number_positive', sql`${events.number} > 0`),
  ],
)

/** A single row, locked while numbering events. */
export const eventCounter = pgTable(
  'event_counter',
  {
    only: text({ enum: ['row'] }).primaryKey(),
    lastNumber: bigint({ mode: 'number' }).notNull(),
    /** The highest number of an event removed after its time. */
    forgottenNumber: bigint({ mode: 'number' }).notNull(),
  },
  (counter) => [check('event_counter_only_row', sql`${counter.only} = 'row'`)],
)
