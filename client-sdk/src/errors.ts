import { serverErrors } from './generated/errors.ts'

/** The names of errors that the server answers with. */
export type ServerErrorName = keyof typeof serverErrors

/** The names of errors that happen without an answer of the server. */
export type ClientErrorName =
  /** `baseUrl` is not a URL. */
  | 'InvalidBaseUrl'
  /** There was no connection, or it broke. The server may or may not have acted on the call. */
  | 'NetworkError'
  /** No complete answer within `timeoutMilliseconds`. The server may or may not have acted. */
  | 'Timeout'
  /** Your own AbortSignal ended the call. */
  | 'Aborted'
  /** The answer is not from Lyceum: a web page, a captive portal, half an answer. */
  | 'UnexpectedAnswer'
  /** The server's error is newer than this version of the SDK; `cause` holds its body. */
  | 'UnknownError'
  /** The token store threw; `cause` is its error. */
  | 'TokenStoreFailed'

/** Every name of an error of the SDK; the compiler checks a `switch` for completeness. */
export type LyceumErrorName = ServerErrorName | ClientErrorName

/** A problem with one field; `path` is dotted (`courseIds.0`), empty for the whole input. */
export interface Issue {
  path: string
  message: string
}

export interface LyceumErrorDetails {
  status?: number | undefined
  requestId?: string | undefined
  retryAfterSeconds?: number | undefined
  issues?: Issue[] | undefined
  cause?: unknown
}

const brand = Symbol.for('@lyceum/sdk/LyceumError')

/**
 * The only error that the SDK throws. Decide by `name`; `message` is for people and may change.
 *
 * @example
 * ```ts
 * try {
 *   await lyceum.cart.add.mutate({ courseId })
 * } catch (error) {
 *   if (isLyceumError(error) && error.name === 'AlreadyEnrolled') openCourse(courseId)
 *   else throw error
 * }
 * ```
 */
export class LyceumError extends Error {
  override readonly name: LyceumErrorName
  /** HTTP status; undefined when there was no answer. */
  readonly status: number | undefined
  /** Identifies the request in the server's log: show it with your error message. */
  readonly requestId: string | undefined
  /** How long to wait before the next try, if the server said so. */
  readonly retryAfterSeconds: number | undefined
  /** Problems with single fields; empty when the error is not about fields. */
  readonly issues: readonly Issue[]

  constructor(
    name: LyceumErrorName,
    message: string,
    { status, requestId, retryAfterSeconds, issues, cause }: LyceumErrorDetails = {},
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = name
    this.status = status
    this.requestId = requestId
    this.retryAfterSeconds = retryAfterSeconds
    this.issues = issues ?? []
    Object.defineProperty(this, brand, { value: true })
  }
}

/**
 * Returns whether this is an error of the SDK, even of a second copy of the package (where
 * `instanceof` fails).
 */
export function isLyceumError(error: unknown): error is LyceumError {
  return typeof error === 'object' && error !== null && brand in error
}

/** The body of every failure of the server, inside tRPC's envelope or on its own. */
export interface Problem {
  error: string
  message: string
  status: number
  requestId?: string
  issues?: Issue[]
}

export function isProblem(body: unknown): body is Problem {
  if (typeof body !== 'object' || body === null) return false
  const { error, message, status } = body as Partial<Problem>
  return typeof error === 'string' && typeof message === 'string' && typeof status === 'number'
}

export function fromProblem(problem: Problem, retryAfterSeconds: number | undefined): LyceumError {
  const { error, message, status, requestId, issues } = problem
  // All answers of a batch share its headers, but Retry-After is meant only for these errors.
  const asksForPause = status === 429 || status === 503 || error === 'IdempotencyKeyInUse'
  const details = {
    status,
    requestId,
    issues,
    retryAfterSeconds: asksForPause ? retryAfterSeconds : undefined,
  }
  if (isServerErrorName(error)) return new LyceumError(error, message, details)
  return new LyceumError('UnknownError', message, { ...details, cause: problem })
}

function isServerErrorName(name: string): name is ServerErrorName {
  return Object.hasOwn(serverErrors, name)
}
