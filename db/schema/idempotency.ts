import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'
import { users } from './users.ts'

/**
 * What was answered to requests with an Idempotency-Key, written in the transaction that did what
 * they asked for.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** `cart.add` */
    operation: text().notNull(),
    key: text().notNull(),
    /** SHA-256 of the input: the key is good for this one only. */
    inputHash: text().notNull(),
    /** As JSON text, which keeps the order of its fields: it is told again byte for byte. */
    answer: text().notNull(),
    /** Whether something was made, or was there before. */
    created: boolean().notNull(),
    /** Until then a request may be busy with what the answer still lacks; null when it is whole. */
    busyUntil: instant(),
    createdAt: instant().notNull(),
  },
  (keys) => [
    primaryKey({ columns: [keys.userId, keys.operation, keys.key] }),
    index('idempotency_keys_created').on(keys.createdAt),
  ],
)
