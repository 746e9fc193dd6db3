import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, idOf, instant } from '../../columns.ts'
import { media } from '../courses/media.ts'
import { users } from '../people/users.ts'
import { attempts } from './attempts.ts'

/** Files handed in, in their order. */
export const submissionFiles = pgTable(
  'submission_files',
  {
    attemptId: idOf(() => attempts.id, 'cascade'),
    position: integer().notNull(),
    name: text().notNull(),
    sha256: text()
      .notNull()
      .references(() => media.sha256),
  },
  (files) => [
    primaryKey({ columns: [files.attemptId, files.position] }),
    index('submission_files_sha256').on(files.sha256),
  ],
)

/** Comments that a grader keeps for later use. */
export const gradingComments = pgTable(
  'grading_comments',
  {
    id: id(),
    userId: idOf(() => users.id, 'cascade'),
    text: text().notNull(),
    createdAt: instant().notNull(),
  },
  (comments) => [index('grading_comments_of').on(comments.userId, comments.id)],
)
