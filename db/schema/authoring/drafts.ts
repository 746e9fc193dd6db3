import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { type LessonDetails, lessonTypeNames } from '../../../content/lessons/lesson-type-names.ts'
import { idOf, indexOfParts, instant, known } from '../../columns.ts'
import { courses, draftTerms } from '../courses/courses.ts'
import { lessonBodies } from '../courses/lessons.ts'
import { users } from '../people/users.ts'

/** The order of a draft: sections, each with the keys of its lessons. */
export type DraftOutline = { title: string; lessons: string[] }[]

/**
 * The next version of a course, in progress. The row outlives publishing and discarding, so that a
 * revision never comes twice.
 */
export const drafts = pgTable(
  'drafts',
  {
    courseId: idOf(() => courses.id).primaryKey(),
    /** Rises with every change of the draft or of one of its lessons. */
    revision: integer().notNull(),
    /** Null without a draft, like its terms. */
    outline: jsonb().$type<DraftOutline>(),
    ...draftTerms(),
    /** The number of the version that it changes; null when nothing was published before. */
    baseVersion: integer(),
    /** Everybody who has changed it: none of them may approve it. */
    writers: uuid().array().notNull().default([]),
    reviewRequestedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    reviewRequestedAt: instant(),
    /** The revision to review; no later one is under review. */
    reviewRequestedRevision: integer(),
    approvedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    approvedAt: instant(),
    /** The approved revision; no later one is approved. */
    approvedRevision: integer(),
    changedAt: instant().notNull(),
  },
  (drafts) => [
    // Serves the erasure of an account.
    index('drafts_review_requested_by')
      .on(drafts.reviewRequestedBy)
      .where(sql`${drafts.reviewRequestedBy} is not null`),
    indexOfParts('drafts_writers', drafts.writers).where(sql`${drafts.writers} <> '{}'`),
    index('drafts_approved_by').on(drafts.approvedBy).where(sql`${drafts.approvedBy} is not null`),
    index('drafts_under_review')
      .on(drafts.reviewRequestedAt)
      .where(sql`${drafts.reviewRequestedRevision} = ${drafts.revision}`),
    check(
      'drafts_whole_or_none',
      sql`(${drafts.outline} is null) = (${drafts.title} is null) and (${drafts.outline} is null) = (${drafts.summary} is null) and (${drafts.outline} is null) = (${drafts.language} is null)`,
    ),
    check('drafts_revision_positive', sql`${drafts.revision} >= 1`),
  ],
)

export const draftLessons = pgTable(
  'draft_lessons',
  {
    courseId: uuid().notNull(),
    key: text().notNull(),
    /** The revision of the draft that changed it last. */
    revision: integer().notNull(),
    formerKeys: text().array().notNull().default([]),
    title: text().notNull(),
    type: text({ enum: lessonTypeNames }).notNull(),
    minutes: integer().notNull(),
    required: boolean().notNull(),
    preview: boolean().notNull(),
    /** The text of a published lesson that was not rewritten. */
    bodySha256: text().references(() => lessonBodies.sha256),
    /** Markdown that was rewritten. */
    content: text(),
    details: jsonb().$type<LessonDetails>(),
  },
  (lessons) => [
    primaryKey({ name: 'draft_lessons_pk', columns: [lessons.courseId, lessons.key] }),
    foreignKey({
      name: 'draft_lessons_of_draft',
      columns: [lessons.courseId],
      foreignColumns: [drafts.courseId],
    }),
    known('draft_lessons_type_known', lessons.type),
    check('draft_lessons_minutes_positive', sql`${lessons.minutes} >= 1`),
    check(
      'draft_lessons_one_body',
      sql`(${lessons.bodySha256} is null) = (${lessons.content} is not null)`,
    ),
  ],
)
