import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import { isOpenTo } from '../../../../db/queries/courses/courses/is-open.ts'
import { findEnrollment } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import {
  type LessonProgressRow,
  listMissingLessons,
  listProgress,
} from '../../../../db/queries/learning/progress/progress.ts'
import { readRanges, secondsIn } from '../../../../db/queries/learning/progress/second-ranges.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import type { UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { countsOf, toCourseState } from '../../courses/courses/course-state.ts'
import { locksOf } from '../../courses/lessons/locks.ts'
import type { CourseProgressPage, GetProgressInput, LessonState } from './schema.ts'

export async function getProgress(
  ctx: UserContext,
  { courseId, missing, ...page }: GetProgressInput,
): Promise<CourseProgressPage> {
  const enrollment = await findEnrollment(ctx.db, { userId: ctx.user.id, courseId })
  if (!isOpenTo(enrollment, ctx.now())) {
    const course = await findCourse(ctx.db, { id: courseId })
    throw new AppError(course?.status === 'published' ? 'NotEnrolled' : 'CourseNotFound')
  }

  const listLessons = missing ? listMissingLessons : listProgress
  const rows = await listLessons(ctx.db, enrollment, {
    after: startOf(page),
    limit: page.limit + 1,
  })
  return {
    ...toCourseState(enrollment, await countsOf(ctx, enrollment)),
    ...toPage(rows, page.limit, (row) => toLessonState(ctx, row)),
  }
}

function toLessonState(
  ctx: UserContext,
  { id, completedAt, watched, lockFacts, ...lesson }: LessonProgressRow,
): LessonState {
  const locks = locksOf(lockFacts, ctx)
  return {
    ...lesson,
    lessonId: id,
    completedAt: completedAt?.toISOString() ?? null,
    ...(watched !== null && { watchedSeconds: secondsIn(readRanges(watched)) }),
    ...(locks.length > 0 && { locks }),
  }
}
