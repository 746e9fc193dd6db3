import { useEffect, useEffectEvent } from 'react'
import { queryClient } from '../../app/query-client.ts'
import { parts } from './parts.ts'
import { lessonQuery } from './queries.ts'
import type { Player, PlayerLesson } from './use-player.ts'

const count = 5

/** Reads the next lessons while this one is read, so that a tunnel does not end the learning. */
export function useReadAhead({ lessons, isEnrolled }: Player, lessonId: string): void {
  const at = lessons.findIndex(({ id }) => id === lessonId)
  const read = useEffectEvent(async () => {
    for (const { id, type } of lessons
      .slice(at + 1)
      .filter(isOpen)
      .slice(0, count)) {
      await queryClient.prefetchQuery(lessonQuery(id))
      if (type === 'quiz' || type === 'assignment') await parts[type]()
    }
  })
  useEffect(() => {
    if (!isEnrolled || at < 0) return
    const timer = setTimeout(() => navigator.onLine && read().catch(() => undefined), 1_500)
    return () => clearTimeout(timer)
  }, [isEnrolled, at])
}

/** Whoever reads a video has opened it, and it needs a network anyway. */
function isOpen({ locks, type }: PlayerLesson): boolean {
  return locks === undefined && type !== 'video'
}
