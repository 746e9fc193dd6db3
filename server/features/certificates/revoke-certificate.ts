import {
  type CertificateRow,
  findSuccessor,
  lockCertificate,
  markRevoked,
} from '../../../db/queries/certificates.ts'
import { type Deps, inTransaction } from '../../context.ts'
import { AppError, errors } from '../../errors/errors.ts'
import { recordEvent } from '../../security/audit.ts'
import { formatCode } from './code.ts'
import type { RevokeCertificateInput } from './schema.ts'
import { findByTypedCode } from './verify-certificate.ts'

/** Revokes a certificate permanently. Repeating it has no effect: the first reason stays. */
export async function revokeCertificate(
  ctx: Deps,
  { code, reason }: RevokeCertificateInput,
): Promise<CertificateRow> {
  const { id } = await findByTypedCode(ctx, code)
  return inTransaction(ctx, async (ctx) => {
    const revoked = await markRevoked(ctx.db, id, { reason, at: ctx.now() })
    if (revoked !== undefined) {
      await recordEvent(ctx, 'certificate-revoked', {
        userId: revoked.userId,
        details: { certificateId: id },
      })
      return revoked
    }
    const before = await lockCertificate(ctx.db, id)
    if (before.status === 'superseded') {
      const successor = await findSuccessor(ctx.db, id)
      const newer = successor === undefined ? '' : ` It is ${formatCode(successor.code)}.`
      throw new AppError('CertificateSuperseded', {
        message: `${errors.CertificateSuperseded.message}${newer}`,
      })
    }
    return before
  })
}
