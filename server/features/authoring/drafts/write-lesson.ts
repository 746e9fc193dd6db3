import { moveComments } from '../../../../db/queries/authoring/comments.ts'
import type { DraftLessonRow, DraftRow } from '../../../../db/queries/authoring/drafts/drafts.ts'
import * as stored from '../../../../db/queries/authoring/drafts/lessons.ts'
import type { ActorDeps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { missingField } from '../../../errors/problem.ts'
import {
  forgetAbandonedQuestions,
  storeQuestions,
} from '../../assessment/questions/store-questions.ts'
import { advanceDraft, changeDraft, draftChanged } from './change-draft.ts'
import { detailsOf, fittingType, requireFitting, withDetails } from './lesson-details.ts'
import { findKeyConflicts, type KeyedLesson, withPublishedKeys } from './lesson-keys.ts'
import { withCourseDefaults } from './program.ts'
import {
  type CreateLessonInput,
  type DeleteLessonInput,
  type DraftWritten,
  maxCourseBytes,
  maxLessons,
  type SavedDraftLesson,
  type UpdateLessonInput,
} from './schema.ts'

/** Adds a lesson at the end of its section. */
export async function createLesson(
  ctx: ActorDeps,
  { courseId, revision, section, formerKeys = [], ...input }: CreateLessonInput,
): Promise<SavedDraftLesson> {
  const { title = '', minutes, ...others } = input
  if (title === '' && input.type !== 'course')
    throw new AppError('MissingFields', { issues: [missingField('title')] })
  const { fields: stated, given } = withDetails(others)
  requireFitting(given, { type: stated.type })
  return changeDraft(ctx, { courseId, revision }, async (inner, draft) => {
    const isCourse = stated.type === 'course'
    const asked = { title, minutes: minutes ?? (isCourse ? 0 : 5), details: detailsOf(given) }
    const [defaulted = asked] = await withCourseDefaults(inner.db, [asked])
    const fields = { ...stated, title: defaulted.title, minutes: defaulted.minutes }
    requireRoomForLesson(draft)
    await requireRoom(inner, { ...fields, courseId, details: given })
    if (given?.quiz) await forgetAbandonedQuestions(inner, courseId)
    const details = detailsOf(await storeQuestions(inner, courseId, given))
    const lesson = { ...fields, formerKeys, bodySha256: null, details }
    requireOwnKeys([...draft.lessons, lesson], draft, lesson)

    const outline = withLesson(draft, { key: lesson.key, section })
    const next = await advanceDraft(inner, draft, { outline })
    await stored.putDraftLessons(inner.db, { courseId, revision: next }, [lesson])
    const { bodySha256: _, content: __, details: ___, ...saved } = lesson
    return { ...saved, revision: next, draftRevision: next }
  })
}

function withLesson(
  { outline, title }: DraftRow,
  { key, section }: { key: string; section: number | undefined },
): DraftRow['outline'] {
  // Gives a course without sections its first one, which needs a title.
  const sections = outline.length === 0 ? [{ title, lessons: [] }] : outline
  const at = section ?? sections.length - 1
  if (at >= sections.length)
    throw new AppError('InvalidFields', {
      issues: [{ path: 'section', message: `must be below ${sections.length}: there are no more` }],
    })
  return sections.map((kept, index) =>
    index === at ? { ...kept, lessons: [...kept.lessons, key] } : kept,
  )
}

/**
 * Changes the given fields of a lesson; everything else stays.
 * @throws CourseNotFound, LessonNotFound, ManagedElsewhere, LessonKeyTaken, DraftChanged
 */
export async function updateLesson(
  ctx: ActorDeps,
  input: UpdateLessonInput,
): Promise<SavedDraftLesson> {
  const { courseId, key, revision, newKey, formerKeys, ...rest } = input
  const { fields, given } = withDetails(rest)
  const ofType = fittingType(given, fields.type)
  const isOneStatement = newKey === undefined && formerKeys === undefined && !given?.quiz
  if (isOneStatement && ofType !== undefined) {
    // Saves in one statement, as editors do every few seconds, unless more is to be said or opened.
    const change = { courseId, key, revision, writer: ctx.user?.id ?? null, now: ctx.now() }
    const limits = { maxBytes: maxCourseBytes, ofType }
    const changes = { ...fields, details: given }
    const saved = await stored.saveDraftLesson(ctx.db, { ...change, ...limits }, changes)
    if (saved !== undefined) return { ...saved, draftRevision: saved.revision }
  }

  return changeDraft(ctx, { courseId }, async (inner, draft) => {
    const lesson = requireLesson(draft, { key, revision })
    requireFitting(given, { type: fields.type ?? lesson.type, before: lesson.type })
    await requireRoom(inner, { courseId, key, content: fields.content, details: given })
    if (given?.quiz) await forgetAbandonedQuestions(inner, courseId)
    const changes = { ...fields, details: await storeQuestions(inner, courseId, given) }
    const renamed = await withKeys(inner, { draft, lesson, newKey, formerKeys })
    requireOwnKeys(
      draft.lessons.map((other) => (other === lesson ? renamed : other)),
      draft,
      renamed,
      newKey === undefined ? 'key' : 'newKey',
    )

    const outline = draft.outline.map(({ title, lessons }) => ({
      title,
      lessons: lessons.map((other) => (other === key ? renamed.key : other)),
    }))
    const isRenamed = renamed.key !== key
    const next = await advanceDraft(inner, draft, isRenamed ? { outline } : {})
    if (isRenamed) await moveComments(inner.db, { courseId, key, newKey: renamed.key })
    const written = await stored.updateDraftLesson(
      inner.db,
      { courseId, key, revision: next, newKey: renamed.key, formerKeys: renamed.formerKeys },
      changes,
    )
    return savedOf(written, next)
  })
}

function savedOf(lesson: stored.SavedLesson | undefined, draftRevision: number): SavedDraftLesson {
  if (lesson === undefined) throw new Error('The lesson of the locked draft is gone.')
  return { ...lesson, draftRevision }
}

async function withKeys(
  { db }: ActorDeps,
  {
    draft,
    lesson,
    newKey = lesson.key,
    formerKeys = lesson.formerKeys,
  }: {
    draft: DraftRow
    lesson: DraftLessonRow
    newKey: string | undefined
    formerKeys: string[] | undefined
  },
): Promise<{ key: string; formerKeys: string[] }> {
  const { courseId, publishedFormerKeys } = draft
  const keys = new Set(draft.lessons.map((other) => other.key))
  const kept = withPublishedKeys({ key: lesson.key, formerKeys }, publishedFormerKeys, keys)
  const isRenamed = newKey !== lesson.key
  const old = isRenamed && (await stored.wasPublished(db, { courseId, key: lesson.key }))
  const all = new Set([...kept, ...(old ? [lesson.key] : [])])
  if (isRenamed) all.delete(newKey)
  return { key: newKey, formerKeys: [...all] }
}

/** @throws LessonNotFound, DraftChanged */
function requireLesson(
  { lessons }: DraftRow,
  { key, revision }: { key: string; revision: number },
): DraftLessonRow {
  const lesson = lessons.find((other) => other.key === key)
  if (lesson === undefined) throw new AppError('LessonNotFound')
  if (lesson.revision !== revision) throw draftChanged(lesson)
  return lesson
}

/** @throws InvalidFields if the course has as many lessons as it may */
export function requireRoomForLesson({ lessons }: DraftRow): void {
  if (lessons.length < maxLessons) return
  const message = `is of one lesson too many: a course has at most ${maxLessons}, split it`
  throw new AppError('InvalidFields', { issues: [{ path: 'key', message }] })
}

/** @throws InvalidFields if the texts of the draft would be too long together */
export async function requireRoom(
  { db }: ActorDeps,
  {
    courseId,
    key = '',
    content,
    details,
  }: {
    courseId: string
    key?: string
    content: string | undefined
    details: object | null | undefined
  },
): Promise<void> {
  if (content === undefined && details === undefined) return
  const others = await stored.countBytesOfOthers(db, { courseId, key })
  const own = Buffer.byteLength(content ?? '') + Buffer.byteLength(JSON.stringify(details ?? ''))
  if (others + own <= maxCourseBytes) return
  const message = `makes the texts of the course longer than ${maxCourseBytes} bytes: shorten or split it`
  throw new AppError('InvalidFields', { issues: [{ path: 'content', message }] })
}

/** @throws LessonKeyTaken with the fields of the lesson at fault */
export function requireOwnKeys(
  lessons: readonly KeyedLesson[],
  { publishedFormerKeys }: DraftRow,
  lesson: KeyedLesson,
  nameOfKey = 'key',
): void {
  const issues = findKeyConflicts(lessons, publishedFormerKeys)
    .filter((conflict) => lessons[conflict.lesson] === lesson)
    .map(({ path, message }) => ({ path: path === 'key' ? nameOfKey : path, message }))
  if (issues.length > 0) throw new AppError('LessonKeyTaken', { issues })
}

/** Removes the lesson from the draft and its outline. */
export async function deleteLesson(
  ctx: ActorDeps,
  { courseId, key, revision }: DeleteLessonInput,
): Promise<DraftWritten> {
  return changeDraft(ctx, { courseId }, async (inner, draft) => {
    requireLesson(draft, { key, revision })

    const outline = draft.outline.map(({ title, lessons }) => ({
      title,
      lessons: lessons.filter((other) => other !== key),
    }))
    const next = await advanceDraft(inner, draft, { outline })
    await stored.deleteDraftLessons(inner.db, { courseId, keys: [key] })
    return { revision: next }
  })
}
