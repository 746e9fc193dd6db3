import { type EnrollmentRow, listProgress } from '../../../db/queries/learning.ts'
import type { Deps } from '../../context.ts'
import type { CourseProgress, CourseProgressDetails } from './schema.ts'

export interface CourseState extends CourseProgress {
  isComplete: boolean
  lessons: CourseProgressDetails['lessons']
}

/** How far a learner is, by the version of the enrollment. Without required lessons all of them count. */
export async function stateOfCourse({ db }: Pick<Deps, 'db'>, enrollment: EnrollmentRow): Promise<CourseState> {
  const rows = await listProgress(db, enrollment)
  const required = rows.filter((lesson) => lesson.required)
  const counting = required.length > 0 ? required : rows
  const missing = counting.filter((lesson) => lesson.completedAt === null)

  return {
    courseId: enrollment.courseId,
    percent: Math.floor((100 * (counting.length - missing.length)) / counting.length),
    completedAt: enrollment.completedAt?.toISOString() ?? null,
    missing: missing.map(({ lessonId, title }) => ({ lessonId, title })),
    isComplete: missing.length === 0,
    lessons: rows.map(({ percent, positionSeconds, completedAt, ...lesson }) => ({
      ...lesson,
      percent: percent ?? 0,
      positionSeconds: positionSeconds ?? 0,
      completedAt: completedAt?.toISOString() ?? null,
    })),
  }
}
