import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { id, idOf, instant, together } from '../../columns.ts'
import { users } from './users.ts'

/** Credentials of programs. Each acts for the administrator who made it, within its scopes. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: id(),
    /** Part of the key itself, to find it by. */
    publicId: text().notNull(),
    name: text().notNull(),
    /** The maker, with whose account it ends. */
    createdBy: idOf(() => users.id, 'cascade'),
    scopes: text().array().notNull(),
    /** The courses that it may write; empty unless its scopes concern authoring. */
    courseIds: uuid().array().notNull().default([]),
    /** SHA-256 of the secret, in hexadecimal. */
    secretHash: text().notNull(),
    /** The secret before the last rotation, and until when it works. */
    formerSecretHash: text(),
    formerUntil: instant(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    /** Rounded to the hour; null before the first use. */
    lastUsedAt: instant(),
    revokedAt: instant(),
  },
  (keys) => [
    uniqueIndex('api_keys_public_id_key').on(keys.publicId),
    index('api_keys_created_by').on(keys.createdBy),
    check('api_keys_name_length', sql`char_length(${keys.name}) between 1 and 100`),
    check('api_keys_secret_is_hash', sql`${keys.secretHash} ~ '^[0-9a-f]{64}$'`),
    together('api_keys_former_whole', keys.formerSecretHash, keys.formerUntil),
    check(
      'api_keys_expire_within_a_year',
      sql`${keys.expiresAt} <= ${keys.createdAt} + interval '366 days'`,
    ),
  ],
)
