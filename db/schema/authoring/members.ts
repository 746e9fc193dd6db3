import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { memberRoles } from '../../../content/course-values.ts'
import { idOf, instant, known } from '../../columns.ts'
import { courses } from '../courses/courses.ts'
import { users } from '../people/users.ts'

/** People who work on a course. Administrators may do everything without being members. */
export const courseMembers = pgTable(
  'course_members',
  {
    courseId: idOf(() => courses.id),
    userId: idOf(() => users.id, 'cascade'),
    role: text({ enum: memberRoles }).notNull(),
    /** The cohorts of a teacher; null for all learners. */
    cohortIds: uuid().array(),
    addedAt: instant().notNull(),
  },
  (members) => [
    primaryKey({ name: 'course_members_pk', columns: [members.courseId, members.userId] }),
    index('course_members_user').on(members.userId, members.courseId),
    known('course_members_role_known', members.role),
    check(
      'course_members_cohorts_of_teacher',
      sql`${members.cohortIds} is null or ${members.role} = 'teacher'`,
    ),
  ],
)
