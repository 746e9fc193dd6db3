import { boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { idOf, instant } from '../../columns.ts'
import { users } from '../people/users.ts'

/**
 * Answers to requests with an Idempotency-Key, written in the transaction that did their work.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: idOf(() => users.id, 'cascade'),
    /** `cart.add` */
    operation: text().notNull(),
    key: text().notNull(),
    /** SHA-256 of the input: the key is valid only for this one. */
    inputHash: text().notNull(),
    /** JSON text, which keeps the order of fields: the answer is repeated byte for byte. */
    answer: text().notNull(),
    /** Whether the request created something that did not exist before. */
    created: boolean().notNull(),
    /** Until then a request may be completing the answer; null once it is complete. */
    busyUntil: instant(),
    createdAt: instant().notNull(),
  },
  (keys) => [
    primaryKey({ columns: [keys.userId, keys.operation, keys.key] }),
    index('idempotency_keys_created').on(keys.createdAt),
  ],
)
