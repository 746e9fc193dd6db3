import { findLessonForUser, type LessonForUser } from '../../../db/queries/learning/lessons.ts'
import type { UserContext } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'

/**
 * Returns the lesson if this user may read it. Enrolled users get it in their version of the
 * course, whichever version the id belongs to; previews of the current version are open to all.
 */
export async function openLesson(ctx: UserContext, lessonId: string): Promise<LessonForUser> {
  const lesson = await findLessonForUser(ctx.db, { lessonId, userId: ctx.user.id })
  if (lesson === undefined) throw new AppError('LessonNotFound')

  if (!lesson.enrolled && !lesson.sold) throw new AppError('LessonNotFound')
  if (!lesson.enrolled && !lesson.preview) throw new AppError('NotEnrolled')
  return lesson
}
