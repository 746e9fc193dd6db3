import { type CertificateRow, hasCertificateFile } from '../../../db/queries/certificates.ts'
import type { Deps } from '../../context.ts'
import { formatCode } from './code.ts'
import type { Certificate } from './schema.ts'

export async function describeCertificate(ctx: Deps, certificate: CertificateRow): Promise<Certificate> {
  return toCertificate(ctx, { ...certificate, hasFile: await hasCertificateFile(ctx.db, certificate.id) })
}

export function toCertificate(ctx: Pick<Deps, 'config' | 'renderer'>, certificate: CertificateRow & { hasFile: boolean }): Certificate {
  const code = formatCode(certificate.code)
  return {
    certificateUrl: `${ctx.config.publicUrl}/certificates/${code}.pdf`,
    verificationCode: code,
    verificationUrl: verificationUrlOf(ctx, certificate),
    courseId: certificate.courseId,
    courseTitle: certificate.courseTitle,
    learnerName: certificate.learnerName,
    completedOn: completionDayOf(certificate),
    issuedAt: certificate.issuedAt.toISOString(),
    status: certificate.status,
    pdf: certificate.hasFile ? 'ready' : ctx.renderer.missing ? 'unavailable' : 'pending',
  }
}

export function verificationUrlOf({ config }: Pick<Deps, 'config'>, { code }: CertificateRow): string {
  return `${config.publicUrl}/verify/${formatCode(code)}`
}

/** The calendar day of the completion, UTC. */
export function completionDayOf({ completedAt }: CertificateRow): string {
  return completedAt.toISOString().slice(0, 10)
}
