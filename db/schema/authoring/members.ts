import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../columns.ts'
import { courses } from '../courses/courses.ts'
import { users } from '../people/users.ts'

/** Who works on a course. Administrators may do everything without being a member. */
export const courseMembers = pgTable(
  'course_members',
  {
    courseId: uuid()
      .notNull()
      .references(() => courses.id),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text({ enum: ['owner', 'author', 'reviewer'] }).notNull(),
    addedAt: instant().notNull(),
  },
  (members) => [
    primaryKey({ name: 'course_members_pk', columns: [members.courseId, members.userId] }),
    index('course_members_user').on(members.userId, members.courseId),
    check('course_members_role_known', sql`${members.role} in ('owner', 'author', 'reviewer')`),
  ],
)
