import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, indexOfParts, instant, known, together } from '../../columns.ts'

/** `support` looks after users and enrollments, `finance` after money. */
export const userRoles = ['learner', 'admin', 'support', 'finance'] as const

/** How news of courses are mailed, beside the academy's list: each, once a day together, or not. */
export const newsMails = ['at-once', 'daily', 'none'] as const

export const users = pgTable(
  'users',
  {
    id: id(),
    email: text().notNull(),
    name: text().notNull(),
    /** Whether the name was guessed from the email and has not been set since. */
    nameIsGuess: boolean().notNull().default(false),
    /** The name on certificates if it differs from the profile's. */
    certificateName: text(),
    role: text({ enum: userRoles }).notNull().default('learner'),
    /** bcrypt of the peppered password; null for an account that only signs in by a third party. */
    passwordHash: text(),
    /** The version of the pepper in the hash. */
    pepperVersion: smallint(),
    emailVerifiedAt: instant(),
    /** When a former email was verified; null if there was no verified one before. */
    formerEmailVerifiedAt: instant(),
    /** HMAC of the IP that registered; null once an email is verified. */
    registrantMac: text(),
    /** The language of mails to this user; one without texts counts as English. */
    locale: text().notNull().default('en'),
    /** IANA name of the zone of the learner's days; null: the school's. */
    timeZone: text(),
    /** Whether announcements of courses also come by mail. */
    announcementsByMail: boolean().notNull().default(true),
    newsByMail: text({ enum: newsMails }).notNull().default('at-once'),
    /** Whether reminders come; null: the learner was not asked, and the settings decide. */
    remindersByMail: boolean(),
    /** SHA-256 of the key of the calendar, hexadecimal; null until there is one. */
    calendarKey: text(),
    /** Rounded to the hour; null before the first sign-in since it has been kept. */
    lastSeenAt: instant(),
    suspendedAt: instant(),
    /** The reason, in the words of the person who suspended it. */
    suspensionReason: text(),
    createdAt: instant().notNull(),
  },
  (users) => [
    uniqueIndex('users_email_key').on(users.email),
    uniqueIndex('users_calendar_key').on(users.calendarKey),
    index('users_registered').on(users.createdAt, users.id),
    index('users_by_last_seen').on(sql`coalesce(${users.lastSeenAt}, to_timestamp(0))`, users.id),
    index('users_by_role').on(users.role, users.id).where(sql`${users.role} <> 'learner'`),
    index('users_suspended').on(users.id).where(sql`${users.suspendedAt} is not null`),
    // The previous release searches by it.
    indexOfParts('users_words', sql`lower(${users.email} || ' ' || ${users.name}) gin_trgm_ops`),
    indexOfParts(
      'users_spelled',
      sql`fold_text(${users.email} || ' ' || ${users.name}) gin_trgm_ops`,
    ),
    index('users_unverified')
      .on(users.createdAt, users.id)
      .where(sql`${users.emailVerifiedAt} is null`),
    check(
      'users_email_normalised',
      sql`${users.email} = lower(${users.email}) and char_length(${users.email}) <= 254`,
    ),
    known('users_role_known', users.role),
    known('users_news_by_mail_known', users.newsByMail),
    check('users_password_is_bcrypt', sql`${users.passwordHash} ~ '^\\$2[aby]\\$1[0-4]\\$'`),
    check('users_registrant_is_mac', sql`${users.registrantMac} ~ '^[0-9a-f]{64}$'`),
    together('users_password_has_pepper', users.passwordHash, users.pepperVersion),
  ],
)
