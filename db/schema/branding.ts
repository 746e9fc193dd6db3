import { pgTable, text } from 'drizzle-orm/pg-core'

/**
 * What certificates look like, whole or in part, with its pictures: never changed, because printed
 * certificates name it.
 */
export const brandings = pgTable('brandings', {
  /** Of the content, hexadecimal. */
  sha256: text().primaryKey(),
  /** JSON. */
  content: text().notNull(),
})
