import { TRPCError } from '@trpc/server'
import { type core, ZodError } from 'zod'
import { isDatabaseUnavailable, isOwnerGone, isUnreadable } from '../../db/postgres/failures.ts'
import { ruleOf } from '../../lib/fields/issue-code.ts'
import { clientLimits } from './client-limits.ts'
import { AppError, type ErrorName, type ErrorStatus, type Issue } from './errors.ts'
import type { ErrorFacts } from './facts.ts'

/** The body of every failure: an RFC 9457 problem. */
export interface Problem {
  error: ErrorName
  message: string
  status: ErrorStatus
  /** The kind of error in a few words, the same at every occurrence (RFC 9457). */
  title: string
  /** RFC 9457's name for `message`. */
  detail: string
  /** URL of the explanation of the error. */
  type: string
  requestId: string
  issues?: Issue[]
  /** Further facts for programs; `errorFacts` says which for each error. */
  facts?: ErrorFacts[keyof ErrorFacts]
}

export function problemOf(
  error: Pick<AppError, 'name' | 'message' | 'status' | 'issues' | 'facts'>,
  { requestId, publicUrl }: { requestId: string; publicUrl: string },
): Problem {
  return {
    error: error.name,
    message: error.message,
    status: error.status,
    title: titleOf(error.name),
    detail: error.message,
    type: `${publicUrl}/docs/errors#${error.name}`,
    requestId,
    ...(error.issues && { issues: error.issues }),
    ...(error.facts && { facts: error.facts }),
  }
}

/** Turns `PriceChanged` into words: "Price changed". */
function titleOf(name: ErrorName): string {
  const [first = name, ...others] = name.split(/(?=[A-Z])/)
  return [first, ...others.map((word) => word.toLowerCase())].join(' ')
}

/**
 * Returns the named error for the caller. The `input` of the procedure shows which invalid fields
 * are missing.
 */
export function toAppError(
  error: unknown,
  input?: unknown,
  { bodyLimit = clientLimits.requestBytes }: { bodyLimit?: number } = {},
): AppError {
  if (error instanceof AppError) return error
  if (error instanceof TRPCError) return fromTrpc(error, input)
  if (isAbortedByClient(error))
    return new AppError('InvalidFields', {
      message: 'The request is incomplete.',
      cause: error,
    })
  if (isOwnerGone(error)) return new AppError('TokenInvalid', { cause: error })
  if (isDatabaseUnavailable(error))
    return new AppError('ServiceUnavailable', { retryAfterSeconds: 2, cause: error })
  if (isUnreadable(error))
    return new AppError('InvalidFields', { message: unreadable, cause: error })
  const name = nameOfFastifyError(error) ?? 'InternalError'
  if (name !== 'PayloadTooLarge') return new AppError(name, { cause: error })
  return new AppError(name, { cause: error, facts: { maxBytes: bodyLimit } })
}

const unreadable = 'Something in the request is no text, or no id. Correct it, then try again.'

/**
 * Whether the client disconnected: while sending, which is node:http's error (its code alone would
 * look like a lost database), or while waiting in a queue.
 */
function isAbortedByClient(error: unknown): boolean {
  if (error instanceof DOMException && error.name === 'AbortError') return true
  return (
    error instanceof Error &&
    error.message === 'aborted' &&
    'code' in error &&
    error.code === 'ECONNRESET'
  )
}

function fromTrpc(error: TRPCError, input: unknown): AppError {
  if (error.code === 'BAD_REQUEST' && error.cause instanceof ZodError)
    return fieldsError(error.cause, input)
  if (error.cause instanceof SyntaxError) return new AppError('MalformedJson', { cause: error })
  const name = nameOfTrpcCode[error.code]
  if (name === 'PayloadTooLarge')
    return new AppError(name, { cause: error, facts: { maxBytes: clientLimits.textBytes } })
  if (name !== undefined) return new AppError(name, { cause: error })
  return toAppError(error.cause ?? new Error(error.message), input)
}

const nameOfTrpcCode: Partial<Record<TRPCError['code'], ErrorName>> = {
  NOT_FOUND: 'NotFound',
  METHOD_NOT_SUPPORTED: 'MethodNotAllowed',
  PARSE_ERROR: 'MalformedJson',
  BAD_REQUEST: 'InvalidFields',
  UNSUPPORTED_MEDIA_TYPE: 'UnsupportedMediaType',
  PAYLOAD_TOO_LARGE: 'PayloadTooLarge',
}

/** Returns the error for an input that a schema refused, with an issue for each field. */
export function fieldsError(error: ZodError, input: unknown): AppError {
  const hasUnknown = error.issues.some(({ code }) => code === 'unrecognized_keys')
  const issues = error.issues.flatMap((issue): Issue[] | Issue => {
    if (issue.code === 'unrecognized_keys') return unknownFields(issue)
    // Omits "One of these is needed", which only follows: what was meant has an unknown name.
    if (hasUnknown && issue.code === 'custom' && isMissing(issue, input)) return []
    const path = issue.path.join('.')
    if (isMissing(issue, input)) return missingField(path)
    return { path, message: issue.message, ...ruleOf(issue) }
  })
  const name = issues.some(({ code }) => code === 'required') ? 'MissingFields' : 'InvalidFields'
  // Merges issues: a blank text breaks several rules, each of which says that it is required.
  const once = new Map(issues.map((issue) => [`${issue.path} ${issue.message}`, issue]))
  return new AppError(name, { issues: [...once.values()], cause: error })
}

export function missingField(path: string): Issue {
  return { path, message: 'is required', code: 'required' }
}

/** Bounds the answer to an input full of mistakes. */
const maxUnknownFields = 10
const maxShownKey = 100

/** Splits the message of a schema, which has a line for each key. */
function unknownFields({ path, keys, message }: core.$ZodIssueUnrecognizedKeys) {
  const advice = message.split('\n')
  return keys.slice(0, maxUnknownFields).map((key, index) => ({
    path: [...path, key.slice(0, maxShownKey)].join('.'),
    message: advice[index] ?? 'is no field',
  }))
}

/** Whether it is absent, null or blank. A whole input that is no object is missing. */
function isMissing(issue: ZodError['issues'][number], input: unknown): boolean {
  if (issue.path.length === 0) return issue.code === 'invalid_type'
  const value = issue.path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    input,
  )
  if (value === undefined || value === null) return true
  return typeof value === 'string' && value.trim() === '' && issue.code !== 'invalid_type'
}

function nameOfFastifyError(error: unknown): ErrorName | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined
  switch (error.statusCode) {
    case 400:
      return error instanceof SyntaxError ||
        ('code' in error && String(error.code).startsWith('FST_ERR_CTP'))
        ? 'MalformedJson'
        : 'InvalidFields'
    case 404:
      return 'NotFound'
    case 413:
      return 'PayloadTooLarge'
    case 414:
      return 'NotFound'
    case 415:
      return 'UnsupportedMediaType'
    case 429:
      return 'RateLimited'
    default:
      return undefined
  }
}
