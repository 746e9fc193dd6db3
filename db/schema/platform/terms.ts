import { sql } from 'drizzle-orm'
import { check, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { idOf, instant } from '../../columns.ts'
import { users } from '../people/users.ts'

/** Which versions of the school's terms an account has accepted, and when first. */
export const termsAcceptances = pgTable(
  'terms_acceptances',
  {
    userId: idOf(() => users.id, 'cascade'),
    version: text().notNull(),
    acceptedAt: instant().notNull(),
  },
  (acceptances) => [
    primaryKey({ columns: [acceptances.userId, acceptances.version] }),
    check(
      'terms_acceptances_version_length',
      sql`char_length(${acceptances.version}) between 1 and 40`,
    ),
  ],
)
