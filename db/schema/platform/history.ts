import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, idOf, instant } from '../../columns.ts'
import { courses } from '../courses/courses.ts'
import { users } from '../people/users.ts'

/** Acts on a course, with their authors. A trigger refuses every change but forgetting a user. */
export const courseHistory = pgTable(
  'course_history',
  {
    id: id(),
    courseId: idOf(() => courses.id),
    at: instant().notNull(),
    event: text().notNull(),
    /** Null for the command line, and once the account is erased. */
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    details: jsonb()
      .$type<Record<string, string | number | boolean | null>>()
      .notNull()
      .default({}),
  },
  (history) => [
    index('course_history_newest').on(history.courseId, history.id),
    index('course_history_user').on(history.userId),
  ],
)
