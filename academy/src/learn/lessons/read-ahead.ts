import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { queryClient } from '../../base/query-client.ts'
import { partsOf } from '../../lessons/lessons.ts'
import { loadFormulas } from '../../markdown/markdown.tsx'
import { lessonQuery } from '../courses/queries.ts'
import type { Player } from '../courses/use-player.ts'

const count = 5

/** Reads the next lessons while this one is read, so that a tunnel does not end the learning. */
export function useReadAhead({ lessons, isEnrolled }: Player, lessonId: string): void {
  const at = lessons.findIndex(({ id }) => id === lessonId)
  const router = useRouter()
  const read = useEffectEvent(async () => {
    const open = lessons
      .slice(at + 1)
      .filter(({ type, isLocked }) => !partsOf(type).isOnlineOnly && !isLocked)
    for (const { id, type } of open.slice(0, count)) {
      const lesson = await queryClient.fetchQuery(lessonQuery(id)).catch(() => undefined)
      if (lesson?.content.includes('$')) await loadFormulas()
      await partsOf(type).readAhead?.()
    }
    const { preloadPages } = await import('../preload.ts')
    await preloadPages(router)
  })
  useEffect(() => {
    if (!isEnrolled || at < 0) return
    const timer = setTimeout(() => navigator.onLine && read().catch(() => undefined), 1_500)
    return () => clearTimeout(timer)
  }, [isEnrolled, at])
}
