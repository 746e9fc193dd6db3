import type { CourseRow } from '../../../../db/queries/courses/courses/courses.ts'
import { findEnrollment } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import type { UserRow } from '../../../../db/queries/people/users/users.ts'
import { lockPurchasesOf, transitionLines } from '../../../../db/queries/shop/transactions.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { changeOf, recordEvent } from '../../../security/audit.ts'
import { requireChosenCourse } from '../../base/admin/chosen-course.ts'
import { type ChosenPerson, requirePerson } from '../../base/admin/chosen-user.ts'
import { refusePaid } from '../../shop/transactions/refuse-paid.ts'
import { endEnrollment } from '../programs/end-enrollment.ts'

/**
 * Ends a user's access to a course; progress, completion and certificates stay. `isNew` is false if
 * the user was not enrolled. Refuses a course that was paid for: its refund ends the access.
 *
 * @throws UserNotFound, CourseNotFound, CoursePaidFor
 */
export async function endLearnerEnrollment(
  ctx: Deps,
  { idOrSlug, ...person }: ChosenPerson & { idOrSlug: string },
): Promise<{ course: CourseRow; user: UserRow; isNew: boolean }> {
  const user = await requirePerson(ctx, person)
  const course = await requireChosenCourse(ctx, idOrSlug)

  return inTransaction(ctx, async (ctx) => {
    await lockPurchasesOf(ctx.db, user.id)
    const isNew = await endAccess(ctx, { userId: user.id, courseId: course.id })
    return { course, user, isNew }
  })
}

/**
 * In a transaction that has locked the purchases of the user; true when there was access. What a
 * program gives stays until that ends.
 */
export async function endAccess(
  ctx: Deps,
  enrollment: { userId: string; courseId: string },
): Promise<boolean> {
  const line = await refusePaid(ctx, enrollment)
  // Nothing was paid for it, so nothing is left to give back.
  if (line !== undefined)
    await transitionLines(ctx.db, line.transactionId, [line.position], 'refunded')
  const before = await findEnrollment(ctx.db, enrollment)
  const ended = await endEnrollment(ctx, { ...enrollment, ending: 'any' })
  if (ended === undefined) return false
  const { userId, courseId } = enrollment
  const change =
    ended === 'ended'
      ? changeOf({ status: before?.leftAt ? 'left' : 'active' }, { status: 'ended' })
      : changeOf({ source: before?.source ?? null }, { source: 'program' })
  if (Object.keys(change).length === 0) return false
  const event = ended === 'ended' ? 'enrollment-ended' : 'enrollment-changed'
  await recordEvent(ctx, event, { userId, details: { courseId, ...change } })
  return true
}
