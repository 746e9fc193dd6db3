import { databaseError, failureFacts } from '../../db/postgres/failures.ts'

const deadlockDetected = '40P01'

/**
 * Describes an unexpected error for the log. A driver's message and details hold parameters such as
 * emails and hashes, so only what locates the error is kept.
 */
export function describeCause(cause: unknown): Record<string, unknown> {
  const fromDatabase = databaseError(cause)
  if (fromDatabase !== undefined) {
    const { code, constraint, table, column, routine, detail } = fromDatabase
    const place = { code, constraint, table, column, routine, ...failureFacts(cause) }
    // Keeps it: it only names processes and locks.
    const deadlock = code === deadlockDetected ? { deadlock: detail } : {}
    return { kind: 'database', ...place, ...deadlock, stack: framesOf(cause) }
  }
  if (!(cause instanceof Error)) return { kind: typeof cause }
  const holdsParameters = cause.message.startsWith('Failed query')
  return {
    kind: cause.name,
    message: holdsParameters ? describeCauseOf(cause) : cause.message,
    ...failureFacts(cause),
    stack: framesOf(cause),
  }
}

function describeCauseOf(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : 'a query failed'
}

function framesOf(error: unknown): string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  return stack.split('\n').filter((line) => line.trimStart().startsWith('at '))
}
