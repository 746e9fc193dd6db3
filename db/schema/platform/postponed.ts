import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '../../columns.ts'

/**
 * A job's failure for one item, retried at `nextTryAt`. The row goes once that succeeds, or if
 * nobody has tried some hours later: then the item is no longer due.
 */
export const postponedItems = pgTable(
  'postponed_items',
  {
    task: text().notNull(),
    /** The ids of the item. */
    item: text().notNull(),
    tries: integer().notNull(),
    /** The reason of the last failure: nothing secret or personal. */
    failure: text().notNull(),
    failedAt: instant().notNull(),
    nextTryAt: instant().notNull(),
  },
  (items) => [primaryKey({ columns: [items.task, items.item] })],
)
