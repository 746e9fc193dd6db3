/**
 * Pauses between failures and next attempts (Standard Webhooks 1.0, "Deliverability and
 * reliability"): about three days in all.
 */
export const webhookRetries: readonly number[] = [
  5_000,
  5 * 60_000,
  30 * 60_000,
  2 * 3_600_000,
  5 * 3_600_000,
  10 * 3_600_000,
  14 * 3_600_000,
  20 * 3_600_000,
  24 * 3_600_000,
]

/** Share of the pause: receivers that were down together are not all asked at the same moment. */
const jitter = 0.1

interface FailedAttempt {
  /** Attempts before this one. */
  attempts: number
  /** Seconds that the receiver asks for. */
  retryAfterSeconds: number | undefined
  now: Date
}

/** Returns when to try again; undefined when the last attempt has failed. */
export function nextAttemptAt(
  retries: readonly number[],
  { attempts, retryAfterSeconds = 0, now }: FailedAttempt,
): Date | undefined {
  const pause = retries[attempts]
  if (pause === undefined) return undefined
  const spread = pause * (1 + jitter * (2 * Math.random() - 1))
  return new Date(now.getTime() + Math.max(spread, retryAfterSeconds * 1_000))
}
