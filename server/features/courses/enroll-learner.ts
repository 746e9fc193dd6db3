import { findUserByEmail } from '../../../db/queries/accounts.ts'
import { findCourse } from '../../../db/queries/catalogue.ts'
import { deleteCartItems, lockPurchasesOf } from '../../../db/queries/commerce.ts'
import { putEnrollment } from '../../../db/queries/learning.ts'
import { type Deps, inTransaction } from '../../context.ts'
import { AppError } from '../../errors.ts'

/** Gives a user access to a course without a transaction. False when the user had it already. */
export async function enrollLearner(deps: Deps, { email, slug }: { email: string; slug: string }): Promise<boolean> {
  const user = await findUserByEmail(deps.db, email)
  if (user === undefined) throw new AppError('UserNotFound')
  const course = await findCourse(deps.db, { slug })
  if (course === undefined) throw new AppError('CourseNotFound')

  return inTransaction(deps, async ({ db, now }) => {
    await lockPurchasesOf(db, user.id)
    await deleteCartItems(db, user.id, [course.id])
    return putEnrollment(db, {
      userId: user.id,
      courseId: course.id,
      versionId: course.versionId,
      source: 'administrator',
      enrolledAt: now(),
    })
  })
}
