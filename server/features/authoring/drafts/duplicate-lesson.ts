import { randomUUID } from 'node:crypto'
import type { LessonDetails } from '../../../../content/lessons/lesson-type-names.ts'
import type { Quiz } from '../../../../content/lessons/quiz.ts'
import {
  findDraftLesson,
  putDraftLessons,
} from '../../../../db/queries/authoring/drafts/lessons.ts'
import type { ActorDeps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { readQuestions, storeQuestions } from '../../assessment/questions/store-questions.ts'
import { advanceDraft, changeDraft } from './change-draft.ts'
import type { DuplicateLessonInput, SavedDraftLesson } from './schema.ts'
import { requireOwnKeys, requireRoom, requireRoomForLesson } from './write-lesson.ts'

/**
 * Copies a lesson of the draft, right behind it. Questions get keys of their own: answers to one
 * are none to the other.
 * @throws LessonNotFound, LessonKeyTaken, ManagedElsewhere, DraftChanged, InvalidFields
 */
export function duplicateLesson(
  ctx: ActorDeps,
  { courseId, key, revision, newKey, title }: DuplicateLessonInput,
): Promise<SavedDraftLesson> {
  return changeDraft(ctx, { courseId, revision }, async (inner, draft) => {
    const lesson = draft.lessons.find((other) => other.key === key)
    const read = await findDraftLesson(inner.db, { courseId, key })
    if (lesson === undefined || read === undefined) throw new AppError('LessonNotFound')
    requireRoomForLesson(draft)
    const written = withNewKeys(await readQuestions(inner, read.details))
    const content = lesson.bodySha256 === null ? read.content : undefined
    await requireRoom(inner, { courseId, content, details: written })
    const details = (await storeQuestions(inner, courseId, written)) as LessonDetails | null
    const twin = {
      ...lesson,
      key: newKey,
      formerKeys: [],
      title,
      details,
      content: content ?? null,
    }
    requireOwnKeys([...draft.lessons, twin], draft, twin, 'newKey')

    const outline = draft.outline.map((section) => ({
      ...section,
      lessons: section.lessons.flatMap((one) => (one === key ? [key, newKey] : one)),
    }))
    const next = await advanceDraft(inner, draft, { outline })
    await putDraftLessons(inner.db, { courseId, revision: next }, [twin])
    const { bodySha256: _, content: __, details: ___, ...saved } = twin
    return { ...saved, revision: next, draftRevision: next }
  })
}

function withNewKeys(details: LessonDetails | null): LessonDetails | null {
  const quiz = details?.quiz as Quiz | undefined
  // The page of a book is one lesson's alone.
  const { page: _, ...others } = details ?? {}
  if (quiz === undefined) return details && others
  const pools = quiz.pools.map((pool) => ({
    ...pool,
    questions: pool.questions.map((question) => ({ ...question, key: `q-${randomUUID()}` })),
  }))
  return { ...others, quiz: { ...quiz, pools } }
}
