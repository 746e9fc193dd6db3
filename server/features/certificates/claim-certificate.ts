import {
  type CertificateRow,
  claimCertificate,
  findCertificateOf,
  findCertificateWithState,
} from '../../../db/queries/certificates.ts'
import { findCourse } from '../../../db/queries/courses.ts'
import {
  completeEnrollment,
  type EnrollmentRow,
  findEnrollment,
} from '../../../db/queries/enrollments.ts'
import type { UserContext } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import type { Limits } from '../../security/limits.ts'
import { stateOfCourse } from '../courses/course-state.ts'
import { performOnce } from '../idempotency/perform-once.ts'
import { describeCertificate, toCertificate } from './describe-certificate.ts'
import { issueCertificate } from './issue-certificate.ts'
import { waitForPdf } from './print-certificate.ts'
import type { Certificate, CompletedCourse } from './schema.ts'

/** The claims that are going on in a service, by user and course. */
const inClaim = new WeakMap<Limits, Map<string, Promise<Certificate>>>()

export async function claimCertificateOfCourse(
  ctx: UserContext,
  input: CompletedCourse,
): Promise<Certificate> {
  const countUse = () => ctx.limits.take('certificatesPerAccount', ctx.user.id)
  if (ctx.idempotencyKey !== undefined) return claim(ctx, input, countUse)

  await countUse()
  return joinClaim(ctx, input)
}

/**
 * Of requests that come at the same moment one does the work, and the others are told the same: a
 * hundred clicks are no load on the database.
 */
async function joinClaim(ctx: UserContext, input: CompletedCourse): Promise<Certificate> {
  const running = inClaim.get(ctx.limits) ?? new Map<string, Promise<Certificate>>()
  inClaim.set(ctx.limits, running)
  const key = `${ctx.user.id} ${input.courseId}`
  const other = running.get(key)
  if (other !== undefined) {
    ctx.outcome.created = false
    return other
  }
  const own = claim(ctx, input).finally(() => running.delete(key))
  running.set(key, own)
  return own
}

function claim(
  ctx: UserContext,
  input: CompletedCourse,
  prepare?: () => Promise<void>,
): Promise<Certificate> {
  return performOnce(ctx, {
    operation: 'certificates.issue',
    input,
    ...(prepare !== undefined && { prepare }),
    effect: async (ctx) =>
      (await findFinished(ctx, input)) ??
      describeCertificate(ctx, await claimOrFindCertificate(ctx, input)),
    completion: {
      isDue: ({ pdf }) => pdf !== 'ready',
      complete: ({ courseId }) => printedCertificate(ctx, courseId),
    },
  })
}

/**
 * The certificate that was asked for before and is printed: there is nothing left to do but to read
 * it.
 */
async function findFinished(
  ctx: UserContext,
  { courseId }: CompletedCourse,
): Promise<Certificate | undefined> {
  const certificate = await findCertificateWithState(ctx.db, ctx.user.id, courseId)
  if (certificate === undefined || certificate.claimedAt === null || certificate.pdfSha256 === null)
    return undefined
  ctx.outcome.created = false
  return toCertificate(ctx, certificate)
}

async function claimOrFindCertificate(
  ctx: UserContext,
  { courseId }: CompletedCourse,
): Promise<CertificateRow> {
  const enrollment = await findEnrollment(ctx.db, { userId: ctx.user.id, courseId })
  // A completed course stays completed when access to it has ended.
  if (
    enrollment === undefined ||
    (enrollment.status !== 'active' && enrollment.completedAt === null)
  ) {
    const course = await findCourse(ctx.db, { id: courseId })
    throw new AppError(course?.status === 'published' ? 'NotEnrolled' : 'CourseNotFound')
  }

  const completedAt = enrollment.completedAt ?? (await completeCourse(ctx, enrollment))
  const certificate = await issueCertificate(ctx, { ...enrollment, completedAt })
  ctx.outcome.created = await claimCertificate(ctx.db, certificate.id, ctx.now())
  return certificate
}

/**
 * For who has done everything without a report that could have noticed: after coming back to a
 * version whose lessons were all learned before.
 */
async function completeCourse(ctx: UserContext, enrollment: EnrollmentRow): Promise<Date> {
  const { missing } = await stateOfCourse(ctx, enrollment)
  if (missing.length > 0) {
    throw new AppError('CourseNotCompleted', {
      issues: missing.map(({ lessonId, title }) => ({
        path: lessonId,
        message: `"${title}" is not completed`,
      })),
    })
  }
  const at = ctx.now()
  if (await completeEnrollment(ctx.db, { ...enrollment, at })) return at
  const { completedAt } = (await findEnrollment(ctx.db, enrollment)) ?? enrollment
  return completedAt ?? at
}

async function printedCertificate(ctx: UserContext, courseId: string): Promise<Certificate> {
  const certificate = await findCertificateOf(ctx.db, ctx.user.id, courseId)
  if (certificate === undefined) throw new Error('A certificate that was issued is gone.')

  await waitForPdf(ctx, certificate)
  return describeCertificate(ctx, certificate)
}
