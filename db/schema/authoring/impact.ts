import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { LessonType } from '../../../content/lessons/lesson-type-names.ts'
import { idOf, instant } from '../../columns.ts'
import { courses } from '../courses/courses.ts'
import type { MovePolicy } from './moves.ts'

/** The rules that can lock a lesson. */
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
  /** The rules that lock the target, with each lesson's in the same order; absent for none. */
  rules?: { order: 'sequence' | null; available: string | null; lessons: LessonRulesAsked[] }
  /** How many optional courses of a program count as well; absent for none. */
  choose?: number
  /** The decisive terms, for a draft that only changes the course's wording. */
  terms?: Record<string, unknown>
  /** Learners on this version have already reached the target. Null for a draft: nobody has. */
  targetVersionId: string | null
  policy: MovePolicy
  /** Chosen users, with the policy `chosen`. */
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
  /** Learners to whom the target would lock an open lesson; absent from an earlier release. */
  locked?: number
  /** Learners by percentage points that they lose. */
  percentFalls: Record<number, number>
  /** Learners by the key of a completed lesson that the target does not have. */
  lessonsLost: Record<string, number>
}

/**
 * Questions about a course's learners that took too long to answer at once, and the counts by jobs
 * so far. Kept for a day.
 */
export const impacts = pgTable(
  'impacts',
  {
    courseId: idOf(() => courses.id),
    /** SHA-256 of the question. */
    fingerprint: text().notNull(),
    question: jsonb().$type<ImpactQuestion>().notNull(),
    /** The number of learners to look at, counted at the beginning. */
    total: integer().notNull(),
    done: integer().notNull().default(0),
    /** The last learner looked at. */
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
