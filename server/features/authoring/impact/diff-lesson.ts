import { factsOf } from '../../../../content/facts/facts.ts'
import { filesNamedIn } from '../../../../content/files/file-links.ts'
import { toFileLinks } from '../../../../content/files/lesson-links.ts'
import { textPatch } from '../../../../content/markdown/text-patch.ts'
import { findDraft } from '../../../../db/queries/authoring/drafts/drafts.ts'
import { findDraftLesson } from '../../../../db/queries/authoring/drafts/lessons.ts'
import { findVersionLesson, type VersionLesson } from '../../../../db/queries/courses/lessons.ts'
import { findCourseFiles } from '../../../../db/queries/courses/media/course-files.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { readQuestionsOf } from '../../assessment/questions/store-questions.ts'
import type { DraftLessonInput } from '../drafts/schema.ts'
import type { LessonDiff } from './schema.ts'
import { toLessonFacts, toTold } from './tell-facts.ts'

/**
 * Tells what a draft changes in a lesson, whatever its key was before.
 * @throws DraftNotFound, LessonNotFound
 */
export async function diffDraftLesson(
  { db }: Pick<Deps, 'db'>,
  { courseId, key }: DraftLessonInput,
): Promise<LessonDiff> {
  const draft = await findDraft(db, courseId)
  if (draft === undefined) throw new AppError('DraftNotFound')
  const drafted = await findDraftLesson(db, { courseId, key })
  // Uses version 0, which does not exist, for a course that was never published.
  const number = draft.baseVersion ?? 0
  const keys = [key, ...(drafted?.formerKeys ?? [])]
  const published = await findVersionLesson(db, { courseId, number, keys })
  if (drafted === undefined && published === undefined) throw new AppError('LessonNotFound')

  const paths = drafted && [...filesNamedIn(drafted.content, drafted.details)]
  const files = paths?.length ? await findCourseFiles(db, { courseId, paths }) : null
  const content = drafted?.isRewritten
    ? drafted.content
    : toFileLinks(drafted?.content ?? '', courseId)
  return diffLessons({ db }, courseId, {
    before: published && { ...published, label: `version ${number}` },
    after: drafted && { ...drafted, content, files, label: 'draft' },
  })
}

interface Diffed extends Omit<VersionLesson, 'previous' | 'next'> {
  /** Says where it comes from. */
  label: string
}

/** Compares a lesson in two versions; undefined where one does not have it. */
export async function diffLessons(
  { db }: Pick<Deps, 'db'>,
  courseId: string,
  { before, after }: { before: Diffed | undefined; after: Diffed | undefined },
): Promise<LessonDiff> {
  const [old, now] = [before, after].map(
    (lesson) => lesson && { ...lesson, content: toFileLinks(lesson.content, courseId) },
  )
  const details = await readQuestionsOf({ db }, [old?.details ?? null, now?.details ?? null])
  const facts = factsOf(old && toTold(old, details[0]), now && toTold(now, details[1]))
  const textOf = ({ key, content: text = '', label = '' }: Partial<Diffed> = {}) => ({
    key,
    text,
    label,
  })
  const { key, patch } = textPatch(textOf(old), textOf(now))
  return { ...toLessonFacts(key, now?.title ?? old?.title ?? '', facts), key, patch }
}
