import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, idOf, instant, known } from '../../columns.ts'
import { courses } from '../courses/courses.ts'

export const questionTypeNames = [
  'single',
  'multiple',
  'number',
  'text',
  'order',
  'match',
  'essay',
] as const

/** A question as written once; it never changes. Nothing in it gives its answer away. */
export const questionRevisions = pgTable(
  'question_revisions',
  {
    id: id(),
    courseId: idOf(() => courses.id),
    /** The identity of the question within its course. */
    key: text().notNull(),
    /** Counts its revisions, from 1. */
    number: integer().notNull(),
    type: text({ enum: questionTypeNames }).notNull(),
    shown: jsonb().$type<Record<string, unknown>>().notNull(),
    /** When a version first asked it; until then it lives and dies with its draft. */
    publishedAt: instant(),
    createdAt: instant().notNull(),
  },
  (revisions) => [
    uniqueIndex('question_revisions_of_key').on(
      revisions.courseId,
      revisions.key,
      revisions.number,
    ),
    index('question_revisions_drafted')
      .on(revisions.courseId)
      .where(sql`${revisions.publishedAt} is null`),
    known('question_revisions_type_known', revisions.type),
    check('question_revisions_number_positive', sql`${revisions.number} >= 1`),
  ],
)

/**
 * Right answers and explanations. No statement for learners names this table: the test of the
 * structure ensures that.
 */
export const questionSecrets = pgTable('question_secrets', {
  revisionId: idOf(() => questionRevisions.id, 'cascade').primaryKey(),
  secret: jsonb().$type<Record<string, unknown>>().notNull(),
  /** SHA-256 of the whole question, hexadecimal; knowing it would allow trying answers. */
  sha256: text().notNull(),
})
