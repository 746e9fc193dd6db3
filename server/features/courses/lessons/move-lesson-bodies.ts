import { hasUnsharedLessons, moveBodies } from '../../../../db/queries/courses/lessons.ts'
import type { Deps } from '../../../context.ts'

type MoveDeps = Pick<Deps, 'db' | 'jobs' | 'log'>

const bodiesAtOnce = 100
const sliceMilliseconds = 20_000

/**
 * Schedules the move of older lessons' texts to bodies, once the servers of the release before are
 * gone: they take a lesson for part of one version.
 */
export async function planMoveOfBodies({ db, jobs }: MoveDeps): Promise<void> {
  if (await hasUnsharedLessons(db)) await jobs.enqueueIn(3600)(db, 'move-lesson-bodies', {})
}

/**
 * Moves them in batches, each complete by itself, and goes on in a new job after some seconds.
 * Killed at any point, the next job takes the rest; two at once do nothing twice.
 */
export async function moveLessonBodies({ db, jobs, log }: MoveDeps): Promise<void> {
  const end = performance.now() + sliceMilliseconds
  let moved = 0
  for (let last = 1; last > 0 && performance.now() < end; moved += last)
    last = await moveBodies(db, bodiesAtOnce)

  const isDone = !(await hasUnsharedLessons(db))
  log.info({ moved, isDone }, 'texts of lessons moved')
  if (isDone) return
  // Throws if nothing could be moved: others lock what is left.
  if (moved === 0) throw new Error('Lessons are locked: their texts are moved later.')
  await jobs.enqueue(db, 'move-lesson-bodies', {})
}
