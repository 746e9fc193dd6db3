import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { gradedTypes } from '../../../content/lessons/lesson-type-names.ts'
import { id, idOf, indexOfParts, instant, known, together } from '../../columns.ts'
import { lessonRevisions } from '../courses/lessons.ts'
import { enrollments } from '../learning/enrollments.ts'
import { users } from '../people/users.ts'
import type { questionTypeNames } from './questions.ts'

/** A question as an attempt asks it: frozen when the attempt starts. */
export interface AttemptItem {
  /** The id of the question's revision. */
  revision: string
  type: (typeof questionTypeNames)[number]
  /** Counted in parts of points. */
  points: number
  /** The number of parts in each point, the same for all of an attempt; absent: one. */
  parts?: number
  /** The order shown, as places of the stored things. */
  order: number[]
  /** The number of entries in an answer, where that is fixed. */
  count?: number
}

/** waiting: a person is to grade it; returned: given back for another try, ungraded. */
export const attemptStatuses = ['open', 'waiting', 'graded', 'returned'] as const

/** A learner's work for a pass: an attempt at a quiz, or what was handed in for an assignment. */
export const attempts = pgTable(
  'attempts',
  {
    id: id(),
    userId: uuid().notNull(),
    courseId: uuid().notNull(),
    lessonKey: text().notNull(),
    /** The revision of the lesson, whose settings apply. */
    lessonId: idOf(() => lessonRevisions.id),
    type: text({ enum: gradedTypes }).notNull(),
    /** Counts a learner's attempts at a lesson, from 1. */
    number: integer().notNull(),
    status: text({ enum: attemptStatuses }).notNull(),
    startedAt: instant().notNull(),
    /** The end of a quiz's time limit: what is saved by then is submitted. */
    deadlineAt: instant(),
    /** Seconds of it beyond what the quiz allows: for outages, and from staff. */
    extraSeconds: doublePrecision(),
    submittedAt: instant(),
    /** Whether it was handed in after the assignment was due. */
    isLate: boolean().notNull().default(false),
    /** The questions of a quiz attempt, as asked. */
    items: jsonb().$type<AttemptItem[]>(),
    /** Answers by the index of their items. */
    answers: jsonb().$type<Record<string, Record<string, unknown> | null>>(),
    /** Numbers of its answers, by the index of the item: a save with a lower one came too late. */
    answerNumbers: jsonb().$type<Record<string, number>>(),
    /** The revisions of questions that it asks. */
    revisions: uuid().array().notNull().default([]),
    /** The text handed in for an assignment. */
    text: text(),
    /** Tells the learner why it was returned. */
    comment: text(),
    /** Points of the last grading, if any, in the parts that the items use. */
    points: integer(),
    maxPoints: integer().notNull(),
    /** The share of the points, in basis points. */
    score: integer(),
    passed: boolean(),
    /** The person who grades it now, and until when nobody else does. */
    claimedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    claimedUntil: instant(),
  },
  (attempts) => [
    foreignKey({
      name: 'attempts_of_enrolled',
      columns: [attempts.userId, attempts.courseId],
      foreignColumns: [enrollments.userId, enrollments.courseId],
    }).onDelete('cascade'),
    uniqueIndex('attempts_numbered').on(
      attempts.userId,
      attempts.courseId,
      attempts.lessonKey,
      attempts.number,
    ),
    uniqueIndex('attempts_one_open')
      .on(attempts.userId, attempts.courseId, attempts.lessonKey)
      .where(sql`${attempts.status} = 'open'`),
    index('attempts_of_course').on(attempts.courseId, attempts.userId, attempts.lessonKey),
    index('attempts_of_lesson').on(attempts.courseId, attempts.lessonKey, attempts.id),
    index('attempts_lesson_revision').on(attempts.lessonId),
    index('attempts_due').on(attempts.deadlineAt).where(sql`${attempts.status} = 'open'`),
    index('attempts_by_person')
      .on(attempts.courseId, attempts.status, attempts.submittedAt, attempts.id)
      .where(sql`${attempts.type} = 'assignment' or ${attempts.items} @> '[{"type": "essay"}]'`),
    index('attempts_waiting')
      .on(attempts.submittedAt, attempts.id)
      .where(
        sql`${attempts.status} = 'waiting' and (${attempts.type} = 'assignment' or ${attempts.items} @> '[{"type": "essay"}]')`,
      ),
    index('attempts_claimed').on(attempts.claimedBy).where(sql`${attempts.claimedBy} is not null`),
    indexOfParts('attempts_asking', attempts.revisions),
    known('attempts_type_known', attempts.type),
    known('attempts_status_known', attempts.status),
    check('attempts_number_positive', sql`${attempts.number} >= 1`),
    check('attempts_points_range', sql`${attempts.points} between 0 and ${attempts.maxPoints}`),
    check('attempts_score_range', sql`${attempts.score} between 0 and 10000`),
    check(
      'attempts_submitted_says_when',
      sql`(${attempts.status} = 'open') = (${attempts.submittedAt} is null)`,
    ),
    check(
      'attempts_graded_whole',
      sql`(${attempts.points} is null) = (${attempts.score} is null) and (${attempts.points} is null) = (${attempts.passed} is null)`,
    ),
    check(
      'attempts_graded_has_points',
      sql`${attempts.status} <> 'graded' or ${attempts.points} is not null`,
    ),
    together('attempts_quiz_whole', attempts.items, attempts.answers),
  ],
)
