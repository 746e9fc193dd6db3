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
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { bits, idOf, instant, known, together } from '../../columns.ts'
import { courses, courseVersions } from '../courses/courses.ts'
import { users } from '../people/users.ts'
import { cohortMembers, cohorts } from './cohorts.ts'

export const enrollmentStatuses = ['active', 'ended'] as const
export const enrollmentSources = ['transaction', 'administrator', 'program'] as const
/** Sources of access; several may give it at a time. */
export const waySources = [
  'transaction',
  'administrator',
  'cohort',
  'invitation',
  'program',
] as const

/** States of access as administrators see them; `left`: by the learner, who can return. */
export const accessStates = ['active', 'left', 'ended'] as const
/** States as learners see them, who may have completed the course. */
export const learnerStatuses = ['active', 'completed', 'left', 'ended'] as const
export type LearnerStatus = (typeof learnerStatuses)[number]

/** The state of an enrollment as written; one that is due to end counts as ended at once. */
export const writtenState = `(case
  when left_at is not null then 'left'
  when status = 'ended' then 'ended'
  when completed_at is not null then 'completed'
  else 'active'
end)`

/** Access to a course. Without an active enrollment there is none, whatever was ordered. */
export const enrollments = pgTable(
  'enrollments',
  {
    userId: idOf(() => users.id, 'cascade'),
    courseId: uuid().notNull(),
    /** The version that this learner takes. */
    versionId: uuid().notNull(),
    status: text({ enum: enrollmentStatuses }).notNull().default('active'),
    source: text({ enum: enrollmentSources }).notNull(),
    enrolledAt: instant().notNull(),
    /** The first completion, which stays for ever. */
    completedAt: instant(),
    /**
     * A bit for each place in the version: 1 for a lesson still to be completed. Null until first
     * counted. A trigger maintains it, whoever writes progress.
     */
    remainingLessons: bits(),
    /** The number of lessons that the version requires; null as long as the bits are. */
    requiredLessons: integer(),
    /** The newest report, to the minute; null before the first one. */
    lastActivityAt: instant(),
    /** When its progress was last cleared: earlier reports no longer count. */
    progressClearedAt: instant(),
    /** When the learner left; `ended` then, but theirs to reopen. Null if it ended otherwise. */
    leftAt: instant(),
    /** When access ends by itself, by the latest of its ways; null for never. */
    endsAt: instant(),
    /** The cohort whose days it follows. */
    cohortId: uuid().references(() => cohorts.id, { onDelete: 'set null' }),
    /** The program it came by, with the source `program`; then nothing else gives it. */
    programId: uuid(),
    /** When a program's next course opens by its date; null for none. */
    nextOpeningAt: instant(),
    /** Since when the course is being taken again, to renew its certificate. */
    renewingSince: instant(),
    /**
     * How often its access was settled from its ways. Null if a server that knows none wrote it
     * last, which a trigger sees: then the row itself is a way.
     */
    settled: integer(),
  },
  (enrollments) => [
    primaryKey({ columns: [enrollments.userId, enrollments.courseId] }),
    foreignKey({
      name: 'enrollments_version_of_course',
      columns: [enrollments.courseId, enrollments.versionId],
      foreignColumns: [courseVersions.courseId, courseVersions.id],
    }),
    index('enrollments_version').on(
      enrollments.courseId,
      enrollments.versionId,
      enrollments.userId,
    ),
    index('enrollments_course_user').on(enrollments.courseId, enrollments.userId),
    index('enrollments_course_state').on(
      enrollments.courseId,
      sql.raw(writtenState),
      enrollments.userId,
    ),
    index('enrollments_due')
      .on(enrollments.endsAt)
      .where(
        sql`(${enrollments.status} = 'active' or ${enrollments.leftAt} is not null) and ${enrollments.endsAt} is not null`,
      ),
    index('enrollments_cohort')
      .on(enrollments.cohortId, enrollments.userId)
      .where(sql`${enrollments.cohortId} is not null`),
    index('enrollments_quiet')
      .on(enrollments.courseId, enrollments.lastActivityAt, enrollments.userId)
      .where(sql`${enrollments.status} = 'active' and ${enrollments.completedAt} is null`),
    index('enrollments_program')
      .on(enrollments.userId, enrollments.programId)
      .where(sql`${enrollments.programId} is not null`),
    index('enrollments_next_opening')
      .on(enrollments.nextOpeningAt)
      .where(sql`${enrollments.nextOpeningAt} is not null`),
    index('enrollments_enrolled').on(
      enrollments.courseId,
      enrollments.enrolledAt,
      enrollments.userId,
    ),
    known('enrollments_status_known', enrollments.status),
    known('enrollments_source_known', enrollments.source),
    check(
      'enrollments_by_program',
      sql`${enrollments.source} <> 'program' or ${enrollments.programId} is not null`,
    ),
    check(
      'enrollments_left_is_ended',
      sql`${enrollments.leftAt} is null or ${enrollments.status} = 'ended'`,
    ),
    together(
      'enrollments_counted_whole',
      enrollments.remainingLessons,
      enrollments.requiredLessons,
    ),
  ],
)

/**
 * Facts about ways into a course that no other row holds: that the school or an invitation gave it;
 * and that this learner's free purchase or class has an end of its own, or was ended.
 */
export const enrollmentWays = pgTable(
  'enrollment_ways',
  {
    userId: idOf(() => users.id, 'cascade'),
    courseId: idOf(() => courses.id),
    source: text({ enum: ['administrator', 'invitation', 'cohort', 'transaction'] }).notNull(),
    /** The cohort, for the source `cohort`. */
    cohortId: uuid(),
    /** Null for never. */
    endsAt: instant(),
    /** Whether it ends with the cohort. */
    endsWithCohort: boolean().notNull().default(false),
    /** Whether the school ended it for this learner, who stays a member. */
    isClosed: boolean().notNull().default(false),
  },
  (ways) => [
    unique('enrollment_ways_once')
      .on(ways.userId, ways.courseId, ways.source, ways.cohortId)
      .nullsNotDistinct(),
    foreignKey({
      name: 'enrollment_ways_of_member',
      columns: [ways.cohortId, ways.userId],
      foreignColumns: [cohortMembers.cohortId, cohortMembers.userId],
    }).onDelete('cascade'),
    index('enrollment_ways_course').on(ways.courseId),
    index('enrollment_ways_cohort').on(ways.cohortId, ways.userId),
    known('enrollment_ways_source_known', ways.source),
    check(
      'enrollment_ways_by_cohort',
      sql`(${ways.source} = 'cohort') = (${ways.cohortId} is not null)`,
    ),
  ],
)

export interface EnrollmentKey {
  userId: string
  courseId: string
}
