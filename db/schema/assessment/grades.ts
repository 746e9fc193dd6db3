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

/** What a regrade does with certificates whose pass it takes. */
export const certificateFates = ['keep', 'revoke'] as const
/** What it did with the one of a learner. */
export const certificateEffects = ['issued', 'replaced', 'revoked', 'kept'] as const

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

/** A question graded again, in all attempts that asked it: how far it is, and what it did. */
export const regrades = pgTable(
  'regrades',
  {
    id: id(),
    courseId: idOf(() => courses.id),
    questionKey: text().notNull(),
    /** Counts, or is the last that is wrong: see the policy. */
    toRevision: idOf(() => questionRevisions.id),
    policy: text({ enum: regradePolicies }).notNull(),
    /** Changes nothing: says what it would do. */
    dryRun: boolean().notNull(),
    /** Whether points may fall, and why. */
    allowLower: boolean().notNull(),
    reason: text(),
    certificates: text({ enum: certificateFates }).notNull(),
    status: text({ enum: workStatuses }).notNull(),
    /** The learner who was done last. */
    after: uuid(),
    /** Attempts that were looked at. */
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

/** What a regrade changed for a learner, or would. */
export const regradeResults = pgTable(
  'regrade_results',
  {
    regradeId: idOf(() => regrades.id, 'cascade'),
    userId: idOf(() => users.id, 'cascade'),
    lessonKey: text().notNull(),
    /** Of the best attempt, in basis points. */
    scoreBefore: integer().notNull(),
    scoreAfter: integer().notNull(),
    passedBefore: boolean().notNull(),
    passedAfter: boolean().notNull(),
    /** Points would have fallen, and stayed. */
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
    /** Counts those of an attempt, from 1. */
    number: integer().notNull(),
    at: instant().notNull(),
    cause: text({ enum: ['submission', 'person', 'regrade'] }).notNull(),
    /** The person; null where none graded, and once the account is erased. */
    graderId: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Of each item, or criterion; null for an item that a regrade dropped. Null: points as a whole. */
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
