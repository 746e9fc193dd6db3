import type { CertificateRow } from '../../../../db/queries/learning/certificates.ts'
import {
  completeEnrollment,
  lockEnrollment,
  setRenewingSince,
} from '../../../../db/queries/learning/enrollments/enrollments.ts'
import type { EnrollmentKey } from '../../../../db/schema/learning/enrollments.ts'
import type { Deps } from '../../../context.ts'
import { countsOf, isUnderWay } from '../../courses/courses/course-state.ts'
import { issueCertificate } from './issue-certificate.ts'
import { renewCertificate } from './reissue-certificate.ts'

export interface Completion {
  completedAt: Date
  /** Undefined where the learner's name cannot be printed. */
  certificate: CertificateRow | undefined
}

/**
 * Completes a course whose learner has done all that their version requires, and certifies it, in
 * the caller's transaction. Whatever can make what is left zero calls this: a report, a move, access
 * that opens, a claim, a repair. The programs of the learner go on with it. Of a course that is taken
 * again it renews the certificate; the completion stays the first one. Undefined when a lesson is
 * left, and when nothing is under way.
 */
export async function completeIfDone(
  ctx: Deps,
  learning: EnrollmentKey,
  completedAt = ctx.now(),
): Promise<Completion | undefined> {
  const enrollment = await lockEnrollment(ctx.db, learning)
  if (enrollment === undefined || !isUnderWay(enrollment)) return undefined
  if ((await countsOf(ctx, enrollment)).remaining > 0) return undefined
  if (enrollment.completedAt !== null) {
    const certificate = await renewCertificate(ctx, { ...enrollment, completedAt })
    if (certificate === undefined) return undefined
    await setRenewingSince(ctx.db, { ...learning, at: null })
    await ctx.advancePrograms(ctx, learning.userId)
    return { completedAt: enrollment.completedAt, certificate }
  }
  await completeEnrollment(ctx.db, { ...learning, at: completedAt })
  const certificate = await issueCertificate(ctx, { ...enrollment, completedAt })
  await ctx.advancePrograms(ctx, learning.userId)
  return { completedAt, certificate }
}
