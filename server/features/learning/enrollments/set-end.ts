import { findEnrollment } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import { keepSaidWay, setEndOfWays } from '../../../../db/queries/learning/enrollments/kept-ways.ts'
import { lockPurchasesOf } from '../../../../db/queries/shop/transactions.ts'
import { endMeant } from '../../../../lib/lists/periods.ts'
import { type ActorDeps, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { changeOf } from '../../../security/audit/details.ts'
import { recordEvent } from '../../../security/audit.ts'
import { refuseOwn } from '../../platform/admin/refuse-own.ts'
import { endDueOf } from '../../shop/transactions/end-due.ts'
import { termsOf } from '../../shop/transactions/enroll-user.ts'
import { refusePaid } from '../../shop/transactions/refuse-paid.ts'
import { settleAccess } from '../programs/settle-access.ts'
import { getAdminEnrollment } from './admin.ts'
import type { AdminEnrollment, SetEnrollmentEndInput } from './admin-schema.ts'
import { requireFuture } from './enroll-learner.ts'
import { openEnrollment } from './open-enrollment.ts'

/**
 * Changes when an enrollment ends; null for never. Applies to every way except programs, which stay
 * open until they end. An ended enrollment opens again, with its progress.
 *
 * @throws NotForYourself, EnrollmentNotFound, AccessEnded, CoursePaidFor, CourseFull
 */
export async function setEnrollmentEnd(
  ctx: ActorDeps,
  { userId, courseId, endsAt: said }: SetEnrollmentEndInput,
): Promise<AdminEnrollment> {
  refuseOwn(ctx, userId)
  const endsAt = endMeant(said, ctx.config.timeZone)
  requireFuture(ctx, endsAt)
  return inTransaction(ctx, async (ctx) => {
    const key = { userId, courseId }
    await lockPurchasesOf(ctx.db, userId)
    await endDueOf(ctx, { userId, courseIds: [courseId] })
    const before = await findEnrollment(ctx.db, key)
    if (before === undefined) throw new AppError('EnrollmentNotFound')
    const isOver = before.status === 'ended' && before.leftAt === null
    if (isOver && before.endsAt === null) throw new AppError('AccessEnded')
    if (!isOver && before.endsAt?.getTime() === endsAt?.getTime())
      return getAdminEnrollment(ctx, key)
    if (endsAt !== null) await refusePaid(ctx, before)

    await keepSaidWay(ctx.db, key)
    await setEndOfWays(ctx.db, { ...key, endsAt })
    if (isOver) await openEnrollment(ctx, before)
    // Takes a seat now for what only a program gave.
    else await settleAccess(ctx, key, { opens: true })
    const after = await findEnrollment(ctx.db, key)
    await recordEvent(ctx, isOver ? 'learner-enrolled' : 'enrollment-changed', {
      userId,
      details: { courseId, ...changeOf(termsOf(before), termsOf(after)) },
    })
    return getAdminEnrollment(ctx, key)
  })
}
