import { findVersion } from '../../../db/queries/learning/courses.ts'
import { type EnrollmentRow, findEnrollment } from '../../../db/queries/learning/enrollments.ts'
import { listLessons } from '../../../db/queries/learning/lessons.ts'
import type { Context, Deps } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { stateOfCourse } from './course-state.ts'
import { findChosenCourse } from './find-chosen-course.ts'
import { toSummary } from './list-courses.ts'
import type { Course, GetCourseInput } from './schema.ts'

export async function getCourse(ctx: Context, { idOrSlug }: GetCourseInput): Promise<Course> {
  const course = await findChosenCourse(ctx, idOrSlug)
  if (course === undefined) throw new AppError('CourseNotFound')

  const userId = ctx.caller.user?.id
  const enrollment =
    userId === undefined ? undefined : await findEnrollment(ctx.db, { userId, courseId: course.id })
  const isEnrolled = enrollment?.status === 'active'
  // Learners keep their course, in their version, when it is no longer sold.
  if (course.status !== 'published' && !isEnrolled) throw new AppError('CourseNotFound')

  ctx.signal.throwIfAborted()
  const version = isEnrolled ? await findVersion(ctx.db, enrollment.versionId) : undefined
  return {
    ...toSummary({ ...course, ...version }),
    sections: await sectionsOf(ctx, version?.versionId ?? course.versionId),
    ...(isEnrolled && { enrollment: await enrollmentOf(ctx, enrollment) }),
  }
}

async function sectionsOf(ctx: Deps, versionId: string): Promise<Course['sections']> {
  const lessons = await listLessons(ctx.db, versionId)
  const bySection = Map.groupBy(lessons, (lesson) => lesson.sectionId)
  return [...bySection.values()].map((lessons) => ({
    title: lessons[0]?.sectionTitle ?? '',
    lessons: lessons.map(({ id, key, title, type, minutes, required, preview }) => ({
      id,
      key,
      title,
      type,
      minutes,
      required,
      preview,
    })),
  }))
}

async function enrollmentOf(ctx: Deps, enrollment: EnrollmentRow): Promise<Course['enrollment']> {
  const { percent } = await stateOfCourse(ctx, enrollment)
  return {
    enrolledAt: enrollment.enrolledAt.toISOString(),
    completedAt: enrollment.completedAt?.toISOString() ?? null,
    percent,
  }
}
