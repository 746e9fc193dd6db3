import type { Deps } from '../../context.ts'
import type { ServiceJobHandlers } from '../../job-kinds.ts'
import { moveLessonBodies } from './lessons/move-lesson-bodies.ts'
import { collectMedia } from './media/collect-media.ts'
import { measurePictures } from './media/measure-pictures.ts'
import { indexLessons } from './search/index-lessons.ts'

export function coursesJobs(deps: Deps) {
  return {
    'collect-media': async () => {
      await collectMedia(deps)
      await measurePictures(deps)
    },
    'index-lessons': (payload) => indexLessons(deps, payload),
    'move-lesson-bodies': () => moveLessonBodies(deps),
  } satisfies Partial<ServiceJobHandlers>
}
