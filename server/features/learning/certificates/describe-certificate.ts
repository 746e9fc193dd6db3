import { toShownFacts } from '../../../../content/certificates/printed-facts.ts'
import {
  type CertificateRow,
  type CertificateState,
  type CertificateWithState,
  findCertificateState,
} from '../../../../db/queries/learning/certificates.ts'
import type { Deps } from '../../../context.ts'
import { formatCode } from './code/code.ts'
import {
  credentialUrlOf,
  linkedInUrlOf,
  pdfUrlOf,
  pictureUrlOf,
  verificationUrlOf,
} from './code/urls.ts'
import type { AdminCertificate, Certificate } from './schema.ts'
import { daysOn } from './validity/certificate-days.ts'
import { hasExpired, validityOf } from './validity/validity.ts'

export async function describeCertificate(
  ctx: Deps,
  certificate: CertificateRow,
): Promise<Certificate> {
  return toCertificate(ctx, {
    ...certificate,
    ...(await findCertificateState(ctx.db, certificate.id)),
  })
}

export function toCertificate(
  ctx: Pick<Deps, 'config' | 'printer' | 'now'>,
  certificate: CertificateWithState,
): Certificate {
  return {
    certificateUrl: pdfUrlOf(ctx, certificate),
    pictureUrl: hasPicture(ctx, certificate) ? pictureUrlOf(ctx, certificate) : null,
    verificationCode: formatCode(certificate.code),
    verificationUrl: verificationUrlOf(ctx, certificate),
    courseId: certificate.courseId,
    ...factsOf(ctx, certificate),
    nameIsGuess: certificate.isNameUnconfirmed,
    ...validityOf(ctx, certificate),
    ...statusOf(certificate),
    credentialUrl: credentialUrlOf(ctx, certificate),
    addToLinkedIn: linkedInUrlOf(ctx, certificate),
    pdf: pdfStateOf(ctx, certificate),
  }
}

export async function describeForAdmin(
  ctx: Deps,
  certificate: CertificateRow,
): Promise<AdminCertificate> {
  return toAdminCertificate(ctx, {
    ...certificate,
    ...(await findCertificateState(ctx.db, certificate.id)),
  })
}

export function toAdminCertificate(
  ctx: Pick<Deps, 'config' | 'printer' | 'now'>,
  certificate: CertificateWithState,
): AdminCertificate {
  const { id, userId, revocationReason, reinstatement, pdfSha256 } = certificate
  return {
    ...toCertificate(ctx, certificate),
    id,
    userId,
    ...(revocationReason !== null && { revocationReason }),
    ...(reinstatement !== null && { reinstatement }),
    ...(pdfSha256 !== null && { pdfSha256 }),
  }
}

/** Returns the frozen facts, as they go over the wire. */
export function factsOf({ config }: Pick<Deps, 'config'>, certificate: CertificateRow) {
  const { learnerName, courseTitle, issuer, issuedAt } = certificate
  const { completedOn, issuedOn } = daysOn(certificate, config.timeZone)
  return {
    learnerName,
    courseTitle,
    completedOn,
    ...toShownFacts(certificate),
    issuer,
    issuedAt: issuedAt.toISOString(),
    issuedOn,
  }
}

/** Returns the status, and what ended the validity, if anything. */
export function statusOf({
  status,
  revokedAt,
  supersededAt,
  successorCode,
}: CertificateRow & Pick<CertificateState, 'successorCode'>) {
  return {
    status,
    ...(revokedAt !== null && { revokedAt: revokedAt.toISOString() }),
    ...(supersededAt !== null && { supersededAt: supersededAt.toISOString() }),
    ...(successorCode !== null && { supersededBy: formatCode(successorCode) }),
  }
}

/** Whether there is a picture, under the conditions of pictures.ts. */
function hasPicture(
  { printer, now }: Pick<Deps, 'printer' | 'now'>,
  certificate: CertificateWithState,
): boolean {
  const { status, isNameUnconfirmed } = certificate
  const counts = status === 'issued' && !hasExpired(certificate, now())
  return counts && !isNameUnconfirmed && !printer.isUnavailable
}

function pdfStateOf(
  { printer }: Pick<Deps, 'printer'>,
  { pdfSha256 }: CertificateState,
): Certificate['pdf'] {
  if (pdfSha256 !== null) return 'ready'
  return printer.isUnavailable ? 'unavailable' : 'pending'
}
