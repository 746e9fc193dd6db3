import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../columns.ts'
import { courseVersions } from './courses.ts'
import { users } from './users.ts'

/** Access to a course. Who has no active enrollment has no access, whatever was ordered. */
export const enrollments = pgTable(
  'enrollments',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    courseId: uuid().notNull(),
    /** The version that this learner takes. */
    versionId: uuid().notNull(),
    status: text({ enum: ['active', 'ended'] })
      .notNull()
      .default('active'),
    source: text({ enum: ['transaction', 'administrator'] }).notNull(),
    enrolledAt: instant().notNull(),
    /** The first completion; it stays for ever. */
    completedAt: instant(),
  },
  (enrollments) => [
    primaryKey({ columns: [enrollments.userId, enrollments.courseId] }),
    foreignKey({
      name: 'enrollments_version_of_course',
      columns: [enrollments.courseId, enrollments.versionId],
      foreignColumns: [courseVersions.courseId, courseVersions.id],
    }),
    index('enrollments_course').on(enrollments.courseId, enrollments.versionId),
    check('enrollments_status_known', sql`${enrollments.status} in ('active', 'ended')`),
    check('enrollments_source_known', sql`${enrollments.source} in ('transaction', 'administrator')`),
  ],
)

/** One row per learner and lesson, kept by the lesson's key. Only ever rises. */
export const lessonProgress = pgTable(
  'lesson_progress',
  {
    userId: uuid().notNull(),
    courseId: uuid().notNull(),
    lessonKey: text().notNull(),
    percent: smallint().notNull(),
    /** Where the learner stopped in a video or a text, in seconds. */
    positionSeconds: integer().notNull(),
    completedAt: instant(),
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
    check('lesson_progress_completed_is_whole', sql`${progress.completedAt} is null or ${progress.percent} = 100`),
  ],
)
