import { sql } from 'drizzle-orm'
import {
  check,
  date,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { id, idOf, instant, known } from '../../columns.ts'
import { courses } from '../courses/courses.ts'
import { users } from '../people/users.ts'
import { cohorts } from './cohorts.ts'

export const announcementAudiences = ['all', 'cohort', 'stuck', 'chosen'] as const

/** News from the teachers of a course to its learners. */
export const announcements = pgTable(
  'announcements',
  {
    id: id(),
    courseId: idOf(() => courses.id),
    text: text().notNull(),
    audience: text({ enum: announcementAudiences }).notNull(),
    /** The cohort, for the audience `cohort`. */
    cohortId: uuid().references(() => cohorts.id, { onDelete: 'cascade' }),
    /** Addresses, with the audience `stuck`, learners who have reported nothing since then. */
    quietSince: instant(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** When it was posted; of one that waits, when it will be. */
    createdAt: instant().notNull(),
    /** When it goes out; null once it has. */
    waitsUntil: instant(),
    editedAt: instant(),
    /** The day (UTC) on which it is mailed, one a day and course; null if it is not. */
    mailedOn: date(),
  },
  (announcements) => [
    index('announcements_newest').on(announcements.courseId, announcements.id),
    uniqueIndex('announcements_one_mail_a_day').on(announcements.courseId, announcements.mailedOn),
    index('announcements_cohort')
      .on(announcements.cohortId)
      .where(sql`${announcements.cohortId} is not null`),
    index('announcements_by')
      .on(announcements.createdBy)
      .where(sql`${announcements.createdBy} is not null`),
    index('announcements_waiting')
      .on(announcements.waitsUntil)
      .where(sql`${announcements.waitsUntil} is not null`),
    known('announcements_audience_known', announcements.audience),
    check('announcements_text_length', sql`char_length(${announcements.text}) between 1 and 4000`),
    check(
      'announcements_audience_whole',
      sql`(${announcements.audience} = 'cohort') = (${announcements.cohortId} is not null) and (${announcements.audience} = 'stuck') = (${announcements.quietSince} is not null)`,
    ),
  ],
)

/** Learners whom an announcement for the audience `chosen` has reached. */
export const announcementRecipients = pgTable(
  'announcement_recipients',
  {
    announcementId: idOf(() => announcements.id, 'cascade'),
    userId: idOf(() => users.id, 'cascade'),
  },
  (recipients) => [
    primaryKey({ columns: [recipients.announcementId, recipients.userId] }),
    index('announcement_recipients_user').on(recipients.userId),
  ],
)
