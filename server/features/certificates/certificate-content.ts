import type { CertificateRow } from '../../../db/queries/certificates.ts'
import type { CertificateContent } from '../../adapters/pdf-printer/types.ts'
import type { Deps } from '../../context.ts'
import { brandingOf } from '../branding/course-branding.ts'
import { formatCode } from './code.ts'
import { credentialOf } from './credential/credential.ts'
import { completionDayOf } from './describe-certificate.ts'
import { verificationUrlOf } from './urls.ts'

/** Longer titles are cut in the QR code, which would become too dense to read. */
const titleBytes = 80

/** The certificate with everything that is needed to print it. */
export async function certificateContentOf(
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
 * The URL of the page for people, and behind `#`, which no browser sends anywhere, the signed
 * facts: enough to verify the certificate without a network.
 */
async function qrTextOf(
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

/** Cuts between graphemes. */
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
