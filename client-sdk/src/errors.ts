import { serverErrors } from './generated/errors.ts'

/** What the server names. */
export type ServerErrorName = keyof typeof serverErrors

/** What happens before or instead of an answer of the server. */
export type ClientErrorName =
  /** `baseUrl` is no address. */
  | 'InvalidBaseUrl'
  /** No connection, or it broke. The server may or may not have done what was asked. */
  | 'NetworkError'
  /**
   * No whole answer within `timeoutMilliseconds`. The server may or may not have done what was
   * asked.
   */
  | 'Timeout'
  /** The caller's own AbortSignal. */
  | 'Aborted'
  /** What came back is not from Lyceum: a web page, a captive portal, half an answer. */
  | 'UnexpectedAnswer'
  /**
   * The server named an error that this version of the SDK does not know; `cause` holds its body.
   */
  | 'UnknownError'
  /** The token store threw; `cause` says what. */
  | 'TokenStoreFailed'

/** Every name that an error of the SDK can have: a `switch` over it is checked for completeness. */
export type LyceumErrorName = ServerErrorName | ClientErrorName

/** What is wrong with one field; `path` is dotted (`courseIds.0`), empty for the whole input. */
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
 * The one error that the SDK throws. Decide by `name`; `message` is for people and may change.
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
  /** HTTP status; undefined where no answer came. */
  readonly status: number | undefined
  /** Finds the request in the server's log: show it where you apologise. */
  readonly requestId: string | undefined
  /** How long to wait before the next try, where the server said so. */
  readonly retryAfterSeconds: number | undefined
  /** What is wrong with which field; empty where nothing is said about fields. */
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
 * Whether this is an error of the SDK, also when two copies of the package are in use (where
 * `instanceof` fails).
 */
export function isLyceumError(error: unknown): error is LyceumError {
  return typeof error === 'object' && error !== null && brand in error
}

/** The body of every failure of the server, whether inside tRPC's envelope or on its own. */
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
  // Several answers of a batch share its headers: the pause is meant for those that ask for one.
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
