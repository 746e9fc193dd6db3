import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { idOf } from '../../columns.ts'
import { courses, courseVersions } from '../courses/courses.ts'

/** The courses that a version of a program is made of: its lessons of the type `course`. */
export const programCourses = pgTable(
  'program_courses',
  {
    /** Of the program. */
    versionId: idOf(() => courseVersions.id),
    position: integer().notNull(),
    lessonKey: text().notNull(),
    courseId: idOf(() => courses.id),
  },
  (links) => [
    primaryKey({ columns: [links.versionId, links.courseId] }),
    index('program_courses_course').on(links.courseId),
  ],
)
