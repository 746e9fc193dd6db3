import { findUserByEmail } from '../../../db/queries/accounts/users.ts'
import { deleteCartItems } from '../../../db/queries/commerce/cart.ts'
import {
  listPendingWithCourses,
  lockPurchasesOf,
} from '../../../db/queries/commerce/transactions.ts'
import type { CourseRow } from '../../../db/queries/learning/courses/courses.ts'
import { upsertEnrollment } from '../../../db/queries/learning/enrollments/enrollments.ts'
import { type Deps, inTransaction } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { recordEvent } from '../../security/audit.ts'
import { findChosenCourse } from '../courses/find-chosen-course.ts'
import { coursePageOf, notifyUser } from '../notifications/notify.ts'
import { cancelPending } from '../transactions/cancel-pending.ts'

/**
 * Enrolls a user in a course without a transaction, and mails it to them. One who has left the
 * course gets it back as it was. `isNew` is false if the user was enrolled before.
 */
export async function enrollLearner(
  ctx: Deps,
  { email, idOrSlug }: { email: string; idOrSlug: string },
): Promise<{ course: CourseRow; isNew: boolean }> {
  const user = await findUserByEmail(ctx.db, email)
  if (user === undefined) throw new AppError('UserNotFound')
  const course = await findChosenCourse(ctx, idOrSlug)
  if (course === undefined) throw new AppError('CourseNotFound')

  return inTransaction(ctx, async (ctx) => {
    await lockPurchasesOf(ctx.db, user.id)
    await deleteCartItems(ctx.db, user.id, [course.id])
    // Nobody should be asked to pay for a course they own.
    const pending = await listPendingWithCourses(ctx.db, user.id, [course.id])
    await cancelPending(
      ctx,
      pending.map(({ id }) => id),
      'canceled',
    )
    const isNew = await upsertEnrollment(ctx.db, {
      userId: user.id,
      courseId: course.id,
      versionId: course.versionId,
      source: 'administrator',
      enrolledAt: ctx.now(),
    })
    if (isNew) {
      await recordEvent(ctx, 'learner-enrolled', {
        userId: user.id,
        details: { courseId: course.id },
      })
      await notifyUser(ctx, user, {
        kind: 'course-enrolled',
        title: course.title,
        page: coursePageOf(ctx, course.id),
      })
    }
    return { course, isNew }
  })
}
