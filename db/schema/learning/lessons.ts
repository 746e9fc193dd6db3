import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { id } from '../../columns.ts'
import { courses, courseVersions, sections } from './courses.ts'

export const lessons = pgTable(
  'lessons',
  {
    id: id(),
    courseId: uuid()
      .notNull()
      .references(() => courses.id),
    versionId: uuid().notNull(),
    sectionId: uuid().notNull(),
    /** Stable within the course: carries progress from version to version. */
    key: text().notNull(),
    /** Order within the whole version. */
    position: integer().notNull(),
    title: text().notNull(),
    type: text({ enum: ['text', 'video'] }).notNull(),
    minutes: integer().notNull(),
    required: boolean().notNull(),
    preview: boolean().notNull(),
    /** Markdown. */
    content: text().notNull(),
  },
  (lessons) => [
    unique('lessons_key_key').on(lessons.versionId, lessons.key),
    unique('lessons_position_key').on(lessons.versionId, lessons.position),
    foreignKey({
      name: 'lessons_version_of_course',
      columns: [lessons.courseId, lessons.versionId],
      foreignColumns: [courseVersions.courseId, courseVersions.id],
    }),
    foreignKey({
      name: 'lessons_section_of_version',
      columns: [lessons.versionId, lessons.sectionId],
      foreignColumns: [sections.versionId, sections.id],
    }),
    index('lessons_section').on(lessons.sectionId),
    check('lessons_type_known', sql`${lessons.type} in ('text', 'video')`),
    check('lessons_minutes_positive', sql`${lessons.minutes} >= 1`),
  ],
)
