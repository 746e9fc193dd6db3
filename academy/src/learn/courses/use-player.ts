import type { Course, Lock } from '@lyceum/sdk'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { progress } from '../../offline/progress.ts'
import { statesQuery } from './queries.ts'

export type Player = ReturnType<typeof usePlayer>
export type PlayerLesson = Player['lessons'][number]

/** The course as its reader sees it: what is done by now, sent or not, and what is locked. */
export function usePlayer(course: Course) {
  const isEnrolled = course.enrollment !== undefined
  const { data: states } = useQuery({ ...statesQuery(course.id), enabled: isEnrolled })
  // Renders again when a report is made or sent.
  useSyncExternalStore(progress.subscribe, () => progress.state.pending)
  const sent = states?.items.filter(({ completedAt }) => completedAt !== null)
  const done = new Set(sent?.map(({ lessonId }) => lessonId))
  const sections = course.sections.map((section) => {
    const said = new Set<string>()
    const lessons = section.lessons.map((lesson) => {
      const isDone = done.has(lesson.id) || progress.pendingFor(lesson.id)?.completed === true
      const locks = isDone ? [] : (lesson.locks ?? [])
      const isLocked = !isDone && (locks.length > 0 || !(isEnrolled || lesson.preview))
      /** Those that no lesson of the section above it has. */
      const newLocks = locks.filter((lock) => !said.has(lockKey(lock)))
      for (const lock of locks) said.add(lockKey(lock))
      return { ...lesson, isDone, locks, newLocks, isLocked }
    })
    return { ...section, lessons }
  })
  const lessons = sections.flatMap((section) => section.lessons)
  const required = lessons.filter((lesson) => lesson.required)
  const needed = required.length > 0 ? required : lessons
  const isCompleted = (states?.completedAt ?? null) !== null
  const doneCount = needed.filter(({ isDone }) => isDone).length
  /** 0 to 100. */
  const percent = isCompleted ? 100 : Math.floor((doneCount / Math.max(1, needed.length)) * 100)
  return { course, isEnrolled, sections, lessons, percent, isCompleted }
}

const lockKey = ({ code, lessonKey, until }: Lock) => `${code} ${lessonKey} ${until}`
