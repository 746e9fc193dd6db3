import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytes, id, idOf, instant, known } from '../../columns.ts'
import { users } from './users.ts'

/** totp: an app that shows codes. */
export const secondFactorKinds = ['totp', 'passkey'] as const

/** Means of signing in besides an account's password or third party. */
export const secondFactors = pgTable(
  'second_factors',
  {
    id: id(),
    userId: idOf(() => users.id, 'cascade'),
    kind: text({ enum: secondFactorKinds }).notNull(),
    /** Shown to people, to tell them apart. */
    name: text().notNull(),
    /** The secret of an app, sealed: security/key-ring/stored-secrets.ts. */
    secret: bytes(),
    /** The last 30-second step whose code was accepted: none is accepted twice. */
    lastStep: bigint({ mode: 'number' }),
    /** The authenticator's id of the passkey. */
    credentialId: text(),
    publicKey: bytes(),
    /** The authenticator's count of uses, if it keeps one. */
    counter: bigint({ mode: 'number' }),
    createdAt: instant().notNull(),
    lastUsedAt: instant(),
  },
  (factors) => [
    index('second_factors_user').on(factors.userId),
    uniqueIndex('second_factors_credential').on(factors.credentialId),
    // An app shows the codes of one secret: a second one would add nothing.
    uniqueIndex('second_factors_one_totp').on(factors.userId).where(sql`${factors.kind} = 'totp'`),
    known('second_factors_kind_known', factors.kind),
    check(
      'second_factors_are_whole',
      sql`case ${factors.kind}
        when 'totp' then ${factors.secret} is not null and ${factors.lastStep} is not null
          and ${factors.credentialId} is null
        else ${factors.credentialId} is not null and ${factors.publicKey} is not null
          and ${factors.counter} is not null and ${factors.secret} is null end`,
    ),
  ],
)

/** Codes for losing a second factor: each is used once, and then deleted. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: idOf(() => users.id, 'cascade'),
    /** SHA-256 of account and code, hexadecimal. */
    codeHash: text().notNull(),
  },
  (codes) => [
    primaryKey({ columns: [codes.userId, codes.codeHash] }),
    check('recovery_codes_are_hashed', sql`${codes.codeHash} ~ '^[0-9a-f]{64}$'`),
  ],
)
