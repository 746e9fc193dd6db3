import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant, known, workStatuses } from '../../columns.ts'
import { users } from '../people/users.ts'

/** What becomes of a certificate when many are replaced. Each is a counter of the table, too. */
export const reissueOutcomes = [
  'replaced',
  'unchanged',
  'revoked',
  'expired',
  'unconfirmed',
  'unprintable',
  'erased',
  'own',
  'failed',
] as const

/** Many certificates replaced by a job, or looked at by one: its progress and its effects. */
export const certificateReissues = pgTable(
  'certificate_reissues',
  {
    id: id(),
    /** All of this course, or else the chosen ones. */
    courseId: uuid(),
    certificateIds: uuid().array(),
    /** What the mails say. */
    reason: text().notNull(),
    /** Whether it changes nothing, and only says what it would do. */
    dryRun: boolean().notNull(),
    status: text({ enum: workStatuses }).notNull(),
    /** The last certificate done. */
    after: uuid(),
    replaced: integer().notNull().default(0),
    unchanged: integer().notNull().default(0),
    revoked: integer().notNull().default(0),
    expired: integer().notNull().default(0),
    unconfirmed: integer().notNull().default(0),
    unprintable: integer().notNull().default(0),
    erased: integer().notNull().default(0),
    own: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    requestedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** The learner whose certificates it leaves: whoever asked for it, unless for the school. */
    leaves: uuid(),
    createdAt: instant().notNull(),
    finishedAt: instant(),
  },
  (reissues) => [
    index('certificate_reissues_running')
      .on(reissues.id)
      .where(sql`${reissues.status} = 'running'`),
    index('certificate_reissues_by')
      .on(reissues.requestedBy)
      .where(sql`${reissues.requestedBy} is not null`),
    index('certificate_reissues_created').on(reissues.createdAt).where(sql`${reissues.dryRun}`),
    known('certificate_reissues_status_known', reissues.status),
    check(
      'certificate_reissues_of_one_kind',
      sql`(${reissues.courseId} is null) <> (${reissues.certificateIds} is null)`,
    ),
    check(
      'certificate_reissues_done_says_when',
      sql`(${reissues.status} = 'done') = (${reissues.finishedAt} is not null)`,
    ),
  ],
)
