import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { courseLevels } from '../../../content/course-values.ts'
import { idOf, indexOfParts, instant, known, words } from '../../columns.ts'
import { courses } from './courses.ts'

/** Data that published courses are found and sorted by: derived from them, and made again. */
export const catalogueEntries = pgTable(
  'catalogue_entries',
  {
    courseId: idOf(() => courses.id).primaryKey(),
    /** The version that it was made of. */
    version: integer().notNull(),
    /** In lower case and without accents, for sorting. */
    title: text().notNull(),
    language: text().notNull(),
    categories: text().array().notNull(),
    tags: text().array().notNull(),
    level: text({ enum: courseLevels }),
    /** Total of all lessons. */
    minutes: integer().notNull(),
    lessons: integer().notNull(),
    /** The number of enrolled learners; counted now and then. */
    learners: integer().notNull(),
    /** PostgreSQL's text search configuration for its language. */
    configuration: text().notNull(),
    /** Finds it: words of title, summary, authors, tags and titles of lessons. */
    document: words().notNull(),
    /** Ranks it: the same without the lessons, short enough to be read for every match. */
    ranked: words().notNull(),
    /** All of it in lower case if the script does not separate words; else null. */
    searched: text(),
    madeAt: instant().notNull(),
    /** The version whose words it has in all spellings; null from an older release. */
    folded: integer(),
  },
  (entries) => [
    indexOfParts('catalogue_entries_document', entries.document),
    index('catalogue_entries_by_configuration').on(entries.configuration),
    index('catalogue_entries_by_title').on(entries.title, entries.courseId),
    index('catalogue_entries_by_learners').on(entries.learners, entries.courseId),
    indexOfParts('catalogue_entries_title_parts', sql`${entries.title} gin_trgm_ops`),
    indexOfParts('catalogue_entries_categories', entries.categories),
    indexOfParts('catalogue_entries_tags', entries.tags),
    known('catalogue_entries_level_known', entries.level),
  ],
)

/** Words of the catalogue, for searches with a misspelled word or a part of one. */
export const catalogueWords = pgTable(
  'catalogue_words',
  {
    word: text().primaryKey(),
    /** The word, and the word without any one of its letters; empty for short ones. */
    misspellings: text().array().notNull(),
  },
  (entries) => [
    indexOfParts('catalogue_words_trigrams', sql`${entries.word} gin_trgm_ops`),
    indexOfParts('catalogue_words_misspellings', entries.misspellings),
  ],
)
