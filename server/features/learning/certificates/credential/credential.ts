import { findVersion } from '../../../../../db/queries/courses/courses/courses.ts'
import {
  type CertificateRow,
  storeCredential,
} from '../../../../../db/queries/learning/certificates.ts'
import type { Deps } from '../../../../context.ts'
import { brandingOnPaper } from '../../../platform/branding/course-branding.ts'
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
  return ctx.credentials.signCredential(openBadgeOf(ctx, certificate, { ...version, branding }))
}
