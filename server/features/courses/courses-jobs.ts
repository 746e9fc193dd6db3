import type { Deps } from '../../context.ts'
import type { ServiceJobHandlers } from '../../job-kinds.ts'
import { moveLessonBodies } from './lessons/move-lesson-bodies.ts'
import { collectMedia } from './media/collect-media.ts'
import { indexLessons } from './search/index-lessons.ts'

export function coursesJobs(deps: Deps) {
  return {
    'collect-media': () => collectMedia(deps),
    'index-lessons': (payload) => indexLessons(deps, payload),
    'move-lesson-bodies': () => moveLessonBodies(deps),
  } satisfies Partial<ServiceJobHandlers>
}
