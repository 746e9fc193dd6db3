import type { EnrollmentRow } from '../../../db/queries/enrollments.ts'
import { listProgress } from '../../../db/queries/progress.ts'
import type { Deps } from '../../context.ts'
import type { CourseProgress, CourseProgressDetails } from '../progress/schema.ts'

export interface CourseState extends CourseProgress {
  lessons: CourseProgressDetails['lessons']
}

/** How far a learner is, by the version of the enrollment. */
export async function stateOfCourse(
  { db }: Pick<Deps, 'db'>,
  enrollment: EnrollmentRow,
): Promise<CourseState> {
  const rows = await listProgress(db, enrollment)
  const requiredLessons = rows.filter((lesson) => lesson.required).length
  const open = rows.filter((lesson) => lesson.completedAt === null)

  return {
    courseId: enrollment.courseId,
    completedAt: enrollment.completedAt?.toISOString() ?? null,
    ...summarize({ lessons: rows.length, requiredLessons, open }),
    lessons: rows.map(({ percent, positionSeconds, completedAt, ...lesson }) => ({
      ...lesson,
      percent: percent ?? 0,
      positionSeconds: positionSeconds ?? 0,
      completedAt: completedAt?.toISOString() ?? null,
    })),
  }
}

export interface LessonCounts {
  lessons: number
  requiredLessons: number
  /** Lessons that are not completed, in their order. */
  open: { lessonId: string; title: string; required: boolean }[]
}

/** Required lessons count; in a course without any all of them do. */
export function summarize({
  lessons,
  requiredLessons,
  open,
}: LessonCounts): Pick<CourseProgress, 'percent' | 'missing'> {
  const counting = requiredLessons > 0 ? requiredLessons : lessons
  const missing = requiredLessons > 0 ? open.filter((lesson) => lesson.required) : open
  return {
    percent: Math.floor((100 * (counting - missing.length)) / counting),
    missing: missing.map(({ lessonId, title }) => ({ lessonId, title })),
  }
}
