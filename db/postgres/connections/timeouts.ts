/**
 * The longest that a statement, a wait for a lock, and a transaction without a statement may take,
 * in milliseconds: no caller waits longer for a stalled database, and nobody holds up the others.
 */
export const timeouts = {
  statement_timeout: 4_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
} as const

export type TimeoutName = keyof typeof timeouts

/** Returns all timeouts, `patience` times as long. */
export function timeoutsFor(patience: number): Record<TimeoutName, number> {
  return {
    statement_timeout: patience * timeouts.statement_timeout,
    lock_timeout: patience * timeouts.lock_timeout,
    idle_in_transaction_session_timeout: patience * timeouts.idle_in_transaction_session_timeout,
  }
}
