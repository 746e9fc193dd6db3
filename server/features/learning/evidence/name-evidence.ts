import { findEvidenceHash } from '../../../../db/queries/learning/evidence.ts'
import type { Deps } from '../../../context.ts'

/** Returns how its credential names a certificate's evidence: by its hash alone (RFC 6920). */
export async function evidenceOf({ db }: Pick<Deps, 'db'>, { id }: { id: string }) {
  const sha256 = await findEvidenceHash(db, id)
  if (sha256 === undefined) return {}
  const digest = Buffer.from(sha256, 'hex').toString('base64url')
  return {
    // Needs no words: a credential speaks one of many languages.
    evidence: [{ id: `ni:///sha-256;${digest}`, type: ['Evidence'], name: `SHA-256: ${sha256}` }],
  }
}
