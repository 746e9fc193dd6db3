import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from './columns.ts'

export const users = pgTable(
  'users',
  {
    id: id(),
    email: text().notNull(),
    name: text().notNull(),
    role: text({ enum: ['learner', 'admin'] })
      .notNull()
      .default('learner'),
    /** bcrypt over the peppered password; null for an account that signs in by a third party only. */
    passwordHash: text(),
    /** Which pepper the hash was made with. */
    pepperVersion: smallint(),
    emailVerifiedAt: instant(),
    createdAt: instant().notNull(),
  },
  (users) => [
    uniqueIndex('users_email_key').on(users.email),
    check('users_email_normalised', sql`${users.email} = lower(${users.email}) and char_length(${users.email}) <= 254`),
    check('users_role_known', sql`${users.role} in ('learner', 'admin')`),
    check('users_password_is_bcrypt', sql`${users.passwordHash} ~ '^\\$2[aby]\\$1[0-4]\\$'`),
    check('users_password_has_pepper', sql`(${users.passwordHash} is null) = (${users.pepperVersion} is null)`),
  ],
)

/** An identity at a third party: the issuer and its subject, never the email. */
export const oauthAccounts = pgTable(
  'oauth_accounts',
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    provider: text().notNull(),
    createdAt: instant().notNull(),
  },
  (accounts) => [primaryKey({ columns: [accounts.issuer, accounts.subject] }), index('oauth_accounts_user').on(accounts.userId)],
)

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the session's id, hexadecimal: the id itself is a secret and is not stored. */
    idHash: text().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: instant().notNull(),
    createdAt: instant().notNull(),
  },
  (sessions) => [
    index('sessions_user').on(sessions.userId),
    index('sessions_expiry').on(sessions.expiresAt),
    check('sessions_id_is_hashed', sql`${sessions.idHash} ~ '^[0-9a-f]{64}$'`),
  ],
)

/** One active code per user and purpose. Its five tries are counted before it is compared. */
export const oneTimeCodes = pgTable(
  'one_time_codes',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text({ enum: ['verify_email', 'reset_password'] }).notNull(),
    /** HMAC-SHA-256 of user, purpose and code. */
    codeMac: text().notNull(),
    tries: smallint().notNull().default(0),
    expiresAt: instant().notNull(),
  },
  (codes) => [
    primaryKey({ columns: [codes.userId, codes.purpose] }),
    check('one_time_codes_purpose_known', sql`${codes.purpose} in ('verify_email', 'reset_password')`),
    check('one_time_codes_five_tries', sql`${codes.tries} between 0 and 5`),
  ],
)

/** Counters of the rate limits, shared by all processes. A row counts from its first use until `resetsAt`. */
export const rateCounters = pgTable(
  'rate_counters',
  {
    key: text().primaryKey(),
    used: integer().notNull(),
    resetsAt: instant().notNull(),
  },
  (counters) => [index('rate_counters_reset').on(counters.resetsAt)],
)
