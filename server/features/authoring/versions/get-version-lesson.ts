import { findHtmlOfCourse } from '../../../../db/queries/courses/courses/authored-courses.ts'
import { findNumberedVersion } from '../../../../db/queries/courses/courses/versions.ts'
import { findVersionLesson } from '../../../../db/queries/courses/lessons.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { showLesson } from '../../courses/lessons/show-lesson.ts'
import type { LessonPreview } from '../drafts/schema.ts'
import type { VersionLessonInput } from './schema.ts'

/**
 * Returns a lesson of a published version as its learners read it.
 * @throws VersionNotFound, LessonNotFound
 */
export async function getVersionLesson(
  ctx: Pick<Deps, 'db' | 'now' | 'mediaUrls'>,
  { courseId, number, key }: VersionLessonInput,
): Promise<LessonPreview> {
  const { db } = ctx
  if ((await findNumberedVersion(db, { courseId, number })) === undefined)
    throw new AppError('VersionNotFound')

  const [lesson, html] = [
    await findVersionLesson(db, { courseId, number, keys: [key] }),
    await findHtmlOfCourse(db, courseId),
  ]
  if (lesson === undefined || html === undefined) throw new AppError('LessonNotFound')
  const { title, type, minutes, required, preview, content, details, files } = lesson
  return {
    ...{ courseId, key, title, minutes, required, preview, html },
    ...(await showLesson(ctx, { courseId, type, content, details, files })),
    previous: lesson.previous,
    next: lesson.next,
  }
}
