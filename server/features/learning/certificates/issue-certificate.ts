import {
  type CertificateRow,
  findCertificateOf,
  insertCertificate,
} from '../../../../db/queries/learning/certificates.ts'
import { newId } from '../../../../lib/ids.ts'
import { dayOf } from '../../../../lib/lists/periods.ts'
import type { Deps } from '../../../context.ts'
import { recordEvent } from '../../../security/audit.ts'
import { type Replaced, tryWriteEvidence } from '../evidence/write-evidence.ts'
import { formatCode, makeCertificateCode } from './code/code.ts'
import { learnerOf, takeSnapshot } from './snapshot.ts'
import { reminderAt } from './validity/validity.ts'

export interface CompletedEnrollment {
  userId: string
  courseId: string
  versionId: string
  completedAt: Date
}

/**
 * Returns the certificate of a completed course: the existing one, or a new one with the job that
 * prints it; undefined, and nothing is written, when the learner's name cannot be printed. Runs in
 * the transaction of the completion.
 */
export async function issueCertificate(
  ctx: Deps,
  { userId, courseId, versionId, completedAt }: CompletedEnrollment,
): Promise<CertificateRow | undefined> {
  const issued = await findCertificateOf(ctx.db, userId, courseId)
  if (issued !== undefined) return issued

  const learner = await learnerOf(ctx, userId)
  if (learner === undefined) throw new Error('The enrollment names a user that does not exist.')
  if (learner.fault !== undefined) {
    const reason = learner.fault.message
    ctx.log.warn({ userId, courseId, reason }, 'no certificate for this name')
    return undefined
  }
  const snapshot = await takeSnapshot(ctx, { userId, versionId, completedAt })
  const [id, issuedAt] = [newId(), ctx.now()]
  const certificate = await writeCertificate(ctx, {
    id,
    code: makeCertificateCode(),
    userId,
    courseId,
    versionId,
    ...learner.named,
    ...snapshot,
    completedAt,
    issuedAt,
    expiryTold: knownAtIssue(snapshot.validUntil, issuedAt),
  })
  if (certificate === undefined) return findCertificateOf(ctx.db, userId, courseId)

  await recordEvent(ctx, 'certificate-issued', {
    userId,
    details: { certificateId: id, courseId },
  })
  return certificate
}

/** Returns the reminder that a certificate of short validity makes needless: its paper tells. */
export function knownAtIssue(validUntil: Date | null, issuedAt: Date): number | null {
  return (validUntil && reminderAt(validUntil, issuedAt)) || null
}

/**
 * Writes the certificate with how it came about and the job that prints it; undefined if the
 * learner already has one.
 */
export async function writeCertificate(
  ctx: Deps,
  certificate: Parameters<typeof insertCertificate>[1],
  replaced?: Replaced,
): Promise<CertificateRow | undefined> {
  const issuedOn = dayOf(certificate.issuedAt, ctx.config.timeZone)
  const written = await insertCertificate(ctx.db, { ...certificate, issuedOn })
  if (written === undefined) return undefined

  await tryWriteEvidence(ctx, written, { code: formatCode(written.code), replaced })
  await ctx.jobs.enqueue(ctx.db, 'print-certificate', { certificateId: written.id })
  ctx.afterCommit(() => ctx.jobs.wake('print-certificate'))
  return written
}
