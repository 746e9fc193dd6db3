import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import { isOpenTo } from '../../../../db/queries/courses/courses/is-open.ts'
import {
  findCertificateOf,
  findCertificateWithState,
  markClaimed,
} from '../../../../db/queries/learning/certificates.ts'
import {
  type EnrollmentRow,
  findEnrollment,
} from '../../../../db/queries/learning/enrollments/enrollments.ts'
import { listMissingLessons } from '../../../../db/queries/learning/progress/progress.ts'
import type { UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { maxLessonsInFacts } from '../../../errors/facts.ts'
import { countsOf } from '../../courses/courses/course-state.ts'
import { performOnce } from '../../platform/idempotency/perform-once.ts'
import { describeCertificate, toCertificate } from '../certificates/describe-certificate.ts'
import { type CompletedEnrollment, issueCertificate } from '../certificates/issue-certificate.ts'
import { waitForPdf } from '../certificates/print-certificate.ts'
import { nameNotPrintable } from '../certificates/printable-name.ts'
import type { Certificate, IssueCertificateInput } from '../certificates/schema.ts'
import { completeIfDone } from './completion.ts'

export async function claimCertificate(
  ctx: UserContext,
  input: IssueCertificateInput,
): Promise<Certificate> {
  const claim = () =>
    performOnce(ctx, {
      input,
      effect: (ctx) => findOrIssue(ctx, input),
      completion: {
        isDue: ({ pdf }) => pdf !== 'ready',
        complete: ({ courseId }) => printClaimed(ctx, courseId),
      },
    })
  if (ctx.idempotencyKey !== undefined) return claim()

  // Shares one claim among concurrent requests, so that a hundred clicks do not load the database.
  const { certificateClaims } = ctx.inFlight
  const key = `${ctx.user.id} ${input.courseId}`
  if (certificateClaims.has(key)) ctx.outcome.created = false
  return certificateClaims.run(key, claim)
}

async function findOrIssue(
  ctx: UserContext,
  { courseId }: IssueCertificateInput,
): Promise<Certificate> {
  const known = await findCertificateWithState(ctx.db, ctx.user.id, courseId)
  // Looks again at one that expires: its renewal may be due once its learner's name can be printed.
  const isFinal = known !== undefined && known.validUntil === null
  if (isFinal && known.claimedAt !== null && known.pdfSha256 !== null) {
    ctx.outcome.created = false
    return toCertificate(ctx, known)
  }

  const certificate = await issueCertificate(ctx, await requireCompletion(ctx, courseId))
  if (certificate === undefined) throw await nameNotPrintable(ctx, ctx.user)
  ctx.outcome.created = await markClaimed(ctx.db, certificate.id, ctx.now())
  return describeCertificate(ctx, certificate)
}

/** Returns the completed enrollment, also after access to the course has ended. */
async function requireCompletion(ctx: UserContext, courseId: string): Promise<CompletedEnrollment> {
  const enrollment = await findEnrollment(ctx.db, { userId: ctx.user.id, courseId })
  const hasCompleted = enrollment !== undefined && enrollment.completedAt !== null
  if (enrollment === undefined || !(isOpenTo(enrollment, ctx.now()) || hasCompleted)) {
    const course = await findCourse(ctx.db, { id: courseId })
    throw new AppError(course?.status === 'published' ? 'NotEnrolled' : 'CourseNotFound')
  }
  if (enrollment.renewingSince !== null) await completeIfDone(ctx, enrollment)
  const completedAt = enrollment.completedAt ?? (await completeCourse(ctx, enrollment))
  return { ...enrollment, completedAt }
}

/** @throws CourseNotCompleted */
async function completeCourse(ctx: UserContext, enrollment: EnrollmentRow): Promise<Date> {
  const completion = await completeIfDone(ctx, enrollment)
  if (completion !== undefined) return completion.completedAt
  const current = (await findEnrollment(ctx.db, enrollment)) ?? enrollment
  if (current.completedAt !== null) return current.completedAt

  const missing = await listMissingLessons(ctx.db, enrollment, {
    after: undefined,
    limit: maxLessonsInFacts,
  })
  const lessons = missing.map(({ id, title }) => ({ lessonId: id, title }))
  throw new AppError('CourseNotCompleted', {
    issues: lessons.map(({ lessonId, title }) => ({
      path: lessonId,
      message: `"${title}" is not completed`,
    })),
    facts: { missing: (await countsOf(ctx, current)).remaining, lessons },
  })
}

/** Gives the printer a few seconds, and describes the certificate again. */
async function printClaimed(ctx: UserContext, courseId: string): Promise<Certificate> {
  const certificate = await findCertificateOf(ctx.db, ctx.user.id, courseId)
  if (certificate === undefined) throw new Error('A certificate that was issued is gone.')

  await waitForPdf(ctx, certificate)
  return describeCertificate(ctx, certificate)
}
