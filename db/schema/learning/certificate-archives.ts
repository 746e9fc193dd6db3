import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { id, idOf, instant, known, workStatuses } from '../../columns.ts'
import { courses } from '../courses/courses.ts'
import { users } from '../people/users.ts'

/**
 * The certificates of a course or class as one zip: how far a job is that prints what is missing.
 * The zip itself is made of the stored PDFs while it is read.
 */
export const certificateArchives = pgTable(
  'certificate_archives',
  {
    id: id(),
    courseId: idOf(() => courses.id),
    /** Only of members of these cohorts; null for all learners. */
    cohortIds: uuid().array(),
    status: text({ enum: workStatuses }).notNull(),
    /** The last certificate that was looked at. */
    after: uuid(),
    /** How many have a PDF, and how many cannot be printed. */
    ready: integer().notNull().default(0),
    unprinted: integer().notNull().default(0),
    requestedBy: idOf(() => users.id, 'cascade'),
    createdAt: instant().notNull(),
    finishedAt: instant(),
  },
  (archives) => [
    uniqueIndex('certificate_archives_one_running')
      .on(archives.requestedBy, archives.courseId, sql`coalesce(${archives.cohortIds}, '{}')`)
      .where(sql`${archives.status} = 'running'`),
    index('certificate_archives_by').on(archives.requestedBy),
    index('certificate_archives_course').on(archives.courseId),
    index('certificate_archives_created').on(archives.createdAt),
    known('certificate_archives_status_known', archives.status),
    check(
      'certificate_archives_done_says_when',
      sql`(${archives.status} = 'done') = (${archives.finishedAt} is not null)`,
    ),
  ],
)
