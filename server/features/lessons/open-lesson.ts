import { findLessonForUser, type LessonForUser } from '../../../db/queries/lessons.ts'
import type { UserContext } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'

/**
 * The lesson as this user may read it: the enrolled get it in their version of the course,
 * whichever version the id is of; a preview of what is sold now is open to every user.
 */
export async function openLesson(ctx: UserContext, lessonId: string): Promise<LessonForUser> {
  const lesson = await findLessonForUser(ctx.db, { lessonId, userId: ctx.user.id })
  if (lesson === undefined) throw new AppError('LessonNotFound')

  if (!lesson.enrolled && !lesson.sold) throw new AppError('LessonNotFound')
  if (!lesson.enrolled && !lesson.preview) throw new AppError('NotEnrolled')
  return lesson
}
