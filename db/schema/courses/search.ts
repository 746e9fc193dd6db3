import { sql } from 'drizzle-orm'
import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { indexOfParts, words } from '../../columns.ts'
import { lessonBodies } from './lessons.ts'

/** The words of texts of lessons, for those who may read them: derived, and made again. */
export const lessonDocuments = pgTable(
  'lesson_documents',
  {
    bodySha256: text()
      .primaryKey()
      .references(() => lessonBodies.sha256),
    /** PostgreSQL's name for how the words of its language are searched. */
    configuration: text().notNull(),
    /** Stored without compression (migration 0046): searches read many. */
    document: words().notNull(),
    /** The text without Markdown, in small letters, where words are not set apart; else null. */
    searched: text(),
    /** Whether it has the words without accents as well; null: an older release made it. */
    folded: boolean(),
  },
  (documents) => [
    indexOfParts('lesson_documents_document', documents.document),
    indexOfParts('lesson_documents_trigrams', sql`${documents.searched} gin_trgm_ops`).where(
      sql`${documents.searched} is not null`,
    ),
  ],
)
