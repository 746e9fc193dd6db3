const day = 24 * 3_600_000

/** How far back a completion may lie: beyond, a certificate would state what nobody can check. */
const maxDaysBack = 30

export interface Clock {
  receivedAt: Date
  /** Added to the instants of the sender. */
  offset: number
}

/**
 * Measures how the sender's clock differs from ours, in whole seconds: a repeated request is on its
 * way a little longer, and must yield the same instants.
 */
export function clockOf(sentAt: string, receivedAt: Date): Clock {
  const offset = 1000 * Math.round((receivedAt.getTime() - Date.parse(sentAt)) / 1000)
  return { receivedAt, offset }
}

/**
 * Returns when something happened by our clock: not before the learner enrolled, nor in the future.
 */
export function placeInTime(
  at: string,
  { receivedAt, offset }: Clock,
  { enrolledAt }: { enrolledAt: Date },
): Date {
  const ours = Math.max(Date.parse(at) + offset, enrolledAt.getTime())
  return new Date(Math.min(ours, receivedAt.getTime()))
}

/** Returns the completion instant for something that happened then. */
export function completionAt(at: Date, { receivedAt }: Pick<Clock, 'receivedAt'>): Date {
  const earliest = receivedAt.getTime() - maxDaysBack * day
  return new Date(Math.min(Math.max(at.getTime(), earliest), receivedAt.getTime()))
}
