import { sql } from 'drizzle-orm'
import { check, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { idOf, instant } from '../../columns.ts'
import { media } from '../courses/media.ts'
import { users } from '../people/users.ts'
import { courseMembers } from './members.ts'

/** What people say about themselves on the pages of the courses that they teach. */
export const teacherProfiles = pgTable(
  'teacher_profiles',
  {
    userId: idOf(() => users.id, 'cascade').primaryKey(),
    biography: text(),
    /** A picture: SHA-256 of its bytes. */
    sha256: text().references(() => media.sha256),
  },
  (profiles) => [
    index('teacher_profiles_sha256').on(profiles.sha256),
    check('teacher_profiles_biography_length', sql`char_length(${profiles.biography}) <= 1000`),
  ],
)

/** Members of a course who agreed to be shown on its page. */
export const courseTeachers = pgTable(
  'course_teachers',
  {
    courseId: uuid().notNull(),
    userId: uuid().notNull(),
    agreedAt: instant().notNull(),
  },
  (teachers) => [
    primaryKey({ columns: [teachers.courseId, teachers.userId] }),
    // Whoever leaves the course is shown no longer.
    foreignKey({
      name: 'course_teachers_are_members',
      columns: [teachers.courseId, teachers.userId],
      foreignColumns: [courseMembers.courseId, courseMembers.userId],
    }).onDelete('cascade'),
    index('course_teachers_user').on(teachers.userId),
  ],
)
