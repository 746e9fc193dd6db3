import { lostPassIsBack } from '../../../../db/queries/assessment/grades/regrades.ts'
import {
  findCertificateOf,
  lockCertificate,
  markReinstated,
} from '../../../../db/queries/learning/certificates.ts'
import type { EnrollmentKey } from '../../../../db/schema/learning/enrollments.ts'
import type { Deps } from '../../../context.ts'
import { recordEvent } from '../../../security/audit.ts'

/**
 * Reinstates a certificate that a regrade revoked, once every pass that regrades took is back, in
 * the caller's transaction, which has locked the enrollment. Returns whether it did.
 */
export async function reinstateAfterPass(
  ctx: Deps,
  { userId, courseId }: EnrollmentKey,
): Promise<boolean> {
  const found = await findCertificateOf(ctx.db, userId, courseId)
  if (found?.status !== 'revoked') return false
  const certificate = await lockCertificate(ctx.db, found.id)
  const { id: certificateId, revokedAt } = certificate
  if (revokedAt === null || !(await lostPassIsBack(ctx.db, { userId, courseId, revokedAt })))
    return false
  await markReinstated(ctx.db, certificate, { reason: 'Passed again', at: ctx.now() })
  await recordEvent(ctx, 'certificate-reinstated', { userId, details: { certificateId } })
  return true
}
