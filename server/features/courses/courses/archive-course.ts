import type { CourseStatus } from '../../../../content/course-values.ts'
import {
  type CourseRow,
  replaceCourseStatus,
} from '../../../../db/queries/courses/courses/courses.ts'
import { type ActorDeps, inTransaction } from '../../../context.ts'
import { recordEvent } from '../../../security/audit.ts'
import { requireChosenCourse } from '../../platform/admin/chosen-course.ts'
import { recordHistory } from '../../platform/history/record-history.ts'

export interface ChangedCourse {
  course: CourseRow
  /** False if it had this status before. */
  isNew: boolean
}

/**
 * Takes a course out of the catalogue: nobody can buy or enroll in it any more. Its learners keep
 * it, with progress and certificates; purchases awaiting payment can still be paid.
 *
 * @throws CourseNotFound
 */
export function archiveCourse(ctx: ActorDeps, idOrSlug: string): Promise<ChangedCourse> {
  return changeStatus(ctx, idOrSlug, { from: 'published', to: 'archived' })
}

/**
 * Brings an archived course back into the catalogue, as it was.
 *
 * @throws CourseNotFound
 */
export function unarchiveCourse(ctx: ActorDeps, idOrSlug: string): Promise<ChangedCourse> {
  return changeStatus(ctx, idOrSlug, { from: 'archived', to: 'published' })
}

async function changeStatus(
  ctx: ActorDeps,
  idOrSlug: string,
  change: Record<'from' | 'to', Exclude<CourseStatus, 'draft'>>,
): Promise<ChangedCourse> {
  const course = await requireChosenCourse(ctx, idOrSlug)
  return inTransaction(ctx, async (ctx) => {
    const isNew = await replaceCourseStatus(ctx.db, course.id, change)
    const event = change.to === 'archived' ? 'course-archived' : 'course-unarchived'
    if (isNew) {
      await recordEvent(ctx, event, { userId: null, details: { courseId: course.id } })
      await recordHistory(ctx, event, { courseId: course.id })
    }
    return { course: { ...course, status: change.to }, isNew }
  })
}
