import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { idOf, instant, known } from '../../columns.ts'
import { enrollments } from '../learning/enrollments.ts'
import { users } from '../people/users.ts'
import { attempts } from './attempts.ts'

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

/** Every grading of an attempt, append-only; the last one counts. */
export const gradings = pgTable(
  'gradings',
  {
    attemptId: idOf(() => attempts.id, 'cascade'),
    /** Counts those of an attempt, from 1. */
    number: integer().notNull(),
    at: instant().notNull(),
    cause: text({ enum: ['submission', 'person', 'regrade'] }).notNull(),
    /** The person; null where none graded, and once the account is erased. */
    graderId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Of each item, or criterion; null for what waits for a person. Null for points as a whole. */
    itemPoints: integer().array().$type<(number | null)[]>(),
    points: integer().notNull(),
    maxPoints: integer().notNull(),
    score: integer().notNull(),
    passed: boolean().notNull(),
    /** To the learner. */
    comment: text(),
  },
  (gradings) => [
    primaryKey({ columns: [gradings.attemptId, gradings.number] }),
    index('gradings_by').on(gradings.graderId).where(sql`${gradings.graderId} is not null`),
    known('gradings_cause_known', gradings.cause),
    check('gradings_points_range', sql`${gradings.points} between 0 and ${gradings.maxPoints}`),
  ],
)
