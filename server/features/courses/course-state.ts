import type { EnrollmentRow } from '../../../db/queries/learning/enrollments.ts'
import { listProgress } from '../../../db/queries/learning/progress.ts'
import type { Deps } from '../../context.ts'

/** How far a learner is in a course. Instants are ISO 8601. */
export interface CourseState extends Completion {
  courseId: string
  /** Set once all required lessons were completed, and kept forever. */
  completedAt: string | null
  /** All lessons of the learner's version, in order. */
  lessons: LessonState[]
}

export interface LessonState {
  lessonId: string
  key: string
  title: string
  required: boolean
  percent: number
  positionSeconds: number
  completedAt: string | null
}

export interface Completion {
  /** Share of the required lessons that are completed, rounded down. */
  percent: number
  /** Lessons still to be completed, in order. */
  missing: { lessonId: string; title: string }[]
}

/** Returns how far a learner is, counted by the version they enrolled in. */
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
    ...completionOf({ lessons: rows.length, requiredLessons, open }),
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
  /** Lessons not completed yet, in order. */
  open: { lessonId: string; title: string; required: boolean }[]
}

/** Required lessons count; in a course without any, all lessons do. */
export function completionOf({ lessons, requiredLessons, open }: LessonCounts): Completion {
  const counting = requiredLessons > 0 ? requiredLessons : lessons
  const missing = requiredLessons > 0 ? open.filter((lesson) => lesson.required) : open
  return {
    percent: Math.floor((100 * (counting - missing.length)) / counting),
    missing: missing.map(({ lessonId, title }) => ({ lessonId, title })),
  }
}
