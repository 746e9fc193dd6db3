import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant, known } from '../../columns.ts'
import { users } from '../people/users.ts'

/** Mails sent or tried in the last month, with their outcome. Not the mail itself. */
export const mails = pgTable(
  'mails',
  {
    /** The id of the job that sends it. */
    id: id(),
    /** Deletes it with the account. Null for an invitation, and if the account was gone before. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    status: text({ enum: ['waiting', 'sent', 'failed'] }).notNull(),
    attempts: integer().notNull().default(0),
    /** The reason of the last failure, without any email. */
    failure: text(),
    /** Data to send it again; null if it holds a code, an email or another person's name. */
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
