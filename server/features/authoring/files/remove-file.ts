import { removeCourseFiles } from '../../../../db/queries/courses/media/course-files.ts'
import type { ActorDeps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { advanceDraft, changeDraft } from '../drafts/change-draft.ts'
import type { RemovedFile, RemoveFileInput } from './schema.ts'

/**
 * Removes a file from the library. Versions that show it keep it.
 * @throws FileNotFound, ManagedElsewhere
 */
export function removeFile(
  ctx: ActorDeps,
  { courseId, path: given }: RemoveFileInput,
): Promise<RemovedFile> {
  const path = given.normalize('NFC')
  return changeDraft(ctx, { courseId }, async (inner, draft) => {
    const removed = await removeCourseFiles(inner.db, { courseId, paths: [path], now: inner.now() })
    if (removed === 0) throw new AppError('FileNotFound')
    return { path, draftRevision: await advanceDraft(inner, draft) }
  })
}
