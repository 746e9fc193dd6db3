import { date, index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { idOf, instant } from '../../columns.ts'
import { users } from '../people/users.ts'

/** Days of a learner's calendar with a reminder, so that none gets two. Kept for some weeks. */
export const reminders = pgTable(
  'reminders',
  {
    userId: idOf(() => users.id, 'cascade'),
    day: date().notNull(),
    sentAt: instant().notNull(),
  },
  (reminders) => [
    primaryKey({ columns: [reminders.userId, reminders.day] }),
    index('reminders_day').on(reminders.day),
  ],
)
