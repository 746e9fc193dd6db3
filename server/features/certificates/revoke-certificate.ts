import type { CertificateRow } from '../../../db/queries/certificates.ts'
import { findCertificateByCode, markRevoked } from '../../../db/queries/certificates.ts'
import type { Deps } from '../../context.ts'
import { findByTypedCode } from './verify-certificate.ts'

/** Revokes a certificate for good. Asked again it changes nothing: the first reason stays. */
export async function revokeCertificate(ctx: Deps, { code, reason }: { code: string; reason: string }): Promise<CertificateRow> {
  const certificate = await findByTypedCode(ctx, code)
  const revoked = await markRevoked(ctx.db, certificate.code, { reason, at: ctx.now() })
  return revoked ?? (await findCertificateByCode(ctx.db, certificate.code)) ?? certificate
}
