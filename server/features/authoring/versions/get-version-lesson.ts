import { findHtmlOfCourse } from '../../../../db/queries/courses/courses/authored-courses.ts'
import { findLessonTexts } from '../../../../db/queries/courses/lessons.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { showLesson } from '../../courses/lessons/show-lesson.ts'
import type { LessonPreview } from '../drafts/schema.ts'
import { readVersion } from './read-version.ts'
import type { GetVersionLessonInput } from './schema.ts'

/**
 * Returns a lesson of a published version as its learners read it.
 * @throws VersionNotFound, LessonNotFound
 */
export async function getVersionLesson(
  ctx: Pick<Deps, 'db' | 'now' | 'mediaUrls'>,
  { courseId, number, key }: GetVersionLessonInput,
): Promise<LessonPreview> {
  const { sections } = await readVersion(ctx, { courseId, number })
  const lessons = sections.flatMap((section) => section.lessons)
  const at = lessons.findIndex((one) => one.key === key)
  const [lesson, texts, html] = [
    lessons[at],
    await findLessonTexts(ctx.db, { courseId, number, key }),
    await findHtmlOfCourse(ctx.db, courseId),
  ]
  if (lesson === undefined || html === undefined) throw new AppError('LessonNotFound')
  const { title, type, minutes, required, preview, details, files } = lesson
  const content = texts.get(key) ?? ''
  const shown = await showLesson(ctx, {
    ...{ courseId, type, content },
    details: details ?? null,
    files: files ?? null,
  })
  return {
    ...{ courseId, key, title, minutes, required, preview, html },
    ...shown,
    previous: nameOf(lessons[at - 1]),
    next: nameOf(lessons[at + 1]),
  }
}

function nameOf(lesson: { key: string; title: string } | undefined) {
  return lesson === undefined ? null : { key: lesson.key, title: lesson.title }
}
