import type {
  LateProgress,
  ReportableLesson,
} from '../../../../db/queries/learning/progress/late-progress.ts'
import {
  rangesBefore,
  readRanges,
  type SecondRange,
  secondsIn,
  unionOf,
  writeRanges,
} from '../../../../db/queries/learning/progress/second-ranges.ts'
import type { Watching } from '../../../../db/queries/learning/progress/watching.ts'
import { percentBy } from './percent-watched.ts'
import { type Clock, completionAt } from './place-in-time.ts'
import type { EventOutcome, ProgressEvent } from './schema.ts'
import { requireReportable } from './update-progress.ts'

/** An event with its instant by our clock. */
export interface PlacedEvent extends Omit<ProgressEvent, 'at'> {
  at: Date
}

/** Stored progress of a lesson, plus what events add to it. */
export interface LessonProgress {
  lesson: ReportableLesson
  percent: number
  completedAt: Date | null
  watched: SecondRange[] | undefined
  position: { at: Date; id: string; seconds: number } | undefined
  updatedAt: Date | undefined
  isChanged: boolean
}

export function progressOf(lesson: ReportableLesson): LessonProgress {
  const { percent, completedAt, watched, positionAt, positionId, positionSeconds } = lesson
  return {
    lesson,
    percent: percent ?? 0,
    completedAt,
    watched: watched === null ? undefined : readRanges(watched),
    position:
      positionAt === null
        ? undefined
        : { at: positionAt, id: positionId, seconds: positionSeconds ?? 0 },
    updatedAt: lesson.updatedAt ?? undefined,
    isChanged: false,
  }
}

/**
 * Adds an event to the progress, and returns what it changed.
 * @throws NeedsPass, NeedsCourse, InvalidFields, WatchedTooFast, NotWatched
 */
export function addEvent(
  kept: LessonProgress,
  event: PlacedEvent,
  clock: Clock,
): Exclude<EventOutcome, 'refused'> {
  const said = event.completed === true ? 100 : (event.percent ?? 0)
  if (said === 100) requireReportable(kept.lesson.type)
  const watched = event.watched && unionOf(kept.watched ?? [], event.watched)
  const reportsRanges = watched !== undefined
  const percent = percentBy(watchingOf(kept, event), { percent: said, reportsRanges })

  const position =
    event.positionSeconds === undefined
      ? undefined
      : { at: event.at, id: event.id, seconds: event.positionSeconds }
  const isLatest = position !== undefined && isLater(position, kept.position)
  const completedAt = earliest(kept.completedAt, completionOf(said, percent, event, clock))
  const isNew =
    kept.updatedAt === undefined ||
    percent > kept.percent ||
    completedAt?.getTime() !== kept.completedAt?.getTime() ||
    (reportsRanges && secondsIn(watched) > secondsIn(kept.watched ?? []))

  kept.isChanged ||= isNew || isLatest || kept.updatedAt === undefined || event.at > kept.updatedAt
  kept.percent = Math.max(kept.percent, percent)
  kept.completedAt = completedAt
  kept.watched = watched ?? kept.watched
  if (isLatest) kept.position = position
  if (kept.updatedAt === undefined || event.at > kept.updatedAt) kept.updatedAt = event.at
  if (isNew || isLatest) return 'applied'
  return position !== undefined && isLater(kept.position ?? position, position)
    ? 'stale'
    : 'already'
}

/**
 * Returns the event's own instant if it states that the lesson is completed. If the last of the
 * ranges arrived, returns now: events come in any order, so nobody knows which was last, and no
 * stated completion is later.
 */
function completionOf(said: number, reached: number, { at }: PlacedEvent, clock: Clock) {
  if (said === 100) return completionAt(at, clock)
  return reached === 100 ? clock.receivedAt : null
}

/** Applies the rules of a single report; undefined unless it is a video of known length. */
function watchingOf(
  { lesson, watched = [], completedAt }: LessonProgress,
  event: PlacedEvent,
): Watching | undefined {
  const { seconds, honesty, allowedSeconds } = lesson
  if (seconds === null) return undefined
  const reported = event.watched ?? []
  const both = rangesBefore(unionOf(watched, reported), seconds)
  return {
    seconds,
    honesty,
    allowedSeconds,
    isCompleted: completedAt !== null,
    watchedBefore: secondsIn(rangesBefore(watched, seconds)),
    watchedSeconds: secondsIn(both),
    ranges: both.length,
    end: Math.max(0, ...reported.map(([, to]) => to)),
  }
}

type Position = NonNullable<LessonProgress['position']>

function isLater(one: Position, other: Position | undefined): boolean {
  if (other === undefined) return true
  const difference = one.at.getTime() - other.at.getTime()
  if (difference !== 0) return difference > 0
  if (one.id !== other.id) return one.id > other.id
  return one.seconds > other.seconds
}

function earliest(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other
  return one <= other ? one : other
}

/** Prepares it for the statement that merges it with the progress stored by then. */
export function toLateProgress({
  lesson,
  percent,
  completedAt,
  watched,
  position,
  updatedAt = new Date(0),
}: LessonProgress): LateProgress {
  return {
    lessonKey: lesson.key,
    position: lesson.position,
    percent,
    completedAt,
    updatedAt,
    watched: watched === undefined ? null : writeRanges(watched),
    positionSeconds: position?.seconds ?? 0,
    positionAt: position?.at ?? null,
    positionId: position?.id ?? null,
  }
}
