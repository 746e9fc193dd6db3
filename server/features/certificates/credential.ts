import { type CertificateRow, keepCredential } from '../../../db/queries/certificates.ts'
import { findVersion } from '../../../db/queries/courses.ts'
import type { CertificateContent } from '../../adapters/pdf-printer/types.ts'
import type { Deps } from '../../context.ts'
import { brandingOf } from '../branding/course-branding.ts'
import { formatCode } from './code.ts'
import { completionDayOf, verificationUrlOf } from './describe-certificate.ts'
import { openBadgeOf } from './open-badge.ts'

/** Longer titles are cut in the QR code, which would become too dense to be read. */
const titleBytes = 80

/**
 * The certificate as a signed Open Badge, a compact JWS: made once, and the same ever after,
 * whatever becomes of keys and addresses.
 */
export async function credentialOf(ctx: Deps, certificate: CertificateRow): Promise<string> {
  if (certificate.credential !== null) return certificate.credential

  const version = await findVersion(ctx.db, certificate.versionId)
  if (version === undefined)
    throw new Error('The certificate is for a version of a course that does not exist.')
  return keepCredential(
    ctx.db,
    certificate.id,
    await ctx.credentials.signCredential(openBadgeOf(ctx, certificate, version)),
  )
}

/** What the certificate says, for the one who prints it. */
export async function contentOf(
  ctx: Deps,
  certificate: CertificateRow,
): Promise<CertificateContent> {
  const { learnerName, courseTitle, completedAt, issuedAt, issuer, branding, language, minutes } =
    certificate
  return {
    learnerName,
    courseTitle,
    completedAt,
    issuedAt,
    issuer,
    language,
    minutes,
    code: formatCode(certificate.code),
    verifyUrl: verificationUrlOf(ctx, certificate),
    qrText: await qrTextOf(ctx, certificate),
    credential: await credentialOf(ctx, certificate),
    ...(branding !== null && { branding: await brandingOf(ctx, branding) }),
  }
}

/**
 * The address of the page for people and, behind `#`, which no browser sends anywhere, the facts,
 * signed: enough to check them without a network.
 */
export async function qrTextOf(
  ctx: Pick<Deps, 'config' | 'credentials'>,
  certificate: CertificateRow,
): Promise<string> {
  const facts = {
    code: certificate.code,
    name: certificate.learnerName,
    course: cutToBytes(certificate.courseTitle, titleBytes),
    date: completionDayOf(certificate),
    issuer: certificate.issuer,
  }
  return `${verificationUrlOf(ctx, certificate)}#${await ctx.credentials.signFacts(facts)}`
}

/** Whole characters, as people count them. */
function cutToBytes(text: string, limit: number): string {
  if (Buffer.byteLength(text) <= limit) return text
  const room = limit - Buffer.byteLength('…')
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (Buffer.byteLength(kept + segment) > room) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}
