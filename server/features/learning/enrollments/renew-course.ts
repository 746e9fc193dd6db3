import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import { isOpenTo } from '../../../../db/queries/courses/courses/is-open.ts'
import { findCertificateOf } from '../../../../db/queries/learning/certificates.ts'
import {
  type EnrollmentRow,
  lockEnrollmentToMove,
  setRenewingSince,
} from '../../../../db/queries/learning/enrollments/enrollments.ts'
import { recountLessons } from '../../../../db/queries/learning/enrollments/lesson-counts.ts'
import { isInRenewedProgram } from '../../../../db/queries/learning/programs.ts'
import {
  countProgressIn,
  deleteProgressIn,
} from '../../../../db/queries/learning/progress/progress.ts'
import { inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { advancePrograms } from '../completion/completion.ts'
import type { CourseRenewal, RenewCourseInput } from './schema.ts'

/** How long before its validity ends a certificate can be renewed. */
const renewableMilliseconds = 90 * 86_400_000

/**
 * Restarts the present version of a course to renew its certificate: clears what was done, but
 * keeps the completion and the certificate. Changes nothing if already under way. A dry run answers
 * the same, and changes nothing.
 *
 * @throws CourseNotFound, NotEnrolled, NotRenewable, CertificateRevoked
 */
export async function renewCourse(
  ctx: UserContext,
  { courseId, dryRun }: RenewCourseInput,
): Promise<CourseRenewal> {
  return inTransaction(ctx, async (ctx) => {
    const learning = { userId: ctx.user.id, courseId }
    const course = await findCourse(ctx.db, { id: courseId })
    // Locks it with its key: of two at once the second finds the renewal under way.
    const enrollment = await lockEnrollmentToMove(ctx.db, learning)
    if (!isOpenTo(enrollment, ctx.now()) || course === undefined)
      throw new AppError(course?.status === 'published' ? 'NotEnrolled' : 'CourseNotFound')
    const validUntil = await requireRenewable(ctx, enrollment)
    const isUnderWay = enrollment.renewingSince !== null
    const renewal = {
      courseId,
      version: course.version,
      lessons: isUnderWay ? 0 : await countProgressIn(ctx.db, learning),
      validUntil: validUntil?.toISOString() ?? null,
    }
    if (isUnderWay || dryRun)
      return { ...renewal, renewingSince: enrollment.renewingSince?.toISOString() ?? null }

    const at = ctx.now()
    await deleteProgressIn(ctx.db, { ...learning, at })
    await setRenewingSince(ctx.db, { ...learning, at, versionId: course.versionId })
    await recountLessons(ctx.db, learning)
    if (course.kind === 'program') await advancePrograms(ctx, ctx.user.id)
    const { version, lessons } = renewal
    await recordEvent(ctx, 'course-renewal-begun', {
      userId: ctx.user.id,
      details: { courseId, version, lessons },
    })
    return { ...renewal, renewingSince: at.toISOString() }
  })
}

/** @throws NotRenewable, CertificateRevoked */
async function requireRenewable(
  ctx: UserContext,
  { userId, courseId, renewingSince }: EnrollmentRow,
): Promise<Date | null> {
  const certificate = await findCertificateOf(ctx.db, userId, courseId)
  if (certificate?.status === 'revoked')
    throw new AppError('CertificateRevoked', {
      message: 'This certificate was revoked. A revoked certificate cannot be renewed.',
    })
  const validUntil = certificate?.validUntil ?? null
  const from = validUntil && new Date(validUntil.getTime() - renewableMilliseconds)
  if (validUntil !== null && from !== null && (renewingSince !== null || from <= ctx.now()))
    return validUntil
  // Allows renewing courses of a program under renewal, with or without an end of their own.
  if (certificate !== undefined && (await isInRenewedProgram(ctx.db, { userId, courseId })))
    return validUntil
  throw new AppError('NotRenewable', {
    facts: {
      validUntil: validUntil?.toISOString() ?? null,
      renewableFrom: from?.toISOString() ?? null,
    },
  })
}
