import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { idOf } from '../../columns.ts'
import { media } from '../courses/media.ts'
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
