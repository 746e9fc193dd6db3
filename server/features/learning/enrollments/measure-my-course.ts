import { measureShownFiles } from '../../../../db/queries/courses/media/course-files.ts'
import type { UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import type { CourseSize, MyCourseInput } from './schema.ts'

/** @throws NotEnrolled also once access has ended: nothing is left to keep */
export async function measureMyCourse(
  { db, user, now }: UserContext,
  { courseId }: MyCourseInput,
): Promise<CourseSize> {
  const size = await measureShownFiles(db, { userId: user.id, courseId, now: now() })
  if (size === undefined) throw new AppError('NotEnrolled')
  return size
}
