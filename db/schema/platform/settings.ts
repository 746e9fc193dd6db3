import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable } from 'drizzle-orm/pg-core'
import { instant } from '../../columns.ts'

/** The settings that the school keeps in the desk: one row, none before the first. */
export const schoolSettings = pgTable(
  'school_settings',
  {
    isOn: boolean().primaryKey().default(true),
    /** Rises with each change: by it every process sees that there is one. */
    revision: integer().notNull(),
    /** Values and texts, as server/config/school-settings.ts describes them. */
    content: jsonb().$type<unknown>().notNull(),
    changedAt: instant().notNull(),
  },
  (settings) => [check('school_settings_one_row', sql`${settings.isOn}`)],
)
