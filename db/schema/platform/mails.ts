import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant, known } from '../../columns.ts'
import { users } from '../people/users.ts'

/** Mails that were sent or tried, for a month: what became of each. The mail itself is not kept. */
export const mails = pgTable(
  'mails',
  {
    /** That of the job which sends it. */
    id: id(),
    /** Goes with the account. Null for an invitation, and when the account was gone before. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    status: text({ enum: ['waiting', 'sent', 'failed'] }).notNull(),
    attempts: integer().notNull().default(0),
    /** Why the last try failed, without any email. */
    failure: text(),
    /** What sends it again; null where it holds a code, an email or the name of somebody else. */
    payload: jsonb().$type<object>(),
    createdAt: instant().notNull(),
    endedAt: instant(),
  },
  (mails) => [
    index('mails_user').on(mails.userId, mails.id),
    index('mails_status').on(mails.status, mails.id),
    index('mails_kind').on(mails.kind, mails.status, mails.id),
    known('mails_status_known', mails.status),
  ],
)
