import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { idOf } from '../../columns.ts'
import { courses, courseVersions } from '../courses/courses.ts'

/** The courses that make up a version of a program: its lessons of the type `course`. */
export const programCourses = pgTable(
  'program_courses',
  {
    /** The program's version. */
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
