import { statedIn } from '../../../../content/course-fields.ts'
import type { CourseContent } from '../../../../content/draft.ts'
import { findDraft, lockDraft } from '../../../../db/queries/authoring/drafts/drafts.ts'
import { findCourse, lockCourseToWrite } from '../../../../db/queries/courses/courses/courses.ts'
import { findLessonTexts } from '../../../../db/queries/courses/lessons.ts'
import { type ActorDeps, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { removeTwins } from '../../courses/media/course-files.ts'
import { recordHistory } from '../../platform/history/record-history.ts'
import { draftChanged } from '../drafts/change-draft.ts'
import { replaceDraft } from '../drafts/replace-draft.ts'
import { keepTerms } from './keep-terms.ts'
import { readVersion } from './read-version.ts'
import type { RestoredDraft, RestoreVersionInput } from './schema.ts'

/**
 * Turns an old version into a draft. The current version stays: publishing the draft makes a new
 * one. Lessons renamed since are renamed back, with the progress under both keys; files that they
 * show return to their paths. Terms that the caller may not change stay.
 *
 * @throws CourseNotFound, VersionNotFound, ManagedElsewhere, DraftChanged, DraftOpen
 */
export function restoreVersion(
  ctx: ActorDeps,
  { courseId, number, revision, replaceDraft: mayReplace = false }: RestoreVersionInput,
): Promise<RestoredDraft> {
  return inTransaction(ctx, async (ctx) => {
    const course = await lockCourseToWrite(ctx.db, courseId)
    if (course === undefined) throw new AppError('CourseNotFound')
    await lockDraft(ctx.db, courseId)
    const draft = await findDraft(ctx.db, courseId)
    if (draft === undefined) throw new AppError('VersionNotFound')
    if (draft.revision !== revision) throw draftChanged(draft)
    const old = await contentToRestore(ctx, { courseId, number })
    const { content, kept } = await keepTerms(ctx, draft, old)
    if (draft.isOpen && !mayReplace) throw new AppError('DraftOpen')

    await removeTwins(ctx, { courseId, paths: Object.keys(content.files ?? {}) })
    const restored = await replaceDraft(ctx, {
      courseId,
      revision,
      content,
      baseVersion: course.currentVersion,
      managedBy: 'http',
    })
    if (restored.changed)
      await recordHistory(ctx, 'version-restored', { courseId, details: { version: number } })
    return { revision: restored.revision, version: number, keptTerms: kept }
  })
}

async function contentToRestore(
  ctx: ActorDeps,
  { courseId, number }: { courseId: string; number: number },
): Promise<CourseContent> {
  const { terms, coverSha256, sections } = await readVersion(ctx, { courseId, number })
  const texts = await findLessonTexts(ctx.db, { courseId, number })
  const course = await findCourse(ctx.db, { id: courseId })
  if (course === undefined) throw new AppError('VersionNotFound')

  const { cover } = terms
  const lessons = sections.flatMap((section) => section.lessons)
  return {
    slug: course.slug,
    ...statedIn(terms),
    price: { amount: course.priceAmount, currency: course.priceCurrency },
    files: {
      ...Object.assign({}, ...lessons.map(({ files }) => files)),
      ...(cover !== null && coverSha256 !== null && { [cover]: coverSha256 }),
    },
    sections: sections.map(({ title, lessons }) => ({
      title,
      lessons: lessons.map(
        ({ key, formerKeys, title, type, minutes, required, preview, details }) => ({
          key,
          formerKeys,
          title,
          type,
          minutes,
          required,
          preview,
          details,
          content: texts.get(key) ?? '',
        }),
      ),
    })),
  }
}
