import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { idOf, instant } from '../../columns.ts'
import { users } from '../people/users.ts'
import { certificates } from './certificates.ts'

/**
 * Offers of certificates to wallets. The code of each buys one token, and the token the credential;
 * both are kept for minutes, as SHA-256 in hexadecimal.
 */
export const walletOffers = pgTable(
  'wallet_offers',
  {
    codeHash: text().primaryKey(),
    certificateId: idOf(() => certificates.id),
    userId: idOf(() => users.id, 'cascade'),
    /** Null until a wallet has taken the offer. */
    tokenHash: text().unique('wallet_offers_token_key'),
    /** When the code expires; once the offer is taken, when the token does. */
    expiresAt: instant().notNull(),
  },
  (offers) => [
    index('wallet_offers_user').on(offers.userId),
    index('wallet_offers_expiry').on(offers.expiresAt),
  ],
)
