import { termsOf } from '../../../../content/course-fields.ts'
import type { DraftContent } from '../../../../content/draft.ts'
import { quizOf } from '../../../../content/lessons/quiz.ts'
import {
  type DraftLessonRow,
  type DraftRow,
  findDraft,
  sizeOfDraftTexts,
} from '../../../../db/queries/authoring/drafts/drafts.ts'
import { findFaultyRequirements } from '../../../../db/queries/courses/courses/requirements.ts'
import { findCourseFile, findLibrary } from '../../../../db/queries/courses/media/course-files.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { readDraftedQuestions } from '../../assessment/questions/store-questions.ts'
import { coursesOfDraft } from './program.ts'
import type { Draft } from './schema.ts'

/** Bytes of all texts and what is beside them: one process reads them, and looks for links. */
const maxTextBytes = 32_000_000

/**
 * Reads a draft with its rewritten texts, or only that of one lesson; undefined if none is open.
 * @throws InvalidFields when they are too long together
 */
export async function readDraftContent(
  db: Deps['db'],
  courseId: string,
  texts: true | { of: string } = true,
): Promise<DraftContent | undefined> {
  const bytes = await sizeOfDraftTexts(db, courseId)
  if (bytes > maxTextBytes) throw tooLong(bytes)
  const draft = await findDraft(db, courseId, { texts })
  if (!draft?.isOpen) return undefined
  const content = contentOf(draft, await findLibrary(db, courseId))
  const { cover, requires } = content.terms
  const file = cover ? await findCourseFile(db, { courseId, path: cover }) : undefined
  const requirements =
    requires.length === 0 ? [] : await findFaultyRequirements(db, { courseId, requires })
  const courses = await coursesOfDraft(db, draft)
  const asks = draft.lessons.some(({ details }) => quizOf(details) !== undefined)
  const drafted = asks ? await readDraftedQuestions({ db }, courseId) : new Map()
  return { ...content, ...courses, drafted, coverType: file?.type ?? null, requirements }
}

function tooLong(bytes: number): AppError {
  const message =
    `hold ${bytes} bytes of new text, ${maxTextBytes} at most: publish it in parts, or split the ` +
    'course'
  return new AppError('InvalidFields', { issues: [{ path: 'sections', message }] })
}

function contentOf(draft: DraftRow, files: DraftContent['files']): DraftContent {
  const { courseId, revision, baseVersion, writers, publishedFormerKeys } = draft
  return {
    courseId,
    revision,
    baseVersion,
    terms: termsOf(draft),
    sections: sectionsOf(draft),
    files,
    writers,
    review: {
      requestedBy: draft.reviewRequestedBy,
      requestedAt: draft.reviewRequestedAt,
      approvedBy: draft.approvedBy,
      approvedAt: draft.approvedAt,
      approvedRevision: draft.approvedRevision,
    },
    publishedFormerKeys,
  }
}

/** Returns the lessons in the order of the outline. */
export function sectionsOf({
  outline,
  lessons,
}: Pick<DraftRow, 'outline' | 'lessons'>): { title: string; lessons: DraftLessonRow[] }[] {
  const byKey = new Map(lessons.map((lesson) => [lesson.key, lesson]))
  return outline.map((section) => ({
    title: section.title,
    lessons: section.lessons.flatMap((key) => byKey.get(key) ?? []),
  }))
}

/** Returns the draft without its texts, or the current version if no draft is open. */
export async function getDraft({ db }: Pick<Deps, 'db'>, courseId: string): Promise<Draft> {
  const draft = await findDraft(db, courseId)
  if (draft === undefined) throw new AppError('DraftNotFound')

  const { revision, isOpen, baseVersion } = draft
  return {
    courseId,
    revision,
    isOpen,
    baseVersion,
    ...termsOf(draft),
    sections: sectionsOf(draft).map((section) => ({
      title: section.title,
      lessons: section.lessons.map(
        ({ content: _, bodySha256: __, details: ___, ...lesson }) => lesson,
      ),
    })),
    review: {
      requestedAt: draft.reviewRequestedAt?.toISOString() ?? null,
      approvedAt: draft.approvedAt?.toISOString() ?? null,
    },
    changedAt: isOpen ? (draft.changedAt?.toISOString() ?? null) : null,
  }
}
