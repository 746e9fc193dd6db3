import {
  type CertificateRow,
  findCertificateOf,
  insertCertificate,
} from '../../../db/queries/certificates.ts'
import type { Deps } from '../../context.ts'
import { newId } from '../../lib/ids.ts'
import { recordEvent } from '../../security/audit.ts'
import { makeCertificateCode } from './code.ts'
import { takeSnapshot } from './snapshot.ts'

export interface CompletedEnrollment {
  userId: string
  courseId: string
  versionId: string
  completedAt: Date
}

/**
 * The certificate of a completed course: the one there is, or a new one, with the job that prints
 * it. In the transaction of the completion.
 */
export async function issueCertificate(
  ctx: Deps,
  { userId, courseId, versionId, completedAt }: CompletedEnrollment,
): Promise<CertificateRow> {
  const issued = await findCertificateOf(ctx.db, userId, courseId)
  if (issued !== undefined) return issued

  const { learnerName, ...snapshot } = await takeSnapshot(ctx, { userId, versionId })
  if (learnerName === undefined) throw new Error('The enrollment names a user that does not exist.')
  const id = newId()
  const isNew = await insertCertificate(ctx.db, {
    id,
    code: makeCertificateCode(),
    userId,
    courseId,
    versionId,
    learnerName,
    ...snapshot,
    completedAt,
    issuedAt: ctx.now(),
  })
  if (isNew) {
    await ctx.jobs.enqueue(ctx.db, 'render-certificate', { certificateId: id })
    ctx.afterCommit(() => ctx.jobs.wake('render-certificate'))
    await recordEvent(ctx, 'certificate-issued', {
      userId,
      details: { certificateId: id, courseId },
    })
  }

  const certificate = await findCertificateOf(ctx.db, userId, courseId)
  if (certificate === undefined) throw new Error('The certificate was not written.')
  return certificate
}
