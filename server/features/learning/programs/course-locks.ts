import type { CourseOfProgram } from '../../../../db/queries/learning/programs.ts'
import { type LearnersDays, opensAt } from '../../../lib/fields/days.ts'

/** How the program opens its courses to one learner. */
export interface ProgramTerms {
  order: 'sequence' | null
  available: string | null
  /** A completed program locks nothing any more. */
  isCompleted: boolean
  days: LearnersDays
  now: Date
}

/** When a course opens: now, on a day to come, or only once others are completed. */
export type Opening = 'now' | 'later' | Date

/** By the rules of lessons: one before it, one that it requires, the day of the program, its own. */
export function openingsOf(
  courses: readonly CourseOfProgram[],
  { order, available, isCompleted, days, now }: ProgramTerms,
): Map<string, Opening> {
  const done = new Set(courses.flatMap(({ lessonKey, isDone }) => (isDone ? [lessonKey] : [])))
  const known = new Set(courses.map(({ lessonKey }) => lessonKey))
  let isAfterOpen = true
  return new Map(
    courses.map((course) => {
      const isReached = order === null || isAfterOpen
      if (course.required && !course.isDone) isAfterOpen = false
      const hasAll = course.prerequisites.every((key) => done.has(key) || !known.has(key))
      const until = [available, course.available]
        .flatMap((rule) => (rule === null ? [] : [opensAt(rule, days)]))
        .reduce((latest, day) => (day > latest ? day : latest), now)
      return [course.lessonKey, openingOf()]

      function openingOf(): Opening {
        if (isCompleted || course.isDone || course.isOpened) return 'now'
        if (!isReached || !hasAll) return 'later'
        return until > now ? until : 'now'
      }
    }),
  )
}
