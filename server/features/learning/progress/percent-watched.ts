import {
  findWatching,
  maxKeptRanges,
  type Watching,
} from '../../../../db/queries/learning/progress/watching.ts'
import type { UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'

/** The share of a video that must be watched where that counts. */
const neededShare = 0.9

interface WatchedReport {
  percent: number
  /** Ranges as PostgreSQL writes them; undefined if the report has none. */
  watched: string | undefined
}

/**
 * Returns the percent of a report in the caller's transaction, which has locked the enrollment: for
 * a video at least as much as was watched.
 * @throws InvalidFields, WatchedTooFast, NotWatched
 */
export async function percentWatched(
  { db, now }: UserContext,
  lesson: { userId: string; courseId: string; lessonKey: string },
  { percent, watched }: WatchedReport,
): Promise<number> {
  const reportsRanges = watched !== undefined
  if (!reportsRanges && percent < 100) return percent
  const watching = await findWatching(db, { ...lesson, watched: watched ?? '{}', at: now() })
  return percentBy(watching, { percent, reportsRanges })
}

/**
 * Computes the same from known facts of the video; undefined unless it is a video of known length.
 * @throws InvalidFields, WatchedTooFast, NotWatched
 */
export function percentBy(
  watching: Watching | undefined,
  { percent, reportsRanges }: { percent: number; reportsRanges: boolean },
): number {
  if (!reportsRanges && percent < 100) return percent
  if (watching === undefined && reportsRanges)
    throw invalid('is for videos whose length is known: leave it out')
  if (watching === undefined) return percent

  if (reportsRanges) requirePossible(watching)
  const { seconds, watchedSeconds } = watching
  const share = reportsRanges ? Math.floor((100 * watchedSeconds) / seconds) : 0
  const reached = Math.max(percent, share)
  if (reached === 100) requireWatched(watching)
  return reached
}

/** @throws InvalidFields, WatchedTooFast */
function requirePossible(watching: Watching): void {
  const { seconds, end, ranges, honesty, allowedSeconds, watchedSeconds, watchedBefore } = watching
  if (end > seconds) throw invalid(`must end by ${seconds}, the length of the video in seconds`)
  if (ranges > maxKeptRanges)
    throw invalid(
      `leaves more than ${maxKeptRanges} ranges of what was watched: report longer ones`,
    )
  const isNew = watchedSeconds > watchedBefore
  if (honesty === 'watched' && isNew && watchedSeconds > allowedSeconds)
    throw new AppError('WatchedTooFast', { facts: { allowedSeconds } })
}

/** @throws NotWatched; a lesson that was completed stays so */
function requireWatched({ seconds, honesty, isCompleted, watchedSeconds }: Watching): void {
  const neededSeconds = Math.ceil(neededShare * seconds)
  if (honesty === 'none' || isCompleted || watchedSeconds >= neededSeconds) return
  throw new AppError('NotWatched', { facts: { watchedSeconds, neededSeconds } })
}

function invalid(message: string): AppError {
  return new AppError('InvalidFields', { issues: [{ path: 'watched', message }] })
}
