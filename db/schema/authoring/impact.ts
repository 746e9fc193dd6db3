import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { LessonType } from '../../../content/lessons/lesson-type-names.ts'
import { idOf, instant } from '../../columns.ts'
import { courses } from '../courses/courses.ts'
import type { MovePolicy } from './moves.ts'

/** What can lock a lesson. */
export interface LessonRulesAsked {
  preview: boolean
  requires: string[]
  available: string | null
}

/** The question: the version learners would go to, and which learners. */
export interface ImpactQuestion {
  /** The lessons of the target, in order. */
  lessons: {
    key: string
    formerKeys: string[]
    type: LessonType
    required: boolean
  }[]
  /** What locks lessons of the target, with those of each in the same order; absent for nothing. */
  rules?: { order: 'sequence' | null; available: string | null; lessons: LessonRulesAsked[] }
  /** Of a program: how many of the courses that are not required count as well; absent for none. */
  choose?: number
  /** Of a draft that changes words of the course alone: the terms that decide something. */
  terms?: Record<string, unknown>
  /** Learners on this version are at the target already. Null for a draft: nobody is. */
  targetVersionId: string | null
  policy: MovePolicy
  /** With the policy `chosen`. */
  userIds: string[]
}

/** The counts so far. */
export interface ImpactTally {
  completed: number
  inProgress: number
  notStarted: number
  moved: number
  correctable: number
  completeAtOnce: number
  /** Whom the target would lock a lesson that is open; absent in answers of the release before. */
  locked?: number
  /** Learners by percentage points that they lose. */
  percentFalls: Record<number, number>
  /** Learners by the key of a completed lesson that the target does not have. */
  lessonsLost: Record<string, number>
}

/**
 * Questions about the learners of a course that were too long to answer at once, and what jobs have
 * counted for them. Kept for a day.
 */
export const impacts = pgTable(
  'impacts',
  {
    courseId: idOf(() => courses.id),
    /** SHA-256 of the question. */
    fingerprint: text().notNull(),
    question: jsonb().$type<ImpactQuestion>().notNull(),
    /** How many learners are to be looked at, as it began. */
    total: integer().notNull(),
    done: integer().notNull().default(0),
    /** The last learner who was looked at. */
    afterUser: uuid(),
    tally: jsonb().$type<ImpactTally>().notNull(),
    askedAt: instant().notNull(),
    finishedAt: instant(),
  },
  (impacts) => [
    primaryKey({ name: 'impacts_pk', columns: [impacts.courseId, impacts.fingerprint] }),
    check('impacts_counts_not_negative', sql`${impacts.total} >= 0`),
  ],
)
