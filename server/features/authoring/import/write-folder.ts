import { termsOf } from '../../../../content/course-fields.ts'
import type { CourseContent } from '../../../../content/draft.ts'
import {
  type LockedCourse,
  lockCourse,
  lockCourseToWrite,
  updateCourse,
} from '../../../../db/queries/courses/courses/courses.ts'
import { newId } from '../../../../lib/ids.ts'
import type { ActorDeps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordHistory } from '../../platform/history/record-history.ts'
import { beginDraft, lockWrittenDraft } from '../drafts/change-draft.ts'
import { replaceDraft } from '../drafts/replace-draft.ts'

export interface FolderOptions {
  /** Whether a course written over HTTP comes from this folder from now on. */
  takeOver?: boolean | undefined
  /** The version that the impact was shown for; null for a course that did not exist yet. */
  baseVersion?: number | null | undefined
}

export interface WrittenFolder {
  /** The course, locked until the end of the transaction. */
  course: LockedCourse
  /** Revision of the draft. */
  revision: number
  /** False if the draft, or without one the current version, was the same before. */
  changed: boolean
}

/**
 * Makes the content of a folder the draft of its course, creating that if its slug is new. Runs in
 * the caller's transaction.
 * @throws ManagedElsewhere, VersionChanged, LessonKeyTaken
 */
export async function writeFolder(
  ctx: ActorDeps,
  content: CourseContent,
  options: FolderOptions,
): Promise<WrittenFolder> {
  const course = await openCourse(ctx, content, options)
  const { id: courseId, currentVersion: baseVersion } = course
  if (options.baseVersion !== undefined && options.baseVersion !== baseVersion)
    throw new AppError('VersionChanged')
  const { revision, changed } = await replaceDraft(ctx, {
    courseId,
    content,
    baseVersion,
    managedBy: 'folder',
  })
  if (changed) await recordHistory(ctx, 'content-imported', { courseId, details: { revision } })
  return { course, revision, changed }
}

export function countLessons({ sections }: CourseContent): number {
  return sections.reduce((sum, { lessons }) => sum + lessons.length, 0)
}

/** Locks the course, creating it if its slug is new, and checks that folders may write it. */
async function openCourse(
  ctx: ActorDeps,
  content: CourseContent,
  { takeOver = false }: FolderOptions,
): Promise<LockedCourse> {
  const { slug, kind = 'course', price } = content
  const newCourseId = newId()
  const { id: courseId } = await lockCourse(ctx.db, {
    id: newCourseId,
    slug,
    kind,
    status: 'draft',
    priceAmount: price.amount,
    priceCurrency: price.currency,
    managedBy: 'folder',
    createdAt: ctx.now(),
  })
  if (courseId === newCourseId) {
    await beginDraft(ctx, { courseId, terms: termsOf(content) })
    await recordHistory(ctx, 'course-created', { courseId, details: { slug } })
  }
  const course = await lockCourseToWrite(ctx.db, courseId)
  if (course === undefined) throw new AppError('CourseNotFound')
  if (course.kind !== kind) {
    const message = `is the slug of a ${course.kind}: choose a different one`
    throw new AppError('InvalidFields', { issues: [{ path: 'slug', message }] })
  }
  if (course.managedBy === 'http') await takeOverCourse(ctx, course, takeOver)
  return course
}

const takeOverWords = {
  unasked:
    'The content of this course is written over the API. Take it over (--take-over) to import it ' +
    'from a folder from now on.',
  unpublished:
    'This course has a draft that is not published. Publish or discard it before you take the ' +
    'course over.',
}

/**
 * Hands the content of the course to a folder or repository, its source from now on.
 * @throws ManagedElsewhere unless that was confirmed, and while a draft waits
 */
export async function takeOverCourse(
  ctx: ActorDeps,
  { id: courseId }: LockedCourse,
  takeOver: boolean,
): Promise<void> {
  if (!takeOver) throw new AppError('ManagedElsewhere', { message: takeOverWords.unasked })
  if (await lockWrittenDraft(ctx.db, courseId))
    throw new AppError('ManagedElsewhere', { message: takeOverWords.unpublished })
  await updateCourse(ctx.db, courseId, { managedBy: 'folder' })
  await recordHistory(ctx, 'terms-changed', { courseId, details: { managedBy: 'folder' } })
}
