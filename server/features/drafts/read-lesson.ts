import { findDraft } from '../../../db/queries/learning/drafts/drafts.ts'
import { findDraftLesson } from '../../../db/queries/learning/drafts/lessons.ts'
import type { Deps } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { linkableKeys, resolveLessonLinks, toFileLinks } from '../lessons/lesson-links.ts'
import { sectionsOf } from './read-draft.ts'
import type { DraftLesson, DraftLessonInput, LessonPreview } from './schema.ts'

/** A lesson of the draft with its text as authors write it. */
export async function getDraftLesson(
  { db }: Pick<Deps, 'db'>,
  { courseId, key }: DraftLessonInput,
): Promise<DraftLesson> {
  const lesson = await findDraftLesson(db, { courseId, key })
  if (lesson === undefined) throw new AppError('LessonNotFound')

  const { isRewritten, content, ...fields } = lesson
  return { ...fields, content: isRewritten ? content : toFileLinks(content, courseId) }
}

/** A lesson of the draft as its learners will read it. */
export async function previewLesson(
  { db }: Pick<Deps, 'db'>,
  { courseId, key }: DraftLessonInput,
): Promise<LessonPreview> {
  const [draft, lesson] = [
    await findDraft(db, courseId),
    await findDraftLesson(db, { courseId, key }),
  ]
  if (draft === undefined || lesson === undefined) throw new AppError('LessonNotFound')

  const order = sectionsOf(draft).flatMap(({ lessons }) => lessons)
  const at = order.findIndex((other) => other.key === key)
  const { title, type, minutes, required, preview, content } = lesson
  return {
    courseId,
    key,
    title,
    type,
    minutes,
    required,
    preview,
    content: resolveLessonLinks(content, { courseId, keys: linkableKeys(order) }),
    previous: nameOf(order[at - 1]),
    next: nameOf(order[at + 1]),
  }
}

function nameOf(lesson: { key: string; title: string } | undefined) {
  return lesson === undefined ? null : { key: lesson.key, title: lesson.title }
}
