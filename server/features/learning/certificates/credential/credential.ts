import { decodeJwt, decodeProtectedHeader } from 'jose'
import { findVersion } from '../../../../../db/queries/courses/courses/courses.ts'
import {
  type CertificateRow,
  storeCredential,
  storeIssuer,
} from '../../../../../db/queries/learning/certificates.ts'
import type { Deps } from '../../../../context.ts'
import type { CredentialAlgorithm } from '../../../../security/credentials.ts'
import { brandingOnPaper } from '../../../platform/branding/course-branding.ts'
import { evidenceOf } from '../../evidence/name-evidence.ts'
import { issuerIdOf } from '../code/urls.ts'
import { type CertifiedRow, openBadgeOf } from './open-badge.ts'

/**
 * Returns the certificate as a Verifiable Credential: a signed Open Badge, as a compact JWS. Made
 * once, it stays the same whatever becomes of keys and URLs.
 */
export async function credentialOf(ctx: Deps, certificate: CertificateRow): Promise<string> {
  if (certificate.credential !== null) return certificate.credential
  return storeCredential(ctx.db, certificate.id, await signCredentialOf(ctx, certificate))
}

/** Signs it now, without storing it. */
export async function signCredentialOf(ctx: Deps, certificate: CertifiedRow): Promise<string> {
  const version = await findVersion(ctx.db, certificate.versionId)
  if (version === undefined)
    throw new Error('The certificate is for a version of a course that does not exist.')
  const branding = await brandingOnPaper(ctx, certificate.branding)
  await keepIssuer(ctx, certificate.issuer)
  const evidence = await evidenceOf(ctx, certificate)
  const badge = openBadgeOf(ctx, certificate, { ...version, branding })
  return ctx.credentials.signCredential({ ...badge, ...evidence })
}

/** Keeps the name of an issuer that is not the school, so that its document is found. */
export async function keepIssuer(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  name: string,
): Promise<void> {
  if (name !== config.certificateIssuer) await storeIssuer(db, { id: issuerIdOf(name), name })
}

/** Returns it by this algorithm: as it is, or signed anew, as those of earlier releases are. */
export async function signedBy(
  { credentials }: Pick<Deps, 'credentials'>,
  jwt: string,
  algorithm: CredentialAlgorithm = 'ES256',
): Promise<string> {
  const { alg } = decodeProtectedHeader(jwt)
  return alg === algorithm ? jwt : credentials.signCredential(decodeJwt(jwt), algorithm)
}
