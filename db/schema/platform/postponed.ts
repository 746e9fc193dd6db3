import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '../../columns.ts'

/**
 * What a job could not do for one item. It is tried again at `nextTryAt`; the row goes once that
 * succeeds, or when nobody has tried by some hours later: then it is not due any more.
 */
export const postponedItems = pgTable(
  'postponed_items',
  {
    task: text().notNull(),
    /** The ids of the item. */
    item: text().notNull(),
    tries: integer().notNull(),
    /** Why the last try failed: nothing secret, and nothing of a person. */
    failure: text().notNull(),
    failedAt: instant().notNull(),
    nextTryAt: instant().notNull(),
  },
  (items) => [primaryKey({ columns: [items.task, items.item] })],
)
