import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  pgView,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { type LessonDetails, lessonTypeNames } from '../../../content/lessons/lesson-type-names.ts'
import { id, indexOfParts, known } from '../../columns.ts'
import { courseVersions } from './courses.ts'

/** The Markdown of lessons, each text once, whichever lessons and versions have it. */
export const lessonBodies = pgTable('lesson_bodies', {
  /** SHA-256 of the text in UTF-8, hexadecimal. */
  sha256: text().primaryKey(),
  content: text().notNull(),
})

/** Marks a lesson that no later version has changed. */
export const openEnd = 2_147_483_647

/**
 * A lesson over a range of versions: publishing does not write unchanged ones again. Only the end
 * of the range may be set, by the publication that replaces it.
 */
export const lessonRevisions = pgTable(
  'lesson_revisions',
  {
    id: id(),
    courseId: uuid().notNull(),
    /** Stable within the course: carries progress from version to version. */
    key: text().notNull(),
    /** Keys that the lesson had before: they carry progress as well. */
    formerKeys: text().array().notNull().default([]),
    fromVersion: integer().notNull(),
    /** The last version that has it; `openEnd` as long as all later ones do. */
    untilVersion: integer().notNull(),
    /** Order within the whole version. */
    position: integer().notNull(),
    sectionPosition: integer().notNull(),
    title: text().notNull(),
    type: text({ enum: lessonTypeNames }).notNull(),
    minutes: integer().notNull(),
    required: boolean().notNull(),
    preview: boolean().notNull(),
    bodySha256: text().references(() => lessonBodies.sha256),
    /** Markdown of a lesson that predates stored bodies; a job moves it there. */
    content: text(),
    details: jsonb().$type<LessonDetails>(),
    /** The files that text and details name: SHA-256 by path. Null without any. */
    files: jsonb().$type<Record<string, string>>(),
  },
  (revisions) => [
    // Ordered by the end of the range, so that the newest version is found without reading others.
    uniqueIndex('lesson_revisions_of_key').on(
      revisions.courseId,
      revisions.key,
      revisions.untilVersion,
    ),
    uniqueIndex('lesson_revisions_at_position').on(
      revisions.courseId,
      revisions.position,
      revisions.untilVersion,
    ),
    indexOfParts('lesson_revisions_former_keys', revisions.formerKeys).where(
      sql`${revisions.formerKeys} <> '{}'`,
    ),
    foreignKey({
      name: 'lesson_revisions_from_version',
      columns: [revisions.courseId, revisions.fromVersion],
      foreignColumns: [courseVersions.courseId, courseVersions.number],
    }),
    index('lesson_revisions_without_body')
      .on(revisions.id)
      .where(sql`${revisions.bodySha256} is null`),
    known('lesson_revisions_type_known', revisions.type),
    check('lesson_revisions_minutes_positive', sql`${revisions.minutes} >= 1`),
    check('lesson_revisions_range', sql`${revisions.fromVersion} <= ${revisions.untilVersion}`),
    check(
      'lesson_revisions_one_body',
      sql`(${revisions.bodySha256} is null) = (${revisions.content} is not null)`,
    ),
  ],
)

/** Every lesson of every version, for reading: revisions by the versions that have them. */
export const lessons = pgView('lessons', {
  id: uuid().notNull(),
  courseId: uuid().notNull(),
  versionId: uuid().notNull(),
  sectionId: uuid().notNull(),
  key: text().notNull(),
  formerKeys: text().array().notNull(),
  position: integer().notNull(),
  title: text().notNull(),
  type: text({ enum: lessonTypeNames }).notNull(),
  minutes: integer().notNull(),
  required: boolean().notNull(),
  preview: boolean().notNull(),
  /** Markdown. */
  content: text().notNull(),
}).existing()
