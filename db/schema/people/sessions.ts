import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { idOf, instant } from '../../columns.ts'
import { users } from './users.ts'

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the session's id, hexadecimal: the id itself is a secret and is not stored. */
    idHash: text().primaryKey(),
    /** The id that the user sees; no secret. */
    publicId: uuid().notNull(),
    userId: idOf(() => users.id, 'cascade'),
    expiresAt: instant().notNull(),
    createdAt: instant().notNull(),
    /** Accurate to a few minutes. */
    lastUsedAt: instant().notNull(),
    /** "Firefox on Windows"; null if unknown. */
    device: text(),
    /** The IP that opened it, as limits count IPs. */
    ip: text(),
  },
  (sessions) => [
    uniqueIndex('sessions_public_id_key').on(sessions.publicId),
    index('sessions_user').on(sessions.userId, sessions.publicId),
    index('sessions_expiry').on(sessions.expiresAt),
    check('sessions_id_is_hashed', sql`${sessions.idHash} ~ '^[0-9a-f]{64}$'`),
  ],
)

/** Devices that a user has signed in from. Holds only HMACs, which reveal nobody's movements. */
export const knownDevices = pgTable(
  'known_devices',
  {
    userId: idOf(() => users.id, 'cascade'),
    /** HMAC of the IP, as limits count IPs. */
    ipMac: text().notNull(),
    /** HMAC of the browser and the IP's network. */
    deviceMac: text().notNull(),
    lastSeenAt: instant().notNull(),
  },
  (devices) => [
    primaryKey({ columns: [devices.userId, devices.ipMac, devices.deviceMac] }),
    index('known_devices_last_seen').on(devices.lastSeenAt),
    check('known_devices_ip_is_mac', sql`${devices.ipMac} ~ '^[0-9a-f]{64}$'`),
    check('known_devices_device_is_mac', sql`${devices.deviceMac} ~ '^[0-9a-f]{64}$'`),
  ],
)
