import { sql } from 'drizzle-orm'
import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { indexOfParts, words } from '../../columns.ts'
import { lessonBodies } from './lessons.ts'

/** Words of lessons' texts, for those who may read them: derived, and made again. */
export const lessonDocuments = pgTable(
  'lesson_documents',
  {
    bodySha256: text()
      .primaryKey()
      .references(() => lessonBodies.sha256),
    /** PostgreSQL's text search configuration for its language. */
    configuration: text().notNull(),
    /** Stored without compression (migration 0046): searches read many. */
    document: words().notNull(),
    /** The text without Markdown, in lower case, where words are not separated; else null. */
    searched: text(),
    /** Whether it has the words without accents as well; null from an older release. */
    folded: boolean(),
  },
  (documents) => [
    indexOfParts('lesson_documents_document', documents.document),
    indexOfParts('lesson_documents_trigrams', sql`${documents.searched} gin_trgm_ops`).where(
      sql`${documents.searched} is not null`,
    ),
  ],
)
