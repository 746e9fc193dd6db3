import { sql } from 'drizzle-orm'
import { boolean, check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { memberRoles } from '../../../content/course-values.ts'
import type { Money } from '../../../lib/schema.ts'
import { id, idOf, instant, known } from '../../columns.ts'
import { users } from '../people/users.ts'

/** What an account is told in the academy; most of it is mailed, too. */
export const notificationKinds = [
  'course-enrolled',
  'submission-graded',
  'submission-returned',
  'announcement',
  'reminder',
  'question-asked',
  'question-answered',
  'report-settled',
  'progress-reset',
  'lesson-marked',
  'extension-granted',
  'extension-revoked',
  'course-moved',
  'certificate-ready',
  'certificate-expiry',
  'member-added',
  'review-requested',
  'draft-approved',
  'changes-requested',
  'payment-received',
  'refund-made',
] as const

/** What a notification says beside its ids: neither texts that people wrote nor their names. */
export interface NotificationFacts {
  /** Of the course. */
  title?: string | null
  /** Title of the lesson. */
  lesson?: string | null
  /** A day such as 2027-01-10. */
  day?: string
  /** Whether a lesson is done, a move completed the course, a certificate expired or replaces one. */
  done?: boolean
  version?: number
  role?: (typeof memberRoles)[number]
  amount?: Money
  /** How many things a reminder names. */
  count?: number
}

/** What concerns an account, a row for each fact; the newest 200 of the last 90 days. */
export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    userId: idOf(() => users.id, 'cascade'),
    kind: text({ enum: notificationKinds }).notNull(),
    /** Names the fact: told again, by a second try or process, it is told once. */
    fact: text().notNull(),
    courseId: uuid(),
    lessonKey: text(),
    /** The announcement, submission, certificate, purchase, question or report. */
    subjectId: uuid(),
    facts: jsonb().$type<NotificationFacts>().notNull(),
    /** Whether the next daily mail is to name it. */
    inDigest: boolean().notNull().default(false),
    createdAt: instant().notNull(),
    readAt: instant(),
  },
  (notifications) => [
    uniqueIndex('notifications_once').on(notifications.userId, notifications.fact),
    index('notifications_newest').on(notifications.userId, notifications.id),
    index('notifications_unread')
      .on(notifications.userId, notifications.id)
      .where(sql`${notifications.readAt} is null`),
    index('notifications_for_digest')
      .on(notifications.userId)
      .where(sql`${notifications.inDigest}`),
    known('notifications_kind_known', notifications.kind),
    check('notifications_fact_length', sql`char_length(${notifications.fact}) <= 200`),
  ],
)
