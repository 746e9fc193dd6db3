import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { idOf, instant, known } from '../../columns.ts'
import { users } from './users.ts'

/** An identity at a third party: the issuer and its subject, never the email. */
export const identities = pgTable(
  'identities',
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    /** Its id in URLs. */
    id: uuid().notNull().defaultRandom(),
    userId: idOf(() => users.id, 'cascade'),
    provider: text().notNull(),
    /** The provider's email when it was linked. Shown to people only, to tell identities apart. */
    email: text(),
    createdAt: instant().notNull(),
  },
  (identities) => [
    primaryKey({ columns: [identities.issuer, identities.subject] }),
    uniqueIndex('identities_id_key').on(identities.id),
    index('identities_user').on(identities.userId),
  ],
)

/** An OAuth flow that has begun, and the checks for the request that returns from it. */
export const oauthFlows = pgTable(
  'oauth_flows',
  {
    /** SHA-256 of the state parameter, hexadecimal. */
    stateHash: text().primaryKey(),
    /** SHA-256 of the secret of its initiator: the browser's cookie, or the session's id. */
    holderHash: text().notNull(),
    purpose: text({ enum: ['sign_in', 'link'] }).notNull(),
    provider: text().notNull(),
    issuer: text().notNull(),
    redirectUri: text().notNull(),
    /** The address to which the browser is finally sent. */
    returnUrl: text().notNull(),
    nonce: text().notNull(),
    codeVerifier: text().notNull(),
    /** S256 challenge of the frontend that will exchange the one-time code, if it sent one. */
    exchangeChallenge: text(),
    /** The version of the terms that a new account accepts. */
    acceptedTerms: text(),
    expiresAt: instant().notNull(),
  },
  (flows) => [
    index('oauth_flows_expiry').on(flows.expiresAt),
    known('oauth_flows_purpose_known', flows.purpose),
    check(
      'oauth_flows_are_hashed',
      sql`${flows.stateHash} ~ '^[0-9a-f]{64}$' and ${flows.holderHash} ~ '^[0-9a-f]{64}$'`,
    ),
  ],
)

/** A sign-in that has succeeded at the provider, until the frontend fetches its token. */
export const oauthExchanges = pgTable(
  'oauth_exchanges',
  {
    /** SHA-256 of the one-time code, hexadecimal. */
    codeHash: text().primaryKey(),
    userId: idOf(() => users.id, 'cascade'),
    provider: text().notNull(),
    challenge: text(),
    expiresAt: instant().notNull(),
  },
  (exchanges) => [
    index('oauth_exchanges_user').on(exchanges.userId),
    index('oauth_exchanges_expiry').on(exchanges.expiresAt),
    check('oauth_exchanges_are_hashed', sql`${exchanges.codeHash} ~ '^[0-9a-f]{64}$'`),
  ],
)
