import { closeDraft } from '../../../../db/queries/authoring/drafts/drafts.ts'
import { deleteDraftLessons } from '../../../../db/queries/authoring/drafts/lessons.ts'
import { findFilesOfVersion } from '../../../../db/queries/courses/media/course-files.ts'
import type { ActorDeps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { putBackFiles } from '../../courses/media/course-files.ts'
import { recordHistory } from '../../platform/history/record-history.ts'
import { advanceDraft, changeDraft, draftChanged } from './change-draft.ts'
import type { DraftChange, DraftWritten } from './schema.ts'

/**
 * Discards what was written since the last publication, whatever its source. Files that the current
 * version shows return to paths that they left. The draft of a course that was never published is
 * emptied, and stays.
 * @throws CourseNotFound, DraftNotFound, DraftChanged
 */
export async function discardDraft(
  ctx: ActorDeps,
  { courseId, revision }: DraftChange,
): Promise<DraftWritten> {
  return changeDraft(ctx, { courseId, from: null }, async (inner, draft) => {
    if (!draft.isOpen) throw new AppError('DraftNotFound')
    if (draft.revision !== revision) throw draftChanged(draft)

    if (draft.currentVersion === null) {
      await advanceDraft(inner, draft, { outline: [] })
      await deleteDraftLessons(inner.db, {
        courseId,
        keys: draft.lessons.map(({ key }) => key),
      })
    } else if (!(await closeDraft(inner.db, { courseId, revision, now: inner.now() })))
      throw draftChanged(draft)
    else await putBackFiles(inner, courseId, await findFilesOfVersion(inner.db, courseId))

    await recordHistory(inner, 'draft-discarded', { courseId, details: { revision } })
    return { revision: revision + 1 }
  })
}
