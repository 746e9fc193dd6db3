import { findCourse } from '../../../db/queries/learning/courses.ts'
import { findEnrollment } from '../../../db/queries/learning/enrollments.ts'
import type { UserContext } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { stateOfCourse } from '../courses/course-state.ts'
import type { CourseProgressDetails, GetProgressInput } from './schema.ts'

export async function getProgress(
  ctx: UserContext,
  { courseId }: GetProgressInput,
): Promise<CourseProgressDetails> {
  const enrollment = await findEnrollment(ctx.db, { userId: ctx.user.id, courseId })
  if (enrollment?.status === 'active') return stateOfCourse(ctx, enrollment)

  const course = await findCourse(ctx.db, { id: courseId })
  throw new AppError(course?.status === 'published' ? 'NotEnrolled' : 'CourseNotFound')
}
