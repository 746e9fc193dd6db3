import { findUser } from '../../../db/queries/accounts.ts'
import { findVersion } from '../../../db/queries/catalogue.ts'
import { type CertificateRow, findCertificateOf, insertCertificate } from '../../../db/queries/certificates.ts'
import type { Deps } from '../../context.ts'
import { newId } from '../../ids.ts'
import { makeCertificateCode } from './code.ts'

export interface CompletedEnrollment {
  userId: string
  courseId: string
  versionId: string
  completedAt: Date
}

/** The certificate of a completed course: the one there is, or a new one, with the job that prints it. In the transaction of the completion. */
export async function issueCertificate(
  ctx: Deps,
  { userId, courseId, versionId, completedAt }: CompletedEnrollment,
): Promise<CertificateRow> {
  const issued = await findCertificateOf(ctx.db, userId, courseId)
  if (issued !== undefined) return issued

  const version = await findVersion(ctx.db, versionId)
  const user = await findUser(ctx.db, userId)
  if (version === undefined || user === undefined) throw new Error('The enrollment names a version or a user that does not exist.')
  const id = newId()
  const isNew = await insertCertificate(ctx.db, {
    id,
    code: makeCertificateCode(),
    userId,
    courseId,
    versionId,
    learnerName: user.name,
    courseTitle: version.title,
    courseVersion: version.version,
    language: version.language,
    issuer: ctx.config.certificateIssuer,
    completedAt,
    issuedAt: ctx.now(),
  })
  if (isNew) {
    await ctx.jobs.enqueue(ctx.db, 'render-certificate', { certificateId: id })
    ctx.afterCommit(() => ctx.jobs.wake('render-certificate'))
  }

  const certificate = await findCertificateOf(ctx.db, userId, courseId)
  if (certificate === undefined) throw new Error('The certificate was not written.')
  return certificate
}
