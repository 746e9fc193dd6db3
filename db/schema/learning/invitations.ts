import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { id, idOf, indexOfParts, instant } from '../../columns.ts'
import { courses } from '../courses/courses.ts'
import { users } from '../people/users.ts'
import { cohorts } from './cohorts.ts'

/** A place in a course for somebody who has no verified account yet. */
export const invitations = pgTable(
  'invitations',
  {
    id: id(),
    email: text().notNull(),
    /** Null for an invitation only to register. */
    courseId: uuid().references(() => courses.id),
    cohortId: uuid().references(() => cohorts.id, { onDelete: 'set null' }),
    /** When the enrollment is to end. */
    endsAt: instant(),
    /** The language of the mail. */
    locale: text().notNull().default('en'),
    invitedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** The newest mail, which may be gone from the list; null until there is one. */
    mailId: uuid(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (invitations) => [
    uniqueIndex('invitations_once').on(
      invitations.email,
      sql`coalesce(${invitations.courseId}, '00000000-0000-0000-0000-000000000000')`,
    ),
    indexOfParts('invitations_email_parts', sql`${invitations.email} gin_trgm_ops`),
    index('invitations_course').on(invitations.courseId, invitations.id),
    index('invitations_cohort')
      .on(invitations.cohortId, invitations.id)
      .where(sql`${invitations.cohortId} is not null`),
    index('invitations_invited_by')
      .on(invitations.invitedBy)
      .where(sql`${invitations.invitedBy} is not null`),
    index('invitations_expire').on(invitations.expiresAt),
    check(
      'invitations_email_normalised',
      sql`${invitations.email} = lower(${invitations.email}) and char_length(${invitations.email}) <= 254`,
    ),
  ],
)

/** Further promises of an invitation: other cohorts, or (null) the course without one. */
export const invitationPromises = pgTable(
  'invitation_promises',
  {
    invitationId: idOf(() => invitations.id, 'cascade'),
    cohortId: uuid().references(() => cohorts.id, { onDelete: 'cascade' }),
    /** When this promise is to end. */
    endsAt: instant(),
  },
  (promises) => [
    unique('invitation_promises_once')
      .on(promises.invitationId, promises.cohortId)
      .nullsNotDistinct(),
    index('invitation_promises_cohort').on(promises.cohortId),
  ],
)
