import {
  type CertificateRow,
  type CertificateState,
  findCertificateState,
} from '../../../db/queries/certificates.ts'
import type { Deps } from '../../context.ts'
import { formatCode } from './code.ts'
import type { AdministeredCertificate, Certificate } from './schema.ts'

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
  ctx: Pick<Deps, 'config' | 'renderer'>,
  certificate: CertificateRow & CertificateState,
): Certificate {
  const code = formatCode(certificate.code)
  return {
    certificateUrl: `${ctx.config.publicUrl}/certificates/${code}.pdf`,
    verificationCode: code,
    verificationUrl: verificationUrlOf(ctx, certificate),
    courseId: certificate.courseId,
    courseTitle: certificate.courseTitle,
    learnerName: certificate.learnerName,
    completedOn: completionDayOf(certificate),
    ...(certificate.minutes !== null && { minutes: certificate.minutes }),
    issuer: certificate.issuer,
    issuedAt: certificate.issuedAt.toISOString(),
    status: certificate.status,
    ...fateOf(certificate),
    credentialUrl: credentialUrlOf(ctx, certificate),
    addToLinkedIn: linkedInUrlOf(ctx, certificate),
    pdf:
      certificate.pdfSha256 !== null ? 'ready' : ctx.renderer.missing ? 'unavailable' : 'pending',
  }
}

export async function describeToAdministrator(
  ctx: Deps,
  certificate: CertificateRow,
): Promise<AdministeredCertificate> {
  return toAdministeredCertificate(ctx, {
    ...certificate,
    ...(await findCertificateState(ctx.db, certificate.id)),
  })
}

export function toAdministeredCertificate(
  ctx: Pick<Deps, 'config' | 'renderer'>,
  certificate: CertificateRow & CertificateState,
): AdministeredCertificate {
  const { userId, revocationReason, pdfSha256 } = certificate
  return {
    ...toCertificate(ctx, certificate),
    userId,
    ...(revocationReason !== null && { revocationReason }),
    ...(pdfSha256 !== null && { pdfSha256 }),
  }
}

/** What ended the validity of a certificate, where something did. */
export function fateOf({
  revokedAt,
  supersededAt,
  successorCode,
}: CertificateRow & CertificateState) {
  return {
    ...(revokedAt !== null && { revokedAt: revokedAt.toISOString() }),
    ...(supersededAt !== null && { supersededAt: supersededAt.toISOString() }),
    ...(successorCode !== null && { supersededBy: formatCode(successorCode) }),
  }
}

export function verificationUrlOf(
  { config }: Pick<Deps, 'config'>,
  { code }: Pick<CertificateRow, 'code'>,
): string {
  return `${config.publicUrl}/verify/${formatCode(code)}`
}

export function credentialUrlOf(
  { config }: Pick<Deps, 'config'>,
  { code }: Pick<CertificateRow, 'code'>,
): string {
  return `${config.publicUrl}/certificates/${formatCode(code)}/credential`
}

/** The calendar day of the completion, UTC. */
export function completionDayOf({ completedAt }: Pick<CertificateRow, 'completedAt'>): string {
  return completedAt.toISOString().slice(0, 10)
}

/** LinkedIn's "Add to Profile": https://addtoprofile.linkedin.com */
function linkedInUrlOf(ctx: Pick<Deps, 'config'>, certificate: CertificateRow): string {
  const url = new URL('https://www.linkedin.com/profile/add')
  url.search = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: certificate.courseTitle,
    organizationName: certificate.issuer,
    issueYear: String(certificate.issuedAt.getUTCFullYear()),
    issueMonth: String(certificate.issuedAt.getUTCMonth() + 1),
    certUrl: verificationUrlOf(ctx, certificate),
    certId: formatCode(certificate.code),
  }).toString()
  return url.href
}
