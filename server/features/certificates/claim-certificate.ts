import { findCourse } from '../../../db/queries/catalogue.ts'
import { claimCertificate } from '../../../db/queries/certificates.ts'
import { findEnrollment } from '../../../db/queries/learning.ts'
import { inTransaction, type UserContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { stateOfCourse } from '../progress/course-state.ts'
import { describeCertificate } from './describe-certificate.ts'
import { issueCertificate } from './issue-certificate.ts'
import { waitForPdf } from './print-certificate.ts'
import type { Certificate, CompletedCourse } from './schema.ts'

export async function claimCertificateOfCourse(ctx: UserContext, { courseId }: CompletedCourse): Promise<Certificate> {
  await ctx.limits.take('certificatesPerAccount', ctx.user.id)
  const enrollment = await findEnrollment(ctx.db, { userId: ctx.user.id, courseId })
  // A completed course stays completed when access to it has ended.
  if (enrollment === undefined || (enrollment.status !== 'active' && enrollment.completedAt === null)) {
    const course = await findCourse(ctx.db, { id: courseId })
    throw new AppError(course?.status === 'published' ? 'NotEnrolled' : 'CourseNotFound')
  }

  const { completedAt } = enrollment
  if (completedAt === null) {
    const { missing } = await stateOfCourse(ctx, enrollment)
    throw new AppError('CourseNotCompleted', {
      issues: missing.map(({ lessonId, title }) => ({ path: lessonId, message: `"${title}" is not completed` })),
    })
  }

  const certificate = await inTransaction(ctx, (ctx) => issueCertificate(ctx, { ...enrollment, completedAt }))
  ctx.outcome.created = await claimCertificate(ctx.db, certificate.id, ctx.now())
  await waitForPdf(ctx, certificate)
  return describeCertificate(ctx, certificate)
}
