import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant } from '../../columns.ts'
import { enrollments } from '../learning/enrollments.ts'
import { users } from '../people/users.ts'

/** What one learner gets in a course that others do not, and why. */
export const accommodations = pgTable(
  'accommodations',
  {
    userId: uuid().notNull(),
    courseId: uuid().notNull(),
    /** Of the time of a quiz, in percent: 150 is half as much again. */
    timePercent: integer().notNull().default(100),
    extraAttempts: integer().notNull().default(0),
    /** Days after the date at which assignments are due. */
    extraDays: integer().notNull().default(0),
    /** Null for as long as the course. */
    until: instant(),
    reason: text().notNull(),
    grantedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    grantedAt: instant().notNull(),
  },
  (accommodations) => [
    primaryKey({ columns: [accommodations.userId, accommodations.courseId] }),
    foreignKey({
      name: 'accommodations_of_enrolled',
      columns: [accommodations.userId, accommodations.courseId],
      foreignColumns: [enrollments.userId, enrollments.courseId],
    }).onDelete('cascade'),
    index('accommodations_by')
      .on(accommodations.grantedBy)
      .where(sql`${accommodations.grantedBy} is not null`),
    check('accommodations_time_range', sql`${accommodations.timePercent} between 100 and 1000`),
    check('accommodations_attempts_range', sql`${accommodations.extraAttempts} between 0 and 100`),
    check('accommodations_days_range', sql`${accommodations.extraDays} between 0 and 1000`),
  ],
)
