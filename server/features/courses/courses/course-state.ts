import type { EnrollmentRow } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import {
  countLessons,
  type LessonCounts,
} from '../../../../db/queries/learning/enrollments/lesson-counts.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import type { Deps } from '../../../context.ts'

/** A learner's progress in a course. Instants are ISO 8601. */
export interface CourseState {
  courseId: string
  /** Share of the required lessons that are completed, rounded down; 100 once completed. */
  percent: number
  completedLessons: number
  requiredLessons: number
  /** Set once all required lessons were completed, and kept forever. */
  completedAt: string | null
}

type CountedEnrollment = Pick<
  EnrollmentRow,
  'userId' | 'courseId' | 'requiredLessons' | 'remaining'
>

/**
 * Returns the counts stored with the enrollment. One made before there were any, or whose learner
 * has reported nothing since, is counted from its lessons.
 */
export async function countsOf(
  { db }: Pick<Deps, 'db'>,
  enrollment: CountedEnrollment,
): Promise<LessonCounts> {
  const { requiredLessons, remaining } = enrollment
  if (requiredLessons !== null && remaining !== null) return { requiredLessons, remaining }

  const counts = await countLessons(db, enrollment)
  if (counts === undefined) throw new Error('There is no such enrollment.')
  return counts
}

export function toCourseState(
  { courseId, completedAt, renewingSince }: CompletedCourse & { courseId: string },
  { requiredLessons, remaining }: LessonCounts,
): CourseState {
  const percent = coursePercent({ completedAt, renewingSince }, { requiredLessons, remaining })
  const completedLessons = requiredLessons - remaining
  return withIsoDates({ courseId, percent, completedLessons, requiredLessons, completedAt })
}

type CompletedCourse = Pick<EnrollmentRow, 'completedAt' | 'renewingSince'>

/** Whether open lessons count: a completed course stays so, until it is taken again. */
export function isUnderWay({ completedAt, renewingSince }: CompletedCourse): boolean {
  return completedAt === null || renewingSince !== null
}

/**
 * Returns a learner's percent: a completed course stays at 100, also in a version with more
 * lessons. While its certificate is being renewed, it is that of this time.
 */
export function coursePercent(course: CompletedCourse, counts: LessonCounts): number {
  return isUnderWay(course) ? percentOf(counts) : 100
}

/** Returns the percent, rounded down, so that 100 means everything. */
export function percentOf({ requiredLessons, remaining }: LessonCounts): number {
  return Math.floor((100 * (requiredLessons - remaining)) / requiredLessons)
}
