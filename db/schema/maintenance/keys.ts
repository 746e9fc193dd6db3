import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '../../columns.ts'

/** The keys that the data was written with, by fingerprints that reveal nothing about them. */
export const dataKeys = pgTable(
  'data_keys',
  {
    kind: text({ enum: ['signing', 'peppers', 'credentials'] }).notNull(),
    /** The `kid`, or the version of a pepper. */
    name: text().notNull(),
    fingerprint: text().notNull(),
    notedAt: instant().notNull(),
  },
  (keys) => [primaryKey({ columns: [keys.kind, keys.name] })],
)
