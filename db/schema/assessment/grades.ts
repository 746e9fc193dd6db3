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
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { regradePolicies } from '../../../content/course-values.ts'
import { id, idOf, instant, known, workStatuses } from '../../columns.ts'
import { courses } from '../courses/courses.ts'
import { enrollments } from '../learning/enrollments.ts'
import { users } from '../people/users.ts'
import { attempts } from './attempts.ts'
import { questionRevisions } from './questions.ts'

/** The choices for certificates whose pass a regrade takes away. */
export const certificateFates = ['keep', 'revoke'] as const
/** Effects of a regrade on a learner's certificate. */
export const certificateEffects = ['issued', 'replaced', 'revoked', 'kept'] as const

/** Exceptions for one learner in a course, and their reason. */
export const accommodations = pgTable(
  'accommodations',
  {
    userId: uuid().notNull(),
    courseId: uuid().notNull(),
    /** The time for a quiz in percent: 150 is half as much again. */
    timePercent: integer().notNull().default(100),
    extraAttempts: integer().notNull().default(0),
    /** Extra days after an assignment's due date. */
    extraDays: integer().notNull().default(0),
    /** When it ends; null for as long as the course. */
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

/** Lessons that do not count for a learner until they are passed. */
export const excuses = pgTable(
  'excuses',
  {
    userId: uuid().notNull(),
    courseId: uuid().notNull(),
    lessonKey: text().notNull(),
    reason: text().notNull(),
    excusedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    excusedAt: instant().notNull(),
  },
  (excuses) => [
    primaryKey({ columns: [excuses.userId, excuses.courseId, excuses.lessonKey] }),
    foreignKey({
      name: 'excuses_of_enrolled',
      columns: [excuses.userId, excuses.courseId],
      foreignColumns: [enrollments.userId, enrollments.courseId],
    }).onDelete('cascade'),
    index('excuses_by').on(excuses.excusedBy).where(sql`${excuses.excusedBy} is not null`),
  ],
)

/** A question graded again, in all attempts that asked it: its progress, and its effects. */
export const regrades = pgTable(
  'regrades',
  {
    id: id(),
    courseId: idOf(() => courses.id),
    questionKey: text().notNull(),
    /** The revision that counts, or the last wrong one: see the policy. */
    toRevision: idOf(() => questionRevisions.id),
    policy: text({ enum: regradePolicies }).notNull(),
    /** Whether it changes nothing, and only says what it would do. */
    dryRun: boolean().notNull(),
    /** Whether points may fall, and why. */
    allowLower: boolean().notNull(),
    reason: text(),
    certificates: text({ enum: certificateFates }).notNull(),
    status: text({ enum: workStatuses }).notNull(),
    /** The last learner done. */
    after: uuid(),
    /** The number of attempts looked at. */
    checked: integer().notNull().default(0),
    requestedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant().notNull(),
    finishedAt: instant(),
  },
  (regrades) => [
    uniqueIndex('regrades_one_running')
      .on(regrades.courseId, regrades.questionKey)
      .where(sql`${regrades.status} = 'running' and not ${regrades.dryRun}`),
    index('regrades_of_question').on(regrades.courseId, regrades.questionKey, regrades.id),
    index('regrades_revision').on(regrades.toRevision),
    index('regrades_by').on(regrades.requestedBy).where(sql`${regrades.requestedBy} is not null`),
    known('regrades_policy_known', regrades.policy),
    known('regrades_status_known', regrades.status),
    known('regrades_certificates_known', regrades.certificates),
    check(
      'regrades_lower_says_why',
      sql`not ${regrades.allowLower} or ${regrades.reason} is not null`,
    ),
    check(
      'regrades_done_says_when',
      sql`(${regrades.status} = 'done') = (${regrades.finishedAt} is not null)`,
    ),
  ],
)

/** Effects of a regrade on a learner, done or foretold. */
export const regradeResults = pgTable(
  'regrade_results',
  {
    regradeId: idOf(() => regrades.id, 'cascade'),
    userId: idOf(() => users.id, 'cascade'),
    lessonKey: text().notNull(),
    /** The score of the best attempt, in basis points. */
    scoreBefore: integer().notNull(),
    scoreAfter: integer().notNull(),
    passedBefore: boolean().notNull(),
    passedAfter: boolean().notNull(),
    /** Whether points that would have fallen were kept. */
    kept: boolean().notNull(),
    gradeBefore: integer(),
    gradeAfter: integer(),
    completes: boolean().notNull(),
    certificate: text({ enum: certificateEffects }),
  },
  (results) => [
    primaryKey({ columns: [results.regradeId, results.userId, results.lessonKey] }),
    index('regrade_results_user').on(results.userId),
    known('regrade_results_certificate_known', results.certificate),
  ],
)

/** Every grading of an attempt, append-only; the last one counts. */
export const gradings = pgTable(
  'gradings',
  {
    attemptId: idOf(() => attempts.id, 'cascade'),
    /** Counts the gradings of an attempt, from 1. */
    number: integer().notNull(),
    at: instant().notNull(),
    cause: text({ enum: ['submission', 'person', 'regrade'] }).notNull(),
    /** The grading person; null if none did, and once the account is erased. */
    graderId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Points of each item or criterion; null for a dropped item. Null: only points as a whole. */
    itemPoints: integer().array().$type<(number | null)[]>(),
    points: integer().notNull(),
    maxPoints: integer().notNull(),
    score: integer().notNull(),
    passed: boolean().notNull(),
    /** Tells the learner about the grading. */
    comment: text(),
  },
  (gradings) => [
    primaryKey({ columns: [gradings.attemptId, gradings.number] }),
    index('gradings_by').on(gradings.graderId).where(sql`${gradings.graderId} is not null`),
    known('gradings_cause_known', gradings.cause),
    check('gradings_points_range', sql`${gradings.points} between 0 and ${gradings.maxPoints}`),
  ],
)
