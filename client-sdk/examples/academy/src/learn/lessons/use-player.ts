import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { progress } from '../../offline/progress.ts'
import { type Course, type OutlineLesson, statesQuery } from './queries.ts'

export interface PlayerLesson extends OutlineLesson {
  completedAt: string | null
  /** Also while that waits to be sent. */
  isDone: boolean
}

export interface Player {
  course: Course
  isEnrolled: boolean
  lessons: PlayerLesson[]
  /** Of the course, 0 to 100. */
  percent: number
  isCompleted: boolean
}

/** The course as its learner sees it: what is done by now, sent or not. */
export function usePlayer(course: Course): Player {
  const isEnrolled = course.enrollment !== undefined
  const { data: states } = useQuery({ ...statesQuery(course.id), enabled: isEnrolled })
  // Renders again when a report is made or sent.
  useSyncExternalStore(progress.subscribe, () => progress.state.pending)
  const stateOf = new Map(states?.items.map((state) => [state.lessonId, state]))
  const lessons = course.sections
    .flatMap((section) => section.lessons)
    .map((lesson) => {
      const completedAt = stateOf.get(lesson.id)?.completedAt ?? null
      const isDone = completedAt !== null || progress.pendingFor(lesson.id)?.completed === true
      return { ...lesson, completedAt, isDone }
    })
  const needed = lessons.some(({ required }) => required)
    ? lessons.filter(({ required }) => required)
    : lessons
  const done = needed.filter(({ isDone }) => isDone).length
  const isCompleted = (states?.completedAt ?? null) !== null
  const percent = isCompleted ? 100 : Math.floor((done / Math.max(1, needed.length)) * 100)
  return { course, isEnrolled, lessons, percent, isCompleted }
}
