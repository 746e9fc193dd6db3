import { pgTable, text } from 'drizzle-orm/pg-core'

/**
 * Brandings of certificates, whole or in part, with their pictures. Never changed, because issued
 * certificates refer to them.
 */
export const brandings = pgTable('brandings', {
  /** SHA-256 of the content, hexadecimal. */
  sha256: text().primaryKey(),
  /** JSON. */
  content: text().notNull(),
})
