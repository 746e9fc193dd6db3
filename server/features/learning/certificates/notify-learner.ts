import {
  type CertificateRow,
  findCertificateOf,
} from '../../../../db/queries/learning/certificates.ts'
import { findUser } from '../../../../db/queries/people/users/users.ts'
import type { Deps } from '../../../context.ts'
import { notifyUser } from '../../base/notifications/notify.ts'
import { pdfUrlOf, verificationUrlOf } from './urls.ts'

/**
 * Mails the learner that the certificate is there, with links to the valid one of its course. Runs
 * in the transaction that stores the PDF of the first one, and so once for each course: one that
 * replaces another is asked for by the learner, or follows from a new name.
 */
export async function notifyLearner(
  ctx: Deps,
  { userId, courseId, courseTitle, supersedes }: CertificateRow,
): Promise<void> {
  if (userId === null || supersedes !== null) return
  const [learner, current] = [
    await findUser(ctx.db, userId),
    await findCertificateOf(ctx.db, userId, courseId),
  ]
  if (learner === undefined || current?.status !== 'issued') return
  await notifyUser(ctx, learner, {
    kind: 'certificate-ready',
    title: courseTitle,
    certificateUrl: pdfUrlOf(ctx, current),
    verificationUrl: verificationUrlOf(ctx, current),
  })
}
