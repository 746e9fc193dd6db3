import { DatabaseError } from 'pg'
import { QueueTimeout } from '../server/lib/queue.ts'

/** PostgreSQL's own error, unwrapped from drizzle's. */
export function databaseError(error: unknown): DatabaseError | undefined {
  if (error instanceof DatabaseError) return error
  return error instanceof Error && error.cause !== undefined
    ? databaseError(error.cause)
    : undefined
}

const serializationFailures = new Set(['40001', '40P01'])

export function isRetryable(error: unknown): boolean {
  return serializationFailures.has(databaseError(error)?.code ?? '')
}

// Class 08 connection, 53 resources, 57 operator intervention (statement timeout included), 55P03
// lock timeout, 25006 read-only, 25P03 idle in transaction.
const unavailableStates = /^(08|53|57|58)|^(55P03|25006|25P03|40001|40P01)$/
const unavailableCodes = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
const unavailableMessages = [
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed',
  // The service is stopping.
  'Cannot use a pool after calling end',
]

/** True when the connection failed or was silent for too long, so that it is of no more use. */
export function isConnectionLost(error: unknown): boolean {
  return databaseError(error) === undefined && isDatabaseUnavailable(error)
}

/** True when a row belongs to a user who was erased while the request was running. */
export function isOwnerGone(error: unknown): boolean {
  const { code, constraint = '' } = databaseError(error) ?? {}
  return (
    code === '23503' &&
    (constraint.endsWith('_user_id_users_id_fk') || constraint === 'lesson_progress_of_enrolled')
  )
}

/** True when the database was out of reach or too slow: trying again later may help. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const state = databaseError(error)?.code
  if (state !== undefined) return unavailableStates.test(state)
  if (!(error instanceof Error)) return false
  if (error instanceof QueueTimeout) return true
  if ('code' in error && unavailableCodes.has(String(error.code))) return true
  if (unavailableMessages.some((message) => error.message.startsWith(message))) return true
  return error.cause !== undefined && isDatabaseUnavailable(error.cause)
}
