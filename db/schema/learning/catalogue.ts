import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, words } from '../../columns.ts'
import { courseLevels, courses } from './courses.ts'

/** What the catalogue finds and sorts published courses by: derived from them, and made again. */
export const catalogueEntries = pgTable(
  'catalogue_entries',
  {
    courseId: uuid()
      .primaryKey()
      .references(() => courses.id),
    /** The version that it was made of. */
    version: integer().notNull(),
    title: text().notNull(),
    language: text().notNull(),
    categories: text().array().notNull(),
    tags: text().array().notNull(),
    level: text({ enum: courseLevels }),
    isFree: boolean().notNull(),
    priceAmount: integer().notNull(),
    /** Of all lessons. */
    minutes: integer().notNull(),
    lessons: integer().notNull(),
    /** How many have enrolled; counted now and then. */
    learners: integer().notNull(),
    /** Title, summary and titles of lessons, as words of the course's language. */
    document: words().notNull(),
    /** The same in small letters, for what words do not find: misspellings, Chinese, Japanese. */
    searched: text().notNull(),
    madeAt: instant().notNull(),
  },
  (entries) => [
    index('catalogue_entries_document').using('gin', entries.document).with({ fastupdate: false }),
    index('catalogue_entries_trigrams')
      .using('gin', sql`${entries.searched} gin_trgm_ops`)
      .with({ fastupdate: false }),
    index('catalogue_entries_by_title').on(entries.title, entries.courseId),
    index('catalogue_entries_by_price').on(entries.priceAmount, entries.courseId),
    index('catalogue_entries_by_learners').on(entries.learners, entries.courseId),
    index('catalogue_entries_categories')
      .using('gin', entries.categories)
      .with({ fastupdate: false }),
    index('catalogue_entries_tags').using('gin', entries.tags).with({ fastupdate: false }),
    check(
      'catalogue_entries_level_known',
      sql`${entries.level} in ('beginner', 'intermediate', 'advanced')`,
    ),
  ],
)
