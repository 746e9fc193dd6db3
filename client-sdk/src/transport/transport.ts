import type { FetchAnswer } from '../answers.ts'
import { isLyceumError, LyceumError, type LyceumErrorName, type OperationName } from '../errors.ts'
import { notify, type Session, type SignedOutReason } from '../session.ts'

/** The part of `fetch` that the SDK needs; every implementation fits. */
export type FetchLike = (url: string, init: FetchInit) => Promise<FetchAnswer>

export interface FetchInit {
  method: string
  headers: Record<string, string>
  /** JSON, or a file to send. */
  body?: string | Blob
  signal?: AbortSignal
  /** Set for the two calls of a third-party sign-in that set and send a cookie of the server. */
  credentials?: 'include'
  /** Set for a call that outlives its page. */
  keepalive?: true
}

/** One HTTP request, for logs. Never holds a token, a body or an input. */
export interface RequestLog {
  /** The same number for `onRequest` and `onResponse` of one request. */
  id: number
  /** `GET` for queries, `POST` for mutations. */
  method: string
  /** The operations in this request: `['courses.list', 'cart.get']`. */
  operations: string[]
}

export interface ResponseLog extends RequestLog {
  /** Undefined when there was no answer. */
  status: number | undefined
  milliseconds: number
  requestId: string | undefined
  /** The errors, empty on success. A request that timed out is `Aborted` here. */
  errors: LyceumErrorName[]
}

export interface TransportOptions {
  baseUrl: string
  fetch?: FetchLike | undefined
  session: Session
  onRequest?: ((request: RequestLog) => void) | undefined
  onResponse?: ((response: ResponseLog) => void) | undefined
}

/** One HTTP request, and how its answer is read. */
export interface Exchange<Result> {
  operations: string[]
  url: string
  init: FetchInit
  /** Returns the result, and the errors in it; throws where there is nothing else. */
  read(answer: FetchAnswer): Promise<{ result: Result; errors: LyceumError[] }>
}

/**
 * Makes one HTTP request, and reports it to the session and the log of the application. Rejects with
 * a LyceumError, whatever fails.
 */
export type Transport = <Result>(exchange: Exchange<Result>) => Promise<Result>

export function createTransport({
  baseUrl,
  fetch = globalFetch,
  session,
  onRequest,
  onResponse,
}: TransportOptions): Transport {
  let requests = 0

  return async ({ operations, url, init, read }) => {
    requests += 1
    const info: RequestLog = { id: requests, method: init.method, operations }
    const start = Date.now()
    let answer: FetchAnswer | undefined
    let errors: LyceumError[] = []
    notify(() => onRequest?.(info))

    try {
      answer = await send(fetch, url, withCookies(operations, init), baseUrl)
      const whole = await read(answer).catch((cause: unknown) => {
        throw isLyceumError(cause) ? cause : brokenAnswer(init, cause)
      })
      errors = whole.errors
      return whole.result
    } catch (error) {
      if (isLyceumError(error)) errors = [error]
      throw error
    } finally {
      await reportRefusedToken(errors, init.headers, session)
      const requestId = answer?.headers.get('x-request-id') ?? undefined
      const names = errors.map(({ name }) => name)
      notify(() =>
        onResponse?.({
          ...info,
          status: answer?.status,
          milliseconds: Date.now() - start,
          requestId,
          errors: names,
        }),
      )
    }
  }
}

/** Looked up at each request, because a polyfill or a test may replace it later. */
const globalFetch: FetchLike = (url, init) => globalThis.fetch(url, init)

/**
 * The operations whose cookie shows that the browser that returns from the provider is the one that
 * left for it. Without it a browser would keep no cookie of a server at another origin.
 */
const cookieOperations: ReadonlySet<string> = new Set<OperationName>([
  'auth.startOAuth',
  'auth.finishOAuth',
])

function withCookies(operations: string[], init: FetchInit): FetchInit {
  const needsCookie = operations.every((operation) => cookieOperations.has(operation))
  return needsCookie ? { ...init, credentials: 'include' } : init
}

async function send(
  fetch: FetchLike,
  url: string,
  init: FetchInit,
  baseUrl: string,
): Promise<FetchAnswer> {
  try {
    return await fetch(url, init)
  } catch (cause) {
    const hint = `${baseUrl || 'The server'} cannot be reached: is baseUrl right, and CORS allowed?`
    const message = 'No connection. Check it, and try again in a moment.'
    throw connectionFailure(init, message, new Error(hint, { cause }))
  }
}

function brokenAnswer(init: FetchInit, cause: unknown): LyceumError {
  const message = 'The connection broke before the answer was complete. Try again in a moment.'
  return connectionFailure(init, message, cause)
}

function connectionFailure(init: FetchInit, message: string, cause: unknown): LyceumError {
  if (init.signal?.aborted === true)
    return new LyceumError('Aborted', 'The call was aborted.', { cause })
  return new LyceumError('NetworkError', message, { cause })
}

async function reportRefusedToken(
  errors: LyceumError[],
  { authorization }: Record<string, string>,
  session: Session,
): Promise<void> {
  const refusal = errors.find(({ name }) => name === 'TokenExpired' || name === 'TokenInvalid')
  if (refusal === undefined || authorization === undefined) return
  await session.refused(authorization.replace('Bearer ', ''), refusal.name as SignedOutReason)
}
