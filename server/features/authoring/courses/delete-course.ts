import { lockDraft } from '../../../../db/queries/authoring/drafts/drafts.ts'
import {
  deleteUnpublishedCourse,
  findAuthoredCourse,
} from '../../../../db/queries/courses/courses/authored-courses.ts'
import { type ActorDeps, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import type { DeleteCourseInput, DeletedCourse } from './schema.ts'

/**
 * Deletes a course that was never published, which frees its slug. The revision is the draft's:
 * whoever writes or publishes at the same moment keeps the course, or finds none. Without a
 * revision, everything is deleted.
 *
 * @throws CourseNotFound, DraftChanged, CoursePublished
 */
export async function deleteCourse(
  ctx: ActorDeps,
  { courseId, revision }: Partial<DeleteCourseInput> & { courseId: string },
): Promise<DeletedCourse> {
  return inTransaction(ctx, async (ctx) => {
    const current = await lockDraft(ctx.db, courseId)
    const course = await findAuthoredCourse(ctx.db, { courseId, readerId: null })
    if (course === undefined) throw new AppError('CourseNotFound')
    if (revision !== undefined && revision !== current)
      throw new AppError('DraftChanged', { facts: { revision: current } })
    if (!(await deleteUnpublishedCourse(ctx.db, courseId))) throw new AppError('CoursePublished')
    const { slug } = course
    await recordEvent(ctx, 'course-deleted', { details: { courseId } })
    return { id: courseId, slug }
  })
}
