import { type CertificateRow, hasCertificateFile } from '../../../db/queries/certificates.ts'
import type { Deps } from '../../context.ts'
import { formatCode } from './code.ts'
import { knownToBeMissing } from './renderer-state.ts'
import type { Certificate } from './schema.ts'

export async function describeCertificate(ctx: Deps, certificate: CertificateRow): Promise<Certificate> {
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
    pdf: await pdfStateOf(ctx, certificate),
  }
}

async function pdfStateOf({ db, renderer }: Deps, { id }: CertificateRow): Promise<Certificate['pdf']> {
  if (await hasCertificateFile(db, id)) return 'ready'
  return knownToBeMissing.has(renderer) ? 'unavailable' : 'pending'
}

export function verificationUrlOf({ config }: Pick<Deps, 'config'>, { code }: CertificateRow): string {
  return `${config.publicUrl}/verify/${formatCode(code)}`
}

/** The calendar day of the completion, UTC. */
export function completionDayOf({ completedAt }: CertificateRow): string {
  return completedAt.toISOString().slice(0, 10)
}
