import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { idOf, instant } from '../../columns.ts'
import { users } from '../people/users.ts'
import { certificates } from './certificates.ts'

/** How certificates came about, each signed once when it was issued. Erased with the account. */
export const certificateEvidence = pgTable(
  'certificate_evidence',
  {
    certificateId: idOf(() => certificates.id).primaryKey(),
    userId: idOf(() => users.id, 'cascade'),
    /** The first line of the file, a compact JWS: it holds a hash of each row. */
    jws: text().notNull(),
    /** The further lines, one for each row. */
    rows: text().notNull(),
    /** SHA-256 of the JWS, hexadecimal. */
    sha256: text().notNull(),
    createdAt: instant().notNull(),
  },
  (evidence) => [index('certificate_evidence_user').on(evidence.userId)],
)
