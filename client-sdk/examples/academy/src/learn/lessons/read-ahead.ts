import { useEffect } from 'react'
import { queryClient } from '../../app/query-client.ts'
import { lessonQuery } from './queries.ts'
import type { Player } from './use-player.ts'

const count = 5

/** Reads the next lessons while this one is read, so that a tunnel does not end the learning. */
export function useReadAhead({ lessons, isEnrolled }: Player, lessonId: string): void {
  const at = lessons.findIndex(({ id }) => id === lessonId)
  const next = lessons
    .slice(at + 1)
    // Whoever reads a video has opened it, and it needs a network anyway.
    .filter(({ locks, type }) => locks === undefined && type !== 'video')
    .slice(0, count)
    .map(({ id }) => id)
    .join()
  useEffect(() => {
    if (!isEnrolled || next === '' || !navigator.onLine) return
    const timer = setTimeout(() => {
      for (const id of next.split(',')) void queryClient.prefetchQuery(lessonQuery(id))
    }, 1_500)
    return () => clearTimeout(timer)
  }, [isEnrolled, next])
}
