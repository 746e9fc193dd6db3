import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant, secondRanges } from '../../columns.ts'
import { enrollments } from './enrollments.ts'

/** A learner's progress in a lesson, by the lesson's key. It never goes back. */
export const lessonProgress = pgTable(
  'lesson_progress',
  {
    userId: uuid().notNull(),
    courseId: uuid().notNull(),
    lessonKey: text().notNull(),
    percent: smallint().notNull(),
    /** The learner's position in a video or a text, in seconds. */
    positionSeconds: integer().notNull(),
    /** The report that says so: the latest by its instant, then by its id. Null until one does. */
    positionAt: instant(),
    positionId: uuid(),
    /** The earliest instant as of which completion was reported. */
    completedAt: instant(),
    /** When it was opened again: what is older no longer counts. */
    reopenedAt: instant(),
    /** The seconds of a video that were watched; null unless reported. */
    watched: secondRanges(),
    updatedAt: instant().notNull(),
  },
  (progress) => [
    primaryKey({ columns: [progress.userId, progress.courseId, progress.lessonKey] }),
    foreignKey({
      name: 'lesson_progress_of_enrolled',
      columns: [progress.userId, progress.courseId],
      foreignColumns: [enrollments.userId, enrollments.courseId],
    }).onDelete('cascade'),
    check('lesson_progress_percent_range', sql`${progress.percent} between 0 and 100`),
    check('lesson_progress_position_not_negative', sql`${progress.positionSeconds} >= 0`),
    check(
      'lesson_progress_completed_is_whole',
      sql`${progress.completedAt} is null or ${progress.percent} = 100`,
    ),
  ],
)

/** First openings of videos whose watching counts: no more is watched than time passes. */
export const lessonOpenings = pgTable(
  'lesson_openings',
  {
    userId: uuid().notNull(),
    courseId: uuid().notNull(),
    lessonKey: text().notNull(),
    openedAt: instant().notNull(),
  },
  (openings) => [
    primaryKey({ columns: [openings.userId, openings.courseId, openings.lessonKey] }),
    foreignKey({
      name: 'lesson_openings_of_enrolled',
      columns: [openings.userId, openings.courseId],
      foreignColumns: [enrollments.userId, enrollments.courseId],
    }).onDelete('cascade'),
  ],
)
