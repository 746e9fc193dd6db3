import { findUserByEmail } from '../../../db/queries/accounts/users.ts'
import {
  findFulfilledLine,
  lockPurchasesOf,
  transitionLines,
} from '../../../db/queries/commerce/transactions.ts'
import type { CourseRow } from '../../../db/queries/learning/courses/courses.ts'
import { endEnrollment } from '../../../db/queries/learning/enrollments/enrollments.ts'
import { type Deps, inTransaction } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { recordEvent } from '../../security/audit.ts'
import { findChosenCourse } from '../courses/find-chosen-course.ts'

/**
 * Ends a user's access to a course; progress, completion and certificates stay. `isNew` is false if
 * the user was not enrolled. Refuses a course that was paid for: its refund ends the access.
 */
export async function endLearnerEnrollment(
  ctx: Deps,
  { email, idOrSlug }: { email: string; idOrSlug: string },
): Promise<{ course: CourseRow; isNew: boolean }> {
  const user = await findUserByEmail(ctx.db, email)
  if (user === undefined) throw new AppError('UserNotFound')
  const course = await findChosenCourse(ctx, idOrSlug)
  if (course === undefined) throw new AppError('CourseNotFound')
  const enrollment = { userId: user.id, courseId: course.id }

  return inTransaction(ctx, async (ctx) => {
    await lockPurchasesOf(ctx.db, user.id)
    const line = await findFulfilledLine(ctx.db, enrollment)
    if (line !== undefined) {
      const { transactionId, position, priceAmount, discountAmount } = line
      if (priceAmount > discountAmount)
        throw new AppError('InvalidFields', {
          message:
            'This course was paid for, and a refund ends the access: ' +
            `\`lyceum transaction refund ${transactionId} --line ${position + 1}\`.`,
        })
      // Nothing was paid for it, so nothing is left to give back.
      await transitionLines(ctx.db, transactionId, [position], 'refunded')
    }
    const isNew = await endEnrollment(ctx.db, enrollment)
    if (isNew)
      await recordEvent(ctx, 'enrollment-ended', {
        userId: user.id,
        details: { courseId: course.id },
      })
    return { course, isNew }
  })
}
