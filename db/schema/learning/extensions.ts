import { sql } from 'drizzle-orm'
import { date, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../columns.ts'
import { users } from '../people/users.ts'
import { enrollments } from './enrollments.ts'

/** A later due day for one learner, and the reason. */
export const extensions = pgTable(
  'extensions',
  {
    userId: uuid().notNull(),
    courseId: uuid().notNull(),
    /** The lesson; empty for the course itself. */
    lessonKey: text().notNull(),
    dueOn: date().notNull(),
    reason: text().notNull(),
    grantedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    grantedAt: instant().notNull(),
  },
  (extensions) => [
    primaryKey({ columns: [extensions.userId, extensions.courseId, extensions.lessonKey] }),
    foreignKey({
      name: 'extensions_of_enrolled',
      columns: [extensions.userId, extensions.courseId],
      foreignColumns: [enrollments.userId, enrollments.courseId],
    }).onDelete('cascade'),
    index('extensions_of_course').on(extensions.courseId, extensions.userId),
    index('extensions_by').on(extensions.grantedBy).where(sql`${extensions.grantedBy} is not null`),
  ],
)
