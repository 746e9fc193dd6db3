import { sql } from 'drizzle-orm'
import {
  bigint,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'

/** The columns by which reports count enrollments; each is in one row of a length of days. */
const counted = {
  versionId: uuid().notNull(),
  /** Tenths of a day from enrollment to completion; null until then. */
  tenths: integer(),
}

/**
 * Counts of a course's enrollments that began in a span of days (UTC): 1, 32 or 1024, so that any
 * period takes few rows. Names nobody.
 */
export const learningTallies = pgTable(
  'learning_tallies',
  {
    courseId: uuid().notNull(),
    days: smallint().notNull(),
    /** The first day, counted since 1970; a multiple of `days`. */
    start: integer().notNull(),
    ...counted,
    enrolled: integer().notNull(),
    /** Includes those that are due to end. */
    active: integer().notNull(),
    started: integer().notNull(),
    certificates: integer().notNull(),
  },
  (tallies) => [
    unique('learning_tallies_key')
      .on(tallies.courseId, tallies.days, tallies.start, tallies.versionId, tallies.tenths)
      .nullsNotDistinct(),
    index('learning_tallies_empty').on(tallies.courseId).where(sql`${tallies.enrolled} = 0`),
  ],
)

/** Counts by triggers that are not in the tallies yet: a report adds both. */
export const learningDeltas = pgTable(
  'learning_deltas',
  {
    courseId: uuid().notNull(),
    /** Its order has no meaning: transactions commit in another. */
    number: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    day: integer().notNull(),
    ...counted,
    enrolled: smallint().notNull(),
    active: smallint().notNull(),
    started: smallint().notNull(),
    certificates: smallint().notNull(),
  },
  (deltas) => [primaryKey({ columns: [deltas.courseId, deltas.number] })],
)

/** Courses whose enrollments are all in tallies and deltas. Reports count others directly. */
export const talliedCourses = pgTable('tallied_courses', {
  courseId: uuid().primaryKey(),
})
