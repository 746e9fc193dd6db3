import type { CourseRow } from '../../../../db/queries/courses/courses/courses.ts'
import { closeWays, keepSaidWay } from '../../../../db/queries/learning/enrollments/kept-ways.ts'
import type { SettledEnrollment } from '../../../../db/queries/learning/enrollments/settle.ts'
import type { UserRow } from '../../../../db/queries/people/users/users.ts'
import { lockPurchasesOf, transitionLines } from '../../../../db/queries/shop/transactions.ts'
import type { EnrollmentKey } from '../../../../db/schema/learning/enrollments.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { changeOf } from '../../../security/audit/details.ts'
import { recordEvent } from '../../../security/audit.ts'
import { requireChosenCourse } from '../../platform/admin/chosen-course.ts'
import { type ChosenPerson, requirePerson } from '../../platform/admin/chosen-user.ts'
import { refusePaid } from '../../shop/transactions/refuse-paid.ts'
import { hasEnded, settleAccess } from '../programs/settle-access.ts'

/**
 * Ends a user's access to a course; progress, completion and certificates stay. `isNew` is false if
 * the user was not enrolled, or stays so by a program: then `isOpen`. Refuses a course that was paid for: its refund ends the access.
 *
 * @throws UserNotFound, CourseNotFound, CoursePaidFor
 */
export async function endLearnerEnrollment(
  ctx: Deps,
  { idOrSlug, ...person }: ChosenPerson & { idOrSlug: string },
): Promise<{ course: CourseRow; user: UserRow; isNew: boolean; isOpen: boolean }> {
  const user = await requirePerson(ctx, person)
  const course = await requireChosenCourse(ctx, idOrSlug)

  return inTransaction(ctx, async (ctx) => {
    await lockPurchasesOf(ctx.db, user.id)
    const settled = await endAccess(ctx, { userId: user.id, courseId: course.id })
    const isOpen = settled !== undefined && settled.after.status !== 'ended'
    return { course, user, isNew: hasEnded(settled), isOpen }
  })
}

/**
 * Ends every way but programs, and refuses what was paid for. Runs in a transaction that has locked
 * the purchases of the user.
 */
async function endAccess(
  ctx: Deps,
  enrollment: EnrollmentKey,
): Promise<SettledEnrollment | undefined> {
  const line = await refusePaid(ctx, enrollment)
  await keepSaidWay(ctx.db, enrollment)
  // Marks the line as refunded: nothing was paid for it, so nothing is left to give back.
  if (line !== undefined)
    await transitionLines(ctx.db, line.transactionId, [line.position], 'refunded')
  await closeWays(ctx.db, enrollment)
  const settled = await settleAccess(ctx, enrollment)
  if (settled?.before === undefined) return undefined
  const { before, after } = settled
  const change =
    before.status === after.status
      ? changeOf({ source: before.source }, { source: after.source })
      : changeOf({ status: before.status }, { status: after.status })
  if (Object.keys(change).length === 0) return settled
  const { userId, courseId } = enrollment
  const event = hasEnded(settled) ? 'enrollment-ended' : 'enrollment-changed'
  await recordEvent(ctx, event, { userId, details: { courseId, ...change } })
  return settled
}
