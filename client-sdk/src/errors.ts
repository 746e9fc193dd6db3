import { type IssueCode, type ServerErrors, serverErrorNames } from './generated/errors.ts'
import type { ErrorFacts, OperationErrors } from './generated/router.ts'

/** The names of errors that the server answers with. */
export type ServerErrorName = keyof ServerErrors

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
  /** A different user has signed in, such as in another tab; the call was not made. */
  | 'SessionChanged'

/** Every name of an error of the SDK; the compiler checks a `switch` for completeness. */
export type LyceumErrorName = ServerErrorName | ClientErrorName

/** A problem with one field; `path` is dotted (`courseIds.0`), empty for the whole input. */
export interface Issue {
  path: string
  /** The problem, in English. */
  message: string
  /** The broken rule, for words of your own; absent for rare rules. */
  code?: IssueCode | (string & {})
  /** The number in the rule: 8 for `minLength` 8. */
  limit?: number
  /** The readings of an `ambiguous` text: ask its writer, and send one of them unchanged. */
  readings?: readonly string[]
}

/** The name of an operation, such as `transactions.create`. */
export type OperationName = keyof OperationErrors

/** The names of the errors that a call of an operation can end with. */
export type ErrorNameOf<Operation extends OperationName> =
  | OperationErrors[Operation]
  // Errors of any call; NotFound when the server is older than this version of the SDK.
  | 'NotFound'
  | Exclude<ClientErrorName, 'InvalidBaseUrl'>

/** An error with this name, and so with its `facts`. */
export type LyceumErrorNamed<Name extends LyceumErrorName = LyceumErrorName> =
  Name extends LyceumErrorName
    ? LyceumError & { readonly name: Name; readonly facts: FactsOf<Name> | undefined }
    : never

type FactsOf<Name> = Name extends keyof ErrorFacts ? ErrorFacts[Name] : undefined

export interface LyceumErrorDetails {
  operation?: string | undefined
  status?: number | undefined
  requestId?: string | undefined
  retryAfterSeconds?: number | undefined
  issues?: readonly Issue[] | undefined
  facts?: object | undefined
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
  /** The operation whose call failed, such as `cart.add`; undefined for other functions. */
  readonly operation: string | undefined
  /** HTTP status; undefined when there was no answer. */
  readonly status: number | undefined
  /** Identifies the request in the server's log: show it with your error message. */
  readonly requestId: string | undefined
  /** How long to wait before the next try, if the server said so. */
  readonly retryAfterSeconds: number | undefined
  /** Problems with single fields; empty when the error is not about fields. */
  readonly issues: readonly Issue[]
  /**
   * Further facts for your program, such as the new price, typed by `name`. Undefined where a proxy
   * answered instead of the server.
   */
  readonly facts: object | undefined

  constructor(name: LyceumErrorName, message: string, details: LyceumErrorDetails = {}) {
    const { operation, status, requestId, retryAfterSeconds, issues, facts, cause } = details
    super(message, cause === undefined ? undefined : { cause })
    this.name = name
    this.operation = operation
    this.status = status
    this.requestId = requestId
    this.retryAfterSeconds = retryAfterSeconds
    this.issues = issues ?? []
    this.facts = facts
    Object.defineProperty(this, brand, { value: true })
  }
}

/**
 * Returns whether this is an error of the SDK, even of a second copy of the package (where
 * `instanceof` fails). With an operation, returns whether a call of it failed, and narrows `name`
 * to the errors that it can end with.
 *
 * @example
 * ```ts
 * if (isLyceumError(error, 'transactions.create') && error.name === 'PriceChanged')
 *   askAgain(error.facts?.total)
 * ```
 */
export function isLyceumError(error: unknown): error is LyceumErrorNamed
export function isLyceumError<Operation extends OperationName>(
  error: unknown,
  operation: Operation,
): error is LyceumErrorNamed<ErrorNameOf<Operation>>
export function isLyceumError(error: unknown, operation?: unknown): boolean {
  if (typeof error !== 'object' || error === null || !(brand in error)) return false
  // As a callback of an array method, it gets an index here.
  return typeof operation !== 'string' || (error as unknown as LyceumError).operation === operation
}

/** Copies an error for one call, because all calls of a batch can share it. */
export function errorOf(operation: string, error: LyceumError): LyceumError {
  const { name, message, stack } = error
  const copy = new LyceumError(name, message, { ...error, cause: error.cause, operation })
  return Object.assign(copy, { stack })
}

/** The body of every failure of the server, inside tRPC's envelope or on its own. */
export interface Problem {
  error: string
  message: string
  status: number
  requestId?: string
  issues?: Issue[]
  facts?: object
}

export function isProblem(body: unknown): body is Problem {
  if (typeof body !== 'object' || body === null) return false
  const { error, message, status } = body as Partial<Problem>
  return typeof error === 'string' && typeof message === 'string' && typeof status === 'number'
}

export function fromProblem(problem: Problem, retryAfterSeconds: number | undefined): LyceumError {
  const { error, message, status, requestId, issues, facts } = problem
  // All answers of a batch share its headers, but Retry-After is meant only for these errors.
  const asksForPause = status === 429 || status === 503 || error === 'IdempotencyKeyInUse'
  const details = {
    status,
    requestId,
    issues,
    facts,
    retryAfterSeconds: asksForPause ? retryAfterSeconds : undefined,
  }
  if (isServerErrorName(error)) return new LyceumError(error, message, details)
  return new LyceumError('UnknownError', message, { ...details, cause: problem })
}

function isServerErrorName(name: string): name is ServerErrorName {
  return serverErrorNames.has(name)
}
