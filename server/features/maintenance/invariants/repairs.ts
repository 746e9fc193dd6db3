import { findAttempt } from '../../../../db/queries/assessment/attempts.ts'
import { findCorrectedVersion } from '../../../../db/queries/authoring/moves.ts'
import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import { findCertificate, lockCertificate } from '../../../../db/queries/learning/certificates.ts'
import {
  findOwnedAmong,
  lockEnrollment,
} from '../../../../db/queries/learning/enrollments/enrollments.ts'
import {
  findLastCompletion,
  recountLessons,
} from '../../../../db/queries/learning/enrollments/lesson-counts.ts'
import { listWays } from '../../../../db/queries/learning/enrollments/ways.ts'
import { lockTallies, tallyCourse } from '../../../../db/queries/learning/reports.ts'
import {
  recountCouponUses,
  recountRefunds,
  releaseRedemption,
  resetReceiptCounter,
  type Violation,
} from '../../../../db/queries/maintenance/invariants.ts'
import { lockUserWithName } from '../../../../db/queries/people/users/users.ts'
import { deleteCartItems } from '../../../../db/queries/shop/cart.ts'
import { lockCoupons } from '../../../../db/queries/shop/coupons.ts'
import { findReceipt } from '../../../../db/queries/shop/receipts/receipts.ts'
import { findRefund, listReversals } from '../../../../db/queries/shop/refunds.ts'
import {
  listLines,
  listUnsettledLines,
  lockPurchasesOf,
} from '../../../../db/queries/shop/transactions.ts'
import type { Deps } from '../../../context.ts'
import { submitIfOver } from '../../assessment/attempts/submit-attempt.ts'
import { lockEnrollmentOf } from '../../assessment/grades/grade-attempt.ts'
import { issueCertificate } from '../../learning/certificates/issue-certificate.ts'
import { replaceCertificate } from '../../learning/certificates/reissue-certificate.ts'
import { completeByPass } from '../../learning/completion/complete-by-pass.ts'
import { advanceProgram, completeIfDone } from '../../learning/completion/completion.ts'
import { openEnrollment } from '../../learning/enrollments/open-enrollment.ts'
import { settleAccess } from '../../learning/programs/settle-access.ts'
import { forgetOldAnswers } from '../../platform/idempotency/perform-once.ts'
import { fulfillPaid } from '../../shop/fulfillment/fulfill-paid.ts'
import { findBuyer, issueReceipt } from '../../shop/receipts/issue-receipt.ts'
import { bookReversals } from '../../shop/refunds/book-reversals.ts'
import { requestSurplusRefunds } from '../../shop/refunds/request-refund.ts'
import { sendRefund } from '../../shop/refunds/send-refund.ts'
import { cancelIfOwned } from '../../shop/transactions/cancel-owned.ts'
import { cancelPending } from '../../shop/transactions/cancel-pending.ts'
import { lockWithOwner } from '../../shop/transactions/lock-with-owner.ts'

/**
 * Repairs one violation, as the service itself would have; true if something changed. Checks again
 * under the service's locks, since the service may have repaired it meanwhile: repeated or
 * concurrent repairs have no further effect.
 */
export type Repair = (ctx: Deps, violation: Violation) => Promise<boolean>

export async function completePassedLesson(ctx: Deps, violation: Violation): Promise<boolean> {
  const attempt = await findAttempt(ctx.db, idIn(violation, 'attemptId'))
  if (attempt?.passed !== true) return false
  const enrollment = await lockEnrollmentOf(ctx, attempt)
  await completeByPass(ctx, enrollment, attempt.lessonKey)
  return true
}

export async function submitOverdue(ctx: Deps, violation: Violation): Promise<boolean> {
  const attempt = await findAttempt(ctx.db, idIn(violation, 'attemptId'))
  return attempt !== undefined && (await submitIfOver(ctx, attempt)).status !== 'open'
}

export async function fulfillPaidTransaction(ctx: Deps, violation: Violation): Promise<boolean> {
  const transactionId = idIn(violation, 'transactionId')
  await lockWithOwner(ctx, transactionId)
  const before = await listUnsettledLines(ctx.db, transactionId)
  await fulfillPaid(ctx, { transactionId })
  return (await listUnsettledLines(ctx.db, transactionId)).length < before.length
}

export async function restoreAccess(ctx: Deps, violation: Violation): Promise<boolean> {
  const [transactionId, userId] = [idIn(violation, 'transactionId'), idIn(violation, 'userId')]
  await lockPurchasesOf(ctx.db, userId)
  const line = (await listLines(ctx.db, [transactionId])).find(
    ({ position }) => position + 1 === violation.line,
  )
  if (line?.status !== 'fulfilled' || line.userId !== userId) return false
  const { courseId } = line
  await deleteCartItems(ctx.db, userId, [courseId])
  const opened = await openEnrollment(ctx, {
    userId,
    courseId,
    versionId: await findCorrectedVersion(ctx.db, line.versionId),
  })
  return opened !== undefined
}

/**
 * Settles ways, also for a class member who never got what it gives. If no way is left, a person
 * decides whether access is to end.
 */
export async function settleWays(ctx: Deps, violation: Violation): Promise<boolean> {
  const [userId, courseId] = [idIn(violation, 'userId'), idIn(violation, 'courseId')]
  await lockPurchasesOf(ctx.db, userId)
  const ways = await listWays(ctx.db, { of: [{ userId, courseId }], now: ctx.now() })
  if (ways.length === 0) return false
  const course = await findCourse(ctx.db, { id: courseId })
  const settled =
    (await settleAccess(ctx, { userId, courseId }, { opens: true })) ??
    (course && (await openEnrollment(ctx, { userId, courseId, versionId: course.versionId })))
  return settled !== undefined
}

export async function recountLineRefunds(ctx: Deps, violation: Violation): Promise<boolean> {
  const transactionId = idIn(violation, 'transactionId')
  await lockWithOwner(ctx, transactionId)
  return recountRefunds(ctx.db, transactionId, Number(violation.line) - 1)
}

export async function resendRefund(ctx: Deps, violation: Violation): Promise<boolean> {
  const refundId = idIn(violation, 'refundId')
  await sendRefund(ctx, { refundId })
  return (await findRefund(ctx.db, refundId))?.status !== 'requested'
}

export async function refundSurplus(ctx: Deps, violation: Violation): Promise<boolean> {
  const transaction = await lockWithOwner(ctx, idIn(violation, 'transactionId'))
  if (transaction === undefined) return false
  const requested = await requestSurplusRefunds(ctx, transaction, {
    reason: 'Its refund failed or was missing',
  })
  return requested.length > 0
}

export async function bookUnassignedReversals(ctx: Deps, violation: Violation): Promise<boolean> {
  const transactionId = idIn(violation, 'transactionId')
  const sumBooked = async () =>
    (await listReversals(ctx.db, transactionId)).reduce(
      (sum, { assignedAmount }) => sum + assignedAmount,
      0,
    )
  const before = await sumBooked()
  await bookReversals(ctx, transactionId)
  return (await sumBooked()) !== before
}

export async function issueMissingReceipt(ctx: Deps, violation: Violation): Promise<boolean> {
  const transaction = await lockWithOwner(ctx, idIn(violation, 'transactionId'))
  if (transaction === undefined || transaction.paidAt === null) return false
  if ((await findReceipt(ctx.db, transaction.id)) !== undefined) return false
  await issueReceipt(ctx, transaction, await findBuyer(ctx, transaction))
  return true
}

export function raiseReceiptCounter(ctx: Deps, violation: Violation): Promise<boolean> {
  return resetReceiptCounter(ctx.db, Number(violation.year))
}

export async function recountCoupon(ctx: Deps, violation: Violation): Promise<boolean> {
  const couponId = idIn(violation, 'couponId')
  await lockCoupons(ctx.db, [couponId])
  return recountCouponUses(ctx.db, couponId)
}

export async function releaseCouponUse(ctx: Deps, violation: Violation): Promise<boolean> {
  const transaction = await lockWithOwner(ctx, idIn(violation, 'transactionId'))
  if (transaction === undefined || transaction.couponId === null) return false
  await lockCoupons(ctx.db, [transaction.couponId])
  return releaseRedemption(ctx.db, transaction.id)
}

export async function removeOwnedFromCart(ctx: Deps, violation: Violation): Promise<boolean> {
  const [userId, courseId] = [idIn(violation, 'userId'), idIn(violation, 'courseId')]
  await lockPurchasesOf(ctx.db, userId)
  const owned = await findOwnedAmong(ctx.db, { userId, courseIds: [courseId], now: ctx.now() })
  await deleteCartItems(ctx.db, userId, owned)
  return owned.length > 0
}

export function cancelPurchaseOfOwned(ctx: Deps, violation: Violation): Promise<boolean> {
  return cancelIfOwned(ctx, {
    transactionId: idIn(violation, 'transactionId'),
    courseId: idIn(violation, 'courseId'),
  })
}

export async function expirePending(ctx: Deps, violation: Violation): Promise<boolean> {
  const transaction = await lockWithOwner(ctx, idIn(violation, 'transactionId'))
  if (transaction?.status !== 'pending') return false
  await cancelPending(ctx, [transaction.id], 'expired')
  return true
}

export async function recountRemainingLessons(ctx: Deps, violation: Violation): Promise<boolean> {
  const enrollment = { userId: idIn(violation, 'userId'), courseId: idIn(violation, 'courseId') }
  await lockEnrollment(ctx.db, enrollment)
  return recountLessons(ctx.db, enrollment)
}

/** Completes the course as of the last lesson that counts. */
export async function completeFinishedCourse(ctx: Deps, violation: Violation): Promise<boolean> {
  const learning = { userId: idIn(violation, 'userId'), courseId: idIn(violation, 'courseId') }
  const enrollment = await lockEnrollment(ctx.db, learning)
  if (enrollment?.status !== 'active') return false
  const completedAt = await findLastCompletion(ctx.db, learning)
  return (await completeIfDone(ctx, learning, completedAt)) !== undefined
}

/** Credits and opens its courses, and certifies it if nothing is left. */
export async function completeProgram(ctx: Deps, violation: Violation): Promise<boolean> {
  const program = { userId: idIn(violation, 'userId'), courseId: idIn(violation, 'courseId') }
  await advanceProgram(ctx, program)
  await issueMissingCertificate(ctx, program)
  return true
}

export async function issueMissingCertificate(ctx: Deps, violation: Violation): Promise<boolean> {
  const enrollment = await lockEnrollment(ctx.db, {
    userId: idIn(violation, 'userId'),
    courseId: idIn(violation, 'courseId'),
  })
  if (enrollment === undefined || enrollment.completedAt === null) return false
  const { completedAt } = enrollment
  return (await issueCertificate(ctx, { ...enrollment, completedAt })) !== undefined
}

/** Restores the achievement of the best earlier certificate, with the name of today. */
export async function restoreAchieved(ctx: Deps, violation: Violation): Promise<boolean> {
  const { userId } = violation
  if (typeof userId === 'string') await lockUserWithName(ctx.db, userId)
  const old = await lockCertificate(ctx.db, idIn(violation, 'certificateId'))
  const former = await findCertificate(ctx.db, idIn(violation, 'formerId'))
  if (old.status !== 'issued' || former === undefined) return false
  const { expiryTold, claimedAt, minutes, courses } = old
  await replaceCertificate(ctx, old, {
    ...{ ...former, expiryTold, claimedAt },
    minutes: former.minutes ?? minutes,
    courses: former.courses ?? courses,
  })
  return true
}

export async function recountTallies(ctx: Deps, violation: Violation): Promise<boolean> {
  await lockTallies(ctx.db, { wait: true })
  await tallyCourse(ctx.db, idIn(violation, 'courseId'))
  return true
}

export async function deleteOldAnswers(ctx: Deps): Promise<boolean> {
  await forgetOldAnswers(ctx)
  return true
}

function idIn(violation: Violation, name: string): string {
  const id = violation[name]
  if (typeof id !== 'string') throw new Error(`The violation has no ${name}.`)
  return id
}
