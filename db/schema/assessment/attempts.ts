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
  /** Of the question. */
  revision: string
  type: (typeof questionTypeNames)[number]
  /** In parts of points. */
  points: number
  /** In how many parts each point is counted, the same for all of an attempt; absent: one. */
  parts?: number
  /** Which of the things stored is shown where. */
  order: number[]
  /** How many entries an answer has, where that is fixed. */
  count?: number
}

/** waiting: for a person to grade it; returned: for another try, ungraded. */
export const attemptStatuses = ['open', 'waiting', 'graded', 'returned'] as const

/** What a learner did for a pass: an attempt at a quiz, or what was handed in for an assignment. */
export const attempts = pgTable(
  'attempts',
  {
    id: id(),
    userId: uuid().notNull(),
    courseId: uuid().notNull(),
    lessonKey: text().notNull(),
    /** The revision of the lesson, whose settings hold for it. */
    lessonId: idOf(() => lessonRevisions.id),
    type: text({ enum: gradedTypes }).notNull(),
    /** Counts those of a learner at a lesson, from 1. */
    number: integer().notNull(),
    status: text({ enum: attemptStatuses }).notNull(),
    startedAt: instant().notNull(),
    /** Of a quiz with a time limit: what is saved by then is submitted. */
    deadlineAt: instant(),
    /** In it, beside what the quiz allows: of outages, and what staff added. */
    extraSeconds: doublePrecision(),
    submittedAt: instant(),
    /** Handed in after the assignment was due. */
    isLate: boolean().notNull().default(false),
    /** Of a quiz. */
    items: jsonb().$type<AttemptItem[]>(),
    /** By the index of the item. */
    answers: jsonb().$type<Record<string, Record<string, unknown> | null>>(),
    /** Of its answers, by the index of the item: a save with a lower one came too late. */
    answerNumbers: jsonb().$type<Record<string, number>>(),
    /** The questions that it asks. */
    revisions: uuid().array().notNull().default([]),
    /** Of an assignment. */
    text: text(),
    /** To the learner, why it was returned. */
    comment: text(),
    /** Those of the last grading, if there is any: in the parts that the items are in. */
    points: integer(),
    maxPoints: integer().notNull(),
    /** The share of the points, in basis points. */
    score: integer(),
    passed: boolean(),
    /** Whoever grades it now, and until when nobody else does. */
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
