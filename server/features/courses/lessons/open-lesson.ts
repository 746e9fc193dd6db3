import {
  findLessonByKey,
  findLessonForUser,
  type LessonForUser,
} from '../../../../db/queries/courses/lessons.ts'
import type { UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { isId } from '../../../lib/ids.ts'

/**
 * Returns the lesson if this user may read it. Enrolled users get it in their version of the
 * course, whichever version the id belongs to; previews of the current version are open to all.
 */
export async function openLesson(ctx: UserContext, lessonId: string): Promise<LessonForUser> {
  return requireReadable(await findLessonForUser(ctx.db, { lessonId, ...readerOf(ctx) }))
}

/** Like openLesson(), by a key of the lesson that it has, or had before. */
export async function openLessonByKey(
  ctx: UserContext,
  { idOrSlug, key }: { idOrSlug: string; key: string },
): Promise<LessonForUser> {
  const course = isId(idOrSlug) ? idOrSlug.toLowerCase() : idOrSlug
  return requireReadable(await findLessonByKey(ctx.db, { course, key, ...readerOf(ctx) }))
}

function readerOf({ user, now }: UserContext) {
  return { userId: user.id, now: now() }
}

function requireReadable(lesson: LessonForUser | undefined): LessonForUser {
  if (lesson === undefined) throw new AppError('LessonNotFound')
  if (!lesson.enrolled && !lesson.sold) throw new AppError('LessonNotFound')
  if (!lesson.enrolled && !lesson.preview) throw new AppError('NotEnrolled')
  return lesson
}
