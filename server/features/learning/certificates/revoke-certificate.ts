import {
  type CertificateRow,
  findSuccessor,
  lockCertificate,
  markReinstated,
  markRevoked,
} from '../../../../db/queries/learning/certificates.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { AppError, errors } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { refuseOwn } from '../../platform/admin/refuse-own.ts'
import { formatCode } from './code/code.ts'
import type { ReinstateCertificateInput, RevokeCertificateInput } from './schema.ts'
import { findByTypedCode } from './verify-certificate.ts'

export interface ChangedCertificate {
  certificate: CertificateRow
  /** False if it was so before. */
  isNew: boolean
}

/** Revokes a certificate. Repeating it has no effect: the first reason stays. */
export async function revokeCertificate(
  ctx: Deps,
  { code, reason }: RevokeCertificateInput,
): Promise<ChangedCertificate> {
  const { id } = await findByTypedCode(ctx, code)
  return inTransaction(ctx, async (ctx) => {
    const revoked = await markRevoked(ctx.db, id, { reason, at: ctx.now() })
    if (revoked !== undefined) {
      await recordEvent(ctx, 'certificate-revoked', {
        userId: revoked.userId,
        details: { certificateId: id },
      })
      return { certificate: revoked, isNew: true }
    }
    const certificate = await refuseIfSuperseded(ctx, await lockCertificate(ctx.db, id))
    return { certificate, isNew: false }
  })
}

/**
 * Takes back a mistaken revocation; both reasons stay on record. Has no effect on a certificate
 * that is not revoked.
 */
export async function reinstateCertificate(
  ctx: Deps,
  { code, reason }: ReinstateCertificateInput,
): Promise<ChangedCertificate> {
  const { id, userId } = await findByTypedCode(ctx, code)
  refuseOwn(ctx, userId)
  return inTransaction(ctx, async (ctx) => {
    const current = await refuseIfSuperseded(ctx, await lockCertificate(ctx.db, id))
    if (current.status === 'issued') return { certificate: current, isNew: false }

    const certificate = await markReinstated(ctx.db, current, { reason, at: ctx.now() })
    await recordEvent(ctx, 'certificate-reinstated', {
      userId: certificate.userId,
      details: { certificateId: id },
    })
    return { certificate, isNew: true }
  })
}

async function refuseIfSuperseded(
  { db }: Pick<Deps, 'db'>,
  certificate: CertificateRow,
): Promise<CertificateRow> {
  if (certificate.status !== 'superseded') return certificate
  const successor = await findSuccessor(db, certificate.id)
  const newer = successor === undefined ? '' : ` It is ${formatCode(successor.code)}.`
  throw new AppError('CertificateSuperseded', {
    message: `${errors.CertificateSuperseded.message}${newer}`,
  })
}
