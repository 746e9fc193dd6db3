import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from '../columns.ts'

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
    /** Language of the mails to this user; one that has no texts (any more) counts as English. */
    locale: text().notNull().default('en'),
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

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the session's id, hexadecimal: the id itself is a secret and is not stored. */
    idHash: text().primaryKey(),
    /** What the user calls it by; no secret. */
    publicId: uuid().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: instant().notNull(),
    createdAt: instant().notNull(),
    /** To within a few minutes. */
    lastUsedAt: instant().notNull(),
    /** "Firefox on Windows"; null where nobody said. */
    device: text(),
    /** Where it was opened from, as limits count addresses. */
    address: text(),
  },
  (sessions) => [
    uniqueIndex('sessions_public_id_key').on(sessions.publicId),
    index('sessions_user').on(sessions.userId, sessions.publicId),
    index('sessions_expiry').on(sessions.expiresAt),
    check('sessions_id_is_hashed', sql`${sessions.idHash} ~ '^[0-9a-f]{64}$'`),
  ],
)

/** From where a user has signed in before. Only HMACs: nobody's movements can be read from it. */
export const knownDevices = pgTable(
  'known_devices',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Of the address, as limits count addresses. */
    addressMac: text().notNull(),
    /** Of the browser and the network that the address is in. */
    deviceMac: text().notNull(),
    lastSeenAt: instant().notNull(),
  },
  (devices) => [
    primaryKey({ columns: [devices.userId, devices.addressMac, devices.deviceMac] }),
    index('known_devices_last_seen').on(devices.lastSeenAt),
    check('known_devices_address_is_mac', sql`${devices.addressMac} ~ '^[0-9a-f]{64}$'`),
    check('known_devices_device_is_mac', sql`${devices.deviceMac} ~ '^[0-9a-f]{64}$'`),
  ],
)

/** The two of a change of email are mailed to the old and to the new address. */
export const codePurposes = [
  'verify_email',
  'reset_password',
  'erase_account',
  'change_sign_in',
  'change_email_old',
  'change_email_new',
] as const

/** One active code per user and purpose. Its five tries are counted before it is compared. */
export const oneTimeCodes = pgTable(
  'one_time_codes',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text({ enum: codePurposes }).notNull(),
    /** HMAC-SHA-256 of user, purpose and code. */
    codeMac: text().notNull(),
    tries: smallint().notNull().default(0),
    expiresAt: instant().notNull(),
    /** What the email is to be changed to. */
    newEmail: text(),
  },
  (codes) => [
    primaryKey({ columns: [codes.userId, codes.purpose] }),
    check(
      'one_time_codes_purpose_known',
      sql`${codes.purpose} in ('verify_email', 'reset_password', 'erase_account', 'change_sign_in', 'change_email_old', 'change_email_new')`,
    ),
    check(
      'one_time_codes_change_names_email',
      sql`(${codes.purpose} in ('change_email_old', 'change_email_new')) = (${codes.newEmail} is not null)`,
    ),
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
