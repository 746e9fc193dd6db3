import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { id, idOf, instant, known, workStatuses } from '../../columns.ts'
import { users } from '../people/users.ts'

export const bulkActs = ['enroll', 'set-end', 'extend', 'end', 'message', 'resend'] as const

/** What an act needs besides its rows. */
export interface GivenToAct {
  /** When access ends, as it was said; null for never. */
  endsAt?: string | null | undefined
  dueOn?: string | undefined
  lessonKey?: string | undefined
  reason?: string | undefined
  text?: string | undefined
  /** The announcement of each course that a message was posted in. */
  announcements?: Record<string, string>
}

/** Many enrollments, or another act on many, at once, done by a job that goes on where it was killed. */
export const bulkEnrollments = pgTable(
  'bulk_enrollments',
  {
    id: id(),
    status: text({ enum: workStatuses }).notNull(),
    act: text({ enum: bulkActs }).notNull().default('enroll'),
    given: jsonb().$type<GivenToAct>().notNull().default({}),
    /** The course whose staff asked for it; null for the school's. */
    courseId: uuid(),
    total: integer().notNull(),
    /** The number of processed rows; the sum of the numbers below. */
    done: integer().notNull().default(0),
    enrolled: integer().notNull().default(0),
    changed: integer().notNull().default(0),
    unchanged: integer().notNull().default(0),
    invited: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    requestedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** The key that asked for it; no reference, since the id of a deleted one still tells. */
    requestedByKey: uuid(),
    /** The name of the operator; without it and without an account, the account was erased. */
    requestedByOperator: text(),
    /** Why the courses' requirements are waived; null if they are not. */
    waive: text(),
    createdAt: instant().notNull(),
    endedAt: instant(),
  },
  (bulks) => [
    index('bulk_enrollments_running').on(bulks.id).where(sql`${bulks.status} = 'running'`),
    index('bulk_enrollments_requested_by')
      .on(bulks.requestedBy)
      .where(sql`${bulks.requestedBy} is not null`),
    index('bulk_enrollments_created').on(bulks.createdAt),
    known('bulk_enrollments_status_known', bulks.status),
    known('bulk_enrollments_act_known', bulks.act),
    check('bulk_enrollments_done_within_total', sql`${bulks.done} between 0 and ${bulks.total}`),
    check(
      'bulk_enrollments_counted_whole',
      sql`${bulks.done} = ${bulks.enrolled} + ${bulks.changed} + ${bulks.unchanged} + ${bulks.invited} + ${bulks.failed}`,
    ),
  ],
)

/** A line of the input and its outcome, kept for 30 days. */
export const bulkEnrollmentRows = pgTable(
  'bulk_enrollment_rows',
  {
    bulkId: idOf(() => bulkEnrollments.id, 'cascade'),
    /** Its place in the input, from 1 on. */
    row: integer().notNull(),
    /** The line of the file where it begins; null if there was no file. */
    line: integer(),
    /** The account, or the invitation, that an act is on; null for enrollments, which name emails. */
    subjectId: uuid(),
    courseId: uuid(),
    /** As given. A trigger forgets it with the account. */
    email: text(),
    name: text(),
    course: text().notNull(),
    cohort: text(),
    endsAt: instant(),
    /** Null until its turn. */
    outcome: text({ enum: ['enrolled', 'changed', 'unchanged', 'invited', 'failed'] }),
    /** The name of the error, and what to do. */
    error: text(),
    message: text(),
  },
  (rows) => [
    primaryKey({ columns: [rows.bulkId, rows.row] }),
    index('bulk_enrollment_rows_email').on(rows.email).where(sql`${rows.email} is not null`),
    known('bulk_enrollment_rows_outcome_known', rows.outcome),
  ],
)
