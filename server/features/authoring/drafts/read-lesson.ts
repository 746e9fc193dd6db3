import { filesNamedIn } from '../../../../content/files/file-links.ts'
import {
  linkableKeys,
  resolveLessonLinks,
  toFileLinks,
} from '../../../../content/files/lesson-links.ts'
import { typed } from '../../../../content/lessons/types.ts'
import { findDraft } from '../../../../db/queries/authoring/drafts/drafts.ts'
import { findDraftLesson } from '../../../../db/queries/authoring/drafts/lessons.ts'
import { findHtmlOfCourse } from '../../../../db/queries/courses/courses/authored-courses.ts'
import { findCourseFiles } from '../../../../db/queries/courses/media/course-files.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { readQuestions } from '../../assessment/questions/store-questions.ts'
import { showLesson } from '../../courses/lessons/show-lesson.ts'
import { sectionsOf } from './read-draft.ts'
import type { DraftLesson, DraftLessonInput, LessonPreview } from './schema.ts'

/** Returns a lesson of the draft with its text as authors write it. */
export async function getDraftLesson(
  { db }: Pick<Deps, 'db'>,
  { courseId, key }: DraftLessonInput,
): Promise<DraftLesson> {
  const lesson = await findDraftLesson(db, { courseId, key })
  if (lesson === undefined) throw new AppError('LessonNotFound')

  const { isRewritten, content, type, ...fields } = lesson
  const details = await readQuestions({ db }, lesson.details)
  return {
    ...fields,
    ...typed<'draft'>(type, details?.[type]),
    content: isRewritten ? content : toFileLinks(content, courseId),
    requires: details?.prerequisites ?? [],
    available: details?.available ?? null,
    due: details?.due ?? null,
  }
}

/** Returns a lesson of the draft as its learners will read it. */
export async function previewLesson(
  ctx: Pick<Deps, 'db' | 'now' | 'mediaUrls'>,
  { courseId, key }: DraftLessonInput,
): Promise<LessonPreview> {
  const { db } = ctx
  const [draft, lesson, html] = [
    await findDraft(db, courseId),
    await findDraftLesson(db, { courseId, key }),
    await findHtmlOfCourse(db, courseId),
  ]
  if (draft === undefined || lesson === undefined || html === undefined)
    throw new AppError('LessonNotFound')

  const order = sectionsOf(draft).flatMap(({ lessons }) => lessons)
  const at = order.findIndex((other) => other.key === key)
  const { title, type, minutes, required, preview, details } = lesson
  const paths = [...filesNamedIn(lesson.content, details)]
  const shown = await showLesson(ctx, {
    courseId,
    type,
    content: resolveLessonLinks(lesson.content, { courseId, keys: linkableKeys(order) }),
    details,
    files: paths.length === 0 ? null : await findCourseFiles(db, { courseId, paths }),
  })
  return {
    ...{ courseId, key, title, minutes, required, preview, html },
    ...shown,
    previous: nameOf(order[at - 1]),
    next: nameOf(order[at + 1]),
  }
}

function nameOf(lesson: { key: string; title: string } | undefined) {
  return lesson === undefined ? null : { key: lesson.key, title: lesson.title }
}
