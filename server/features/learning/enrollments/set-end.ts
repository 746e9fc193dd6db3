import { updateEnrollmentEnd } from '../../../../db/queries/learning/enrollments/end-dates.ts'
import {
  type EnrollmentRow,
  findEnrollment,
} from '../../../../db/queries/learning/enrollments/enrollments.ts'
import { lockPurchasesOf } from '../../../../db/queries/shop/transactions.ts'
import type { EnrollmentKey } from '../../../../db/schema/learning/enrollments.ts'
import { type ActorDeps, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { changeOf, recordEvent } from '../../../security/audit.ts'
import { endDueOf } from '../../shop/transactions/end-due.ts'
import { termsOf } from '../../shop/transactions/enroll-user.ts'
import { refusePaid } from '../../shop/transactions/refuse-paid.ts'
import { requireFuture } from './enroll-learner.ts'
import { openEnrollment } from './open-enrollment.ts'

/**
 * Changes when an enrollment ends; null for never. One whose end has come opens again, with its
 * progress. True when that changed anything.
 *
 * @throws EnrollmentNotFound, AccessEnded, CoursePaidFor, CourseFull
 */
export async function setEnrollmentEnd(
  ctx: ActorDeps,
  { userId, courseId, endsAt }: EnrollmentKey & { endsAt: Date | null },
): Promise<boolean> {
  requireFuture(ctx, endsAt)
  return inTransaction(ctx, async (ctx) => {
    await lockPurchasesOf(ctx.db, userId)
    return changeEnd(ctx, { userId, courseId, endsAt })
  })
}

/** In a transaction that has locked the purchases of the user. */
export async function changeEnd(
  ctx: ActorDeps,
  { userId, courseId, endsAt }: EnrollmentKey & { endsAt: Date | null },
): Promise<boolean> {
  await endDueOf(ctx, { userId, courseIds: [courseId] })
  const before = await findEnrollment(ctx.db, { userId, courseId })
  if (before === undefined) throw new AppError('EnrollmentNotFound')
  const isOver = before.status === 'ended' && before.leftAt === null
  if (isOver && before.endsAt === null) throw new AppError('AccessEnded')
  const reopens = isOver && (endsAt === null || endsAt > ctx.now())
  if (!reopens && before.endsAt?.getTime() === endsAt?.getTime()) return false
  if (endsAt !== null) await refusePaid(ctx, before)

  if (reopens) await reopen(ctx, before, endsAt)
  else await updateEnrollmentEnd(ctx.db, { ...before, endsAt })
  const after = await findEnrollment(ctx.db, { userId, courseId })
  await recordEvent(ctx, reopens ? 'learner-enrolled' : 'enrollment-changed', {
    userId,
    details: { courseId, ...changeOf(termsOf(before), termsOf(after)) },
  })
  return true
}

async function reopen(ctx: ActorDeps, before: EnrollmentRow, endsAt: Date | null): Promise<void> {
  await openEnrollment(ctx, {
    ...before,
    source: 'administrator',
    programId: null,
    enrolledAt: ctx.now(),
    endsAt,
  })
}
