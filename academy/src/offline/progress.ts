import { createProgressQueue } from '@lyceum/sdk/offline'
import { queryKeyOf } from '@lyceum/sdk/query'
import { queryClient } from '../base/query-client.ts'
import { lyceum } from '../lyceum.ts'
import { findText, t } from '../texts/texts.ts'
import { toast } from '../ui/toasts.ts'

const completedLessons = new Map<string, number>()

/** Progress is remembered at once and sent as soon as there is a network, after a reload as well. */
export const progress = createProgressQueue(lyceum, {
  onApplied: (courses) => {
    const isNews = courses.some((course) => {
      const before = completedLessons.get(course.courseId)
      completedLessons.set(course.courseId, course.completedLessons)
      return before !== course.completedLessons
    })
    if (!isNews) return
    for (const area of [lyceum.progress, lyceum.courses, lyceum.me, lyceum.grades])
      void queryClient.invalidateQueries({ queryKey: queryKeyOf(area) })
  },
  onRefused: ({ completed }, { error, message, facts }) => {
    // A refused report of watching is sent again with the next one.
    if (completed !== true) return
    const watching = facts as { watchedSeconds: number; neededSeconds: number } | undefined
    const text =
      error === 'NotWatched' && watching !== undefined
        ? t('lesson.notWatched', watching)
        : (findText(`error.${error}`) ?? message)
    toast({ tone: 'bad', text })
  },
})
