import type { CertificateRow } from '../../../../db/queries/learning/certificates.ts'
import type { CertificateContent } from '../../../adapters/pdf-printer/types.ts'
import type { Deps } from '../../../context.ts'
import { brandingOf } from '../../base/branding/course-branding.ts'
import { formatCode } from './code/code.ts'
import { verificationUrlOf } from './code/urls.ts'
import { credentialOf } from './credential/credential.ts'
import { qrTextOf } from './qr-text.ts'

/** The certificate with everything that is needed to print it. */
export async function certificateContentOf(
  ctx: Deps,
  certificate: CertificateRow,
): Promise<CertificateContent> {
  const {
    learnerName,
    courseTitle,
    completedAt,
    issuedAt,
    issuer,
    branding,
    language,
    minutes,
    grade,
    validUntil,
  } = certificate
  return {
    learnerName,
    courseTitle,
    completedAt,
    issuedAt,
    issuer,
    language,
    minutes,
    grade,
    validUntil,
    timeZone: ctx.config.timeZone,
    code: formatCode(certificate.code),
    verifyUrl: verificationUrlOf(ctx, certificate),
    qrText: qrTextOf(ctx, certificate),
    credential: await credentialOf(ctx, certificate),
    ...(branding !== null && { branding: await brandingOf(ctx, branding) }),
  }
}
