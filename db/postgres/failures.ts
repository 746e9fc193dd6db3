import { DatabaseError } from 'pg'
import { QueueTimeout } from '../../lib/queue.ts'
import type { Wait } from './connections/lock-waits.ts'
import { nameOfStatement } from './connections/statement-name.ts'

/** A failed statement's facts for the log: names, never values. */
export interface FailureFacts {
  statement: string
  /** The wait that was found, once it had run for a second. */
  waitedFor?: Wait
  /** Statements that kept the connections busy while it waited for one. */
  busyWith?: BusyStatement[]
}

export interface BusyStatement {
  statement: string
  connections: number
  /** Milliseconds since the first of them began. */
  milliseconds: number
}

type NotedFacts = Omit<FailureFacts, 'statement'> & {
  of: string | { name?: string | undefined; text: string }
}

const noted = new WeakMap<Error, NotedFacts>()

/** Remembers the facts for as long as the error exists. */
export function noteFacts(error: unknown, facts: NotedFacts): void {
  if (error instanceof Error && !noted.has(error)) noted.set(error, facts)
}

/** Returns the facts of the error, or of the one that caused it. */
export function failureFacts(error: unknown): FailureFacts | undefined {
  if (!(error instanceof Error)) return undefined
  const facts = noted.get(error)
  if (facts === undefined) return failureFacts(error.cause)
  const { of, ...others } = facts
  return { statement: nameOfStatement(of), ...others }
}

/** Returns PostgreSQL's own error, unwrapped from drizzle's. */
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

/** The server that answered is in recovery: it takes no writes, and its rows may be old. */
export class StandbyDatabase extends Error {
  override readonly name = 'StandbyDatabase'
  constructor(place: string) {
    super(`The database at ${place} is a standby: it takes no writes.`)
  }
}

/** The database let nobody in, for whatever reason; it may recover in a moment. */
export class ConnectionRefused extends Error {
  override readonly name = 'ConnectionRefused'
  /** Its hosts; undefined for a socket. */
  readonly place: string | undefined
  constructor(cause: unknown, place: string | undefined) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`No connection to the database: ${reason}`, { cause })
    this.place = place
  }
}

// 25006: it turned read-only. 57P01 to 57P03: it stops, has crashed, or is starting.
const serverGoneStates = new Set(['25006', '57P01', '57P02', '57P03'])

/** Whether the server itself says that it cannot serve this, or will be gone in a moment. */
export function isServerGone(error: unknown): boolean {
  return error instanceof StandbyDatabase || serverGoneStates.has(databaseError(error)?.code ?? '')
}

/** A pooler drops what a session asks for. Its message is for operators. */
export class SessionPooled extends Error {
  override readonly name = 'SessionPooled'
  constructor(place: string | undefined) {
    super(
      `The database at ${place ?? 'this socket'} is behind a pooler that drops the settings of a ` +
        'session. Set DATABASE_POOLER=transaction, and DATABASE_MIGRATION_URL to the database ' +
        'itself; see docs/high-availability.md.',
    )
  }
}

const lostNameStates = new Set(['26000', '42P05'])

/** Whether a pooler ran a named statement on a connection other than the one that prepared it. */
export function isStatementNameLost(error: unknown): boolean {
  return lostNameStates.has(databaseError(error)?.code ?? '')
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

/** Whether the connection failed or was silent for too long, and is of no more use. */
export function isConnectionLost(error: unknown): boolean {
  return databaseError(error) === undefined && isDatabaseUnavailable(error)
}

/**
 * Whether the connection must not be used again: it is lost, its server is gone, or a pooler has
 * closed what is behind it (class 08).
 */
export function isConnectionSpent(error: unknown): boolean {
  return (
    isConnectionLost(error) ||
    isServerGone(error) ||
    databaseError(error)?.code?.startsWith('08') === true
  )
}

/** Whether a row belongs to a user who was erased while the request ran. */
export function isOwnerGone(error: unknown): boolean {
  const { code, constraint = '' } = databaseError(error) ?? {}
  return (
    code === '23503' &&
    (constraint.endsWith('_user_id_users_id_fk') || constraint === 'lesson_progress_of_enrolled')
  )
}

/** 22P02: no value of its type. 22021 and 22P05: text that it cannot hold. */
const unreadableStates = new Set(['22P02', '22021', '22P05'])

/** Whether the database cannot read a value of the request, which a schema let pass. */
export function isUnreadable(error: unknown): boolean {
  return unreadableStates.has(databaseError(error)?.code ?? '')
}

/** Whether the database was out of reach or too slow: trying again later may help. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (findError(error, ConnectionRefused) !== undefined) return true
  const state = databaseError(error)?.code
  if (state !== undefined) return unavailableStates.test(state)
  if (!(error instanceof Error)) return false
  if (error instanceof QueueTimeout || error instanceof StandbyDatabase) return true
  if ('code' in error && unavailableCodes.has(String(error.code))) return true
  if (unavailableMessages.some((message) => error.message.startsWith(message))) return true
  return error.cause !== undefined && isDatabaseUnavailable(error.cause)
}

/** Returns the error or the one of its causes that is of this class. */
export function findError<Found extends Error>(
  error: unknown,
  kind: abstract new (...args: never[]) => Found,
): Found | undefined {
  if (error instanceof kind) return error
  return error instanceof Error ? findError(error.cause, kind) : undefined
}
