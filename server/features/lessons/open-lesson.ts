import type { EnrollmentRow, ProgressRow } from '../../../db/queries/learning.ts'
import { findLessonForUser, type LessonRow } from '../../../db/queries/lessons.ts'
import type { UserContext } from '../../context.ts'
import { AppError } from '../../errors.ts'

export interface OpenLesson {
  lesson: LessonRow
  /** Undefined for a preview that is read without being enrolled. */
  enrollment: EnrollmentRow | undefined
  progress: ProgressRow | undefined
}

/**
 * The lesson as this user may read it: the enrolled get it in their version of the course, whichever version the id is of;
 * a preview of what is sold now is open to every user.
 */
export async function openLesson(ctx: UserContext, lessonId: string): Promise<OpenLesson> {
  const found = await findLessonForUser(ctx.db, { lessonId, userId: ctx.user.id })
  if (found === undefined || found.lesson === null) throw new AppError('LessonNotFound')
  const { lesson, enrollment, progress, sold } = found

  if (enrollment === null && !sold) throw new AppError('LessonNotFound')
  if (enrollment === null && !lesson.preview) throw new AppError('NotEnrolled')
  return { lesson, enrollment: enrollment ?? undefined, progress: progress ?? undefined }
}
