import { factsIn } from '../../../../content/certificates/printed-facts.ts'
import type { CertificateRow } from '../../../../db/queries/learning/certificates.ts'
import type { CertificateContent } from '../../../adapters/pdf-printer/types.ts'
import type { Deps } from '../../../context.ts'
import { brandingOf } from '../../platform/branding/course-branding.ts'
import { formatCode } from './code/code.ts'
import { verificationUrlOf } from './code/urls.ts'
import { credentialOf } from './credential/credential.ts'
import { qrTextOf } from './qr-text.ts'
import { daysOn } from './validity/certificate-days.ts'

/** Returns the certificate with everything needed to print it. */
export async function certificateContentOf(
  ctx: Deps,
  certificate: CertificateRow,
): Promise<CertificateContent> {
  const { learnerName, courseTitle, issuedAt, issuer, branding, language, courses } = certificate
  return {
    learnerName,
    courseTitle,
    ...daysOn(certificate, ctx.config.timeZone),
    issuedAt,
    issuer,
    language,
    courses,
    ...factsIn(certificate),
    code: formatCode(certificate.code),
    verifyUrl: verificationUrlOf(ctx, certificate),
    qrText: qrTextOf(ctx, certificate),
    credential: await credentialOf(ctx, certificate),
    ...(branding !== null && { branding: await brandingOf(ctx, branding) }),
  }
}
