import { findLesson, findLessonByKey, type LessonRow } from '../../../db/queries/catalogue.ts'
import { type EnrollmentRow, findEnrollment } from '../../../db/queries/learning.ts'
import type { UserContext } from '../../context.ts'
import { AppError } from '../../errors.ts'

export interface OpenLesson {
  lesson: LessonRow
  /** Undefined for a preview that is read without being enrolled. */
  enrollment: EnrollmentRow | undefined
}

/**
 * The lesson as this user may read it: the enrolled get it in their version of the course, whichever version the id is of;
 * a preview of what is sold now is open to every user.
 */
export async function openLesson(ctx: UserContext, id: string): Promise<OpenLesson> {
  const found = await findLesson(ctx.db, id)
  if (found === undefined) throw new AppError('LessonNotFound')
  const { sold, ...lesson } = found

  const enrollment = await findEnrollment(ctx.db, { userId: ctx.user.id, courseId: lesson.courseId })
  if (enrollment?.status !== 'active') {
    if (!sold) throw new AppError('LessonNotFound')
    if (!lesson.preview) throw new AppError('NotEnrolled')
    return { lesson, enrollment: undefined }
  }

  if (lesson.versionId === enrollment.versionId) return { lesson, enrollment }
  const own = await findLessonByKey(ctx.db, { versionId: enrollment.versionId, key: lesson.key })
  if (own === undefined) throw new AppError('LessonNotFound')
  return { lesson: own, enrollment }
}
