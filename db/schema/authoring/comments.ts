import { type AnyPgColumn, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, idOf, instant } from '../../columns.ts'
import { courses } from '../courses/courses.ts'
import { users } from '../people/users.ts'

/** What is asked about a draft, and the answers. They stay with the course. */
export const draftComments = pgTable(
  'draft_comments',
  {
    id: id(),
    courseId: idOf(() => courses.id, 'cascade'),
    /** The comment that it answers; null for one that asks. */
    answerTo: uuid().references((): AnyPgColumn => draftComments.id, { onDelete: 'cascade' }),
    /** Null for the course as a whole. */
    lessonKey: text(),
    /** The field that it is about, such as `quiz.pools.0.questions.1.options`. */
    path: text(),
    /** The words of the lesson that it is about. */
    quote: text(),
    text: text().notNull(),
    createdAt: instant().notNull(),
    /** Null once the account is erased. */
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    resolvedAt: instant(),
    resolvedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
  },
  (comments) => [
    index('draft_comments_of_course').on(comments.courseId, comments.id),
    index('draft_comments_answers').on(comments.answerTo),
    // Serves the erasure of an account.
    index('draft_comments_created_by').on(comments.createdBy),
    index('draft_comments_resolved_by').on(comments.resolvedBy),
  ],
)
