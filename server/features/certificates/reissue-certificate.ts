import {
  type CertificateRow,
  findSuccessor,
  insertCertificate,
  lockCertificate,
  markSuperseded,
} from '../../../db/queries/certificates.ts'
import { type Deps, inTransaction, type UserContext } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { newId } from '../../lib/ids.ts'
import { recordEvent } from '../../security/audit.ts'
import { formatCode, makeCertificateCode } from './code.ts'
import { describeCertificate } from './describe-certificate.ts'
import { waitForPdf } from './print-certificate.ts'
import type { Certificate, ChosenCertificate } from './schema.ts'
import { takeSnapshot } from './snapshot.ts'
import { findByTypedCode } from './verify-certificate.ts'

export interface Reissue {
  certificate: CertificateRow
  /** False where the certificate had a successor already. */
  isNew: boolean
}

/**
 * Puts a new certificate in the place of one: with the name that the profile says now, and all else
 * as a certificate says it from now on. The day of completion stays. Asked again, or by many at
 * once, it gives the one successor.
 */
export async function reissueCertificate(ctx: Deps, { code }: ChosenCertificate): Promise<Reissue> {
  const { id } = await findByTypedCode(ctx, code)
  return inTransaction(ctx, async (ctx) => {
    const old = await lockCertificate(ctx.db, id)
    if (old.status === 'revoked') throw new AppError('CertificateRevoked')
    if (old.status === 'superseded') return { certificate: await newestOf(ctx, old), isNew: false }

    const { learnerName = old.learnerName, ...snapshot } = await takeSnapshot(ctx, old)
    const at = ctx.now()
    const successor = {
      id: newId(),
      code: makeCertificateCode(),
      learnerName,
      ...snapshot,
      issuedAt: at,
      supersedes: old.id,
    }
    const { userId, courseId, versionId, completedAt, claimedAt } = old
    await markSuperseded(ctx.db, old.id, at)
    const isNew = await insertCertificate(ctx.db, {
      ...successor,
      userId,
      courseId,
      versionId,
      completedAt,
      claimedAt,
    })
    if (!isNew) throw new Error('The successor was not written.')

    await ctx.jobs.enqueue(ctx.db, 'render-certificate', { certificateId: successor.id })
    ctx.afterCommit(() => ctx.jobs.wake('render-certificate'))
    await recordEvent(ctx, 'certificate-reissued', {
      userId,
      details: { certificateId: old.id, successorId: successor.id },
    })
    return { certificate: await lockCertificate(ctx.db, successor.id), isNew }
  })
}

/** A learner's own certificate, once the name in the profile is another one. */
export async function reissueOwnCertificate(
  ctx: UserContext,
  { code }: ChosenCertificate,
): Promise<Certificate> {
  const chosen = await findByTypedCode(ctx, code)
  // The same answer as for a code that was never given out.
  if (chosen.userId !== ctx.user.id) throw new AppError('CertificateNotFound')

  const current = chosen.status === 'superseded' ? await newestOf(ctx, chosen) : chosen
  if (current.status === 'revoked') throw new AppError('CertificateRevoked')
  if (current.learnerName === ctx.user.name) {
    if (current.id === chosen.id) throw new AppError('CertificateUnchanged')
    ctx.outcome.created = false
    return describeCertificate(ctx, current)
  }

  await ctx.limits.take('reissuesPerAccount', ctx.user.id)
  const { certificate, isNew } = await reissueCertificate(ctx, { code: formatCode(current.code) })
  ctx.outcome.created = isNew
  await waitForPdf(ctx, certificate)
  return describeCertificate(ctx, certificate)
}

/** The certificate at the end of the line of successors. */
async function newestOf(
  { db }: Pick<Deps, 'db'>,
  certificate: CertificateRow,
): Promise<CertificateRow> {
  const successor = await findSuccessor(db, certificate.id)
  if (successor === undefined) throw new Error('A superseded certificate has no successor.')
  return successor.status === 'superseded' ? newestOf({ db }, successor) : successor
}
