import { sql } from 'drizzle-orm'
import {
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
import { id, idOf, instant, known } from '../../columns.ts'
import { courseVersions } from '../courses/courses.ts'
import { users } from '../people/users.ts'

/** The choices of learners whom a requested move takes along. */
export const movePolicies = ['all', 'not-started', 'nothing-lost', 'chosen'] as const
export type MovePolicy = (typeof movePolicies)[number]

export const moveStatuses = ['waiting', 'running', 'done'] as const

/** Learners of a course on their way to one of its versions, and the move's progress. */
export const moves = pgTable(
  'moves',
  {
    id: id(),
    courseId: uuid().notNull(),
    toVersion: integer().notNull(),
    /** `correction`: a minor correction that reaches everyone on the versions it corrects. */
    policy: text({ enum: [...movePolicies, 'correction'] }).notNull(),
    status: text({ enum: moveStatuses }).notNull().default('waiting'),
    /** The number of learners to look at; counted when it begins. */
    total: integer(),
    /** Learners moved; with `skipped`, all those looked at. */
    moved: integer().notNull().default(0),
    /** Learners whom the policy leaves behind, or who left meanwhile. */
    skipped: integer().notNull().default(0),
    /** Moved learners who thereby completed the course. */
    completed: integer().notNull().default(0),
    /** The last learner looked at. */
    afterUser: uuid(),
    requestedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant().notNull(),
    finishedAt: instant(),
  },
  (moves) => [
    foreignKey({
      name: 'moves_to_version_of_course',
      columns: [moves.courseId, moves.toVersion],
      foreignColumns: [courseVersions.courseId, courseVersions.number],
    }),
    uniqueIndex('moves_one_at_a_time').on(moves.courseId).where(sql`${moves.finishedAt} is null`),
    index('moves_course_newest').on(moves.courseId, moves.id),
    index('moves_requested_by').on(moves.requestedBy),
    known('moves_policy_known', moves.policy),
    known('moves_status_known', moves.status),
    check(
      'moves_done_says_when',
      sql`(${moves.status} = 'done') = (${moves.finishedAt} is not null)`,
    ),
  ],
)

/** The learners of a move with the policy `chosen`. */
export const moveLearners = pgTable(
  'move_learners',
  {
    moveId: idOf(() => moves.id, 'cascade'),
    userId: idOf(() => users.id, 'cascade'),
  },
  (learners) => [
    primaryKey({ name: 'move_learners_pk', columns: [learners.moveId, learners.userId] }),
    index('move_learners_user').on(learners.userId),
  ],
)
