import { termsOf } from '../../../../content/course-fields.ts'
import { filesNamedIn } from '../../../../content/files/file-links.ts'
import { faultOfTwin } from '../../../../content/files/file-path.ts'
import {
  type NewPath,
  renameInDetails,
  renameInText,
} from '../../../../content/files/rename-file.ts'
import { type DraftLessonRow, findDraft } from '../../../../db/queries/authoring/drafts/drafts.ts'
import { putDraftLessons } from '../../../../db/queries/authoring/drafts/lessons.ts'
import {
  findCourseFile,
  renameCourseFile,
} from '../../../../db/queries/courses/media/course-files.ts'
import type { ActorDeps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import {
  forgetAbandonedQuestions,
  readQuestions,
  storeQuestions,
} from '../../assessment/questions/store-questions.ts'
import { listTwins } from '../../courses/media/course-files.ts'
import { advanceDraft, changeDraft } from '../drafts/change-draft.ts'
import { maxContentLength } from '../drafts/schema.ts'
import { requireRoom } from '../drafts/write-lesson.ts'
import type { RenamedFile, RenameFileInput } from './schema.ts'
import { eachLesson, type LessonWithText } from './uses-of-files.ts'

/**
 * Gives a file of the library another path, and writes it wherever the draft names the file.
 * Versions hold paths and contents of their own, and stay as they are.
 *
 * @throws FileNotFound, InvalidFields, ManagedElsewhere
 */
export function renameFile(
  ctx: ActorDeps,
  { courseId, path, newPath }: RenameFileInput,
): Promise<RenamedFile> {
  const paths = { from: path.normalize('NFC'), to: newPath }
  return changeDraft(ctx, { courseId }, async (inner, draft) => {
    await requireFree(inner, courseId, paths)
    if (!(await renameCourseFile(inner.db, { courseId, ...paths })))
      throw new AppError('FileNotFound')

    const isCover = draft.cover === paths.from
    const lessons = await renamedLessons(inner, courseId, paths)
    const terms = { ...termsOf(draft), cover: paths.to }
    const draftRevision = await advanceDraft(inner, draft, isCover ? { terms } : {})
    await putDraftLessons(inner.db, { courseId, revision: draftRevision }, lessons)
    await requireRoom(inner, { courseId, content: undefined, details: null })
    return { path: paths.to, uses: lessons.length + (isCover ? 1 : 0), draftRevision }
  })
}

/** @throws InvalidFields if no file may have the path */
async function requireFree(
  { db }: ActorDeps,
  courseId: string,
  { from, to }: NewPath,
): Promise<void> {
  const other = await findCourseFile(db, { courseId, path: to })
  if (other !== undefined) throw refused('is the path of a file already: choose a different one')
  const twins = await listTwins(db, { courseId, paths: [to] })
  const inTheWay = twins.find(({ twin }) => twin !== from)
  if (inTheWay !== undefined) throw refused(faultOfTwin(inTheWay))
}

function refused(message: string): AppError {
  return new AppError('InvalidFields', { issues: [{ path: 'newPath', message }] })
}

/** Returns the lessons that name the file, with its new path. */
async function renamedLessons(
  ctx: ActorDeps,
  courseId: string,
  paths: NewPath,
): Promise<DraftLessonRow[]> {
  const draft = await findDraft(ctx.db, courseId, { texts: true })
  if (draft === undefined) throw new AppError('CourseNotFound')
  await forgetAbandonedQuestions(ctx, courseId)
  const lessons: DraftLessonRow[] = []
  for await (const lesson of eachLesson(ctx.db, draft))
    if (filesNamedIn(lesson.content, lesson.details).has(paths.from))
      lessons.push(await renamedLesson(ctx, { courseId, lesson, paths }))
  return lessons
}

async function renamedLesson(
  ctx: ActorDeps,
  { courseId, lesson, paths }: { courseId: string; lesson: LessonWithText; paths: NewPath },
): Promise<DraftLessonRow> {
  const content = renameInText(lesson.content, paths)
  if (content.length > maxContentLength)
    throw refused(`makes the lesson ${lesson.key} longer than ${maxContentLength} characters`)
  const written = await readQuestions(ctx, lesson.details)
  const details = written && renameInDetails(written, paths)
  // A published text without the file stays shared with the version.
  const bodySha256 = content === lesson.content ? lesson.bodySha256 : null
  return {
    ...lesson,
    bodySha256,
    content: bodySha256 === null ? content : null,
    details: await storeQuestions(ctx, courseId, details),
  }
}
