import type { LyceumError } from '../errors.ts'
import type { ProgressEvent, ProgressRefusal, ReportedBatch } from '../generated/router.ts'
import type { Inputs } from '../operations.ts'

/** A player's report on a lesson, like the input of `progress.update`. */
export type ProgressReport = Inputs['progress']['update']

/** Unsent progress in a lesson: add it to the server's, to show it at once. */
export type PendingProgress = Pick<ProgressReport, 'percent' | 'positionSeconds'> & {
  completed: boolean
}

/** The most events and ranges that the server takes at once, and bytes when a page is left. */
export const maxEvents = 500
const maxRanges = 100
const maxBytesOnLeave = 60_000

/** How long an event can still count as of when it happened, in milliseconds. */
const longestWait = 30 * 24 * 3_600_000

let lastAt = 0

/** Creates an event that sorts after every earlier one, by instant and id. */
export function newEvent(report: ProgressReport): ProgressEvent {
  lastAt = Math.max(lastAt + 1, Date.now())
  return { ...report, id: newId(lastAt), at: new Date(lastAt).toISOString() }
}

/** Creates a UUIDv7 without `crypto`, which some platforms lack: it is no secret. */
function newId(at: number): string {
  const time = at.toString(16).padStart(12, '0')
  const id = `${time.slice(0, 8)}-${time.slice(8)}-7xxx-8xxx-xxxxxxxxxxxx`
  return id.replace(/x/g, () => Math.floor(Math.random() * 16).toString(16))
}

export function completes({ completed, percent }: ProgressReport): boolean {
  return completed === true || percent === 100
}

/**
 * Merges two events; undefined where that would change their meaning: the time of a completion must
 * not move with what is watched later.
 */
export function together(one: ProgressEvent, later: ProgressEvent): ProgressEvent | undefined {
  if (one.lessonId !== later.lessonId || completes(one) || completes(later)) return undefined
  const watched = unionOf([...(one.watched ?? []), ...(later.watched ?? [])])
  if (watched.length > maxRanges) return undefined
  const percent = Math.max(one.percent ?? 0, later.percent ?? 0)
  return { ...one, ...later, percent, ...(watched.length > 0 && { watched }) }
}

type Ranges = NonNullable<ProgressEvent['watched']>

function unionOf(ranges: Ranges): Ranges {
  const union: Ranges = []
  for (const [from, to] of ranges.sort(([one], [other]) => one - other)) {
    const last = union.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else union.push([from, to])
  }
  return union
}

export function inOrder(events: Iterable<ProgressEvent>): ProgressEvent[] {
  return [...events].sort((one, other) => (one.at + one.id < other.at + other.id ? -1 : 1))
}

/** Returns the first events, as many as a request that outlives its page may hold. */
export function fitting(events: readonly ProgressEvent[]): ProgressEvent[] {
  let bytes = 0
  return events.slice(0, maxEvents).filter((event) => {
    bytes += JSON.stringify(event).length + 1
    return bytes <= maxBytesOnLeave
  })
}

export function pendingIn(
  events: Iterable<ProgressEvent>,
  lessonId: string,
): PendingProgress | undefined {
  let pending: PendingProgress | undefined
  for (const event of inOrder(events)) {
    if (event.lessonId !== lessonId) continue
    const percent = Math.max(pending?.percent ?? 0, completes(event) ? 100 : (event.percent ?? 0))
    const positionSeconds = event.positionSeconds ?? pending?.positionSeconds
    pending = {
      percent,
      completed: percent === 100,
      ...(positionSeconds !== undefined && { positionSeconds }),
    }
  }
  return pending
}

/** Whether an event is refused only until another device, a pass or a day opens its lesson. */
export function isLockedYet({ at }: ProgressEvent, reason: ProgressRefusal | undefined): boolean {
  return reason?.error === 'LessonLocked' && Date.now() - Date.parse(at) < longestWait
}

/** Returns the events that the server finds malformed: they would hold up the others forever. */
export function refusedIn(
  { name, issues = [] }: LyceumError,
  batch: readonly ProgressEvent[],
): ReportedBatch['events'] {
  return issues.flatMap(({ path, message }) => {
    const [, place, field] = /^events\.(\d+)\.(.*)/.exec(path) ?? []
    const event = batch[Number(place)]
    const reason = { error: name, message: `${field} ${message}` }
    return event === undefined ? [] : [{ id: event.id, outcome: 'refused', reason }]
  })
}
