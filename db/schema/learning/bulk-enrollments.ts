import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from '../../columns.ts'
import { users } from '../accounts/users.ts'

/** Many enrollments at once, done by a job that goes on where it was killed. */
export const bulkEnrollments = pgTable(
  'bulk_enrollments',
  {
    id: id(),
    status: text({ enum: ['running', 'done'] }).notNull(),
    total: integer().notNull(),
    done: integer().notNull().default(0),
    requestedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant().notNull(),
    endedAt: instant(),
  },
  (bulks) => [
    index('bulk_enrollments_running').on(bulks.id).where(sql`${bulks.status} = 'running'`),
    index('bulk_enrollments_requested_by')
      .on(bulks.requestedBy)
      .where(sql`${bulks.requestedBy} is not null`),
    index('bulk_enrollments_created').on(bulks.createdAt),
    check('bulk_enrollments_status_known', sql`${bulks.status} in ('running', 'done')`),
    check('bulk_enrollments_done_within_total', sql`${bulks.done} between 0 and ${bulks.total}`),
  ],
)

/** A line of the input, and what became of it. For 30 days. */
export const bulkEnrollmentRows = pgTable(
  'bulk_enrollment_rows',
  {
    bulkId: uuid()
      .notNull()
      .references(() => bulkEnrollments.id, { onDelete: 'cascade' }),
    row: integer().notNull(),
    email: text().notNull(),
    name: text(),
    course: text().notNull(),
    cohort: text(),
    endsAt: instant(),
    /** Null until it was its turn. */
    outcome: text({ enum: ['enrolled', 'unchanged', 'invited', 'failed'] }),
    /** The name of the error, and what to do. */
    error: text(),
    message: text(),
  },
  (rows) => [
    primaryKey({ columns: [rows.bulkId, rows.row] }),
    check(
      'bulk_enrollment_rows_outcome_known',
      sql`${rows.outcome} in ('enrolled', 'unchanged', 'invited', 'failed')`,
    ),
  ],
)
