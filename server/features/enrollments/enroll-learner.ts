import { deleteCartItems } from '../../../db/queries/cart.ts'
import type { CourseRow } from '../../../db/queries/courses.ts'
import { putEnrollment } from '../../../db/queries/enrollments.ts'
import { listPendingWith, lockPurchasesOf } from '../../../db/queries/transactions.ts'
import { findUserByEmail } from '../../../db/queries/users.ts'
import { type Deps, inTransaction } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { recordEvent } from '../../security/audit.ts'
import { findChosenCourse } from '../courses/find-chosen-course.ts'
import { giveUp } from '../transactions/cancel-pending.ts'

/**
 * Gives a user access to a course without a transaction. `isNew` is false when the user had it
 * already.
 */
export async function enrollLearner(
  deps: Deps,
  { email, idOrSlug }: { email: string; idOrSlug: string },
): Promise<{ course: CourseRow; isNew: boolean }> {
  const user = await findUserByEmail(deps.db, email)
  if (user === undefined) throw new AppError('UserNotFound')
  const course = await findChosenCourse(deps, idOrSlug)
  if (course === undefined) throw new AppError('CourseNotFound')

  return inTransaction(deps, async (deps) => {
    const { db, now } = deps
    await lockPurchasesOf(db, user.id)
    await deleteCartItems(db, user.id, [course.id])
    // What one has must not be left to be paid for.
    const pending = await listPendingWith(db, user.id, [course.id])
    await giveUp(
      deps,
      pending.map(({ id }) => id),
      'canceled',
    )
    const isNew = await putEnrollment(db, {
      userId: user.id,
      courseId: course.id,
      versionId: course.versionId,
      source: 'administrator',
      enrolledAt: now(),
    })
    if (isNew)
      await recordEvent(deps, 'learner-enrolled', {
        userId: user.id,
        details: { courseId: course.id },
      })
    return { course, isNew }
  })
}
