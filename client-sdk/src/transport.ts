import { errorsIn, type FetchAnswer, readAnswer } from './answers.ts'
import { isLyceumError, LyceumError, type LyceumErrorName } from './errors.ts'
import { notify, type Session, type SignedOutReason } from './session.ts'

/** What is needed of `fetch`; every implementation of it fits. */
export type FetchLike = (url: string, init: FetchInit) => Promise<FetchAnswer>

export interface FetchInit {
  method: string
  headers: Record<string, string>
  body?: string
  signal?: AbortSignal
}

/** One HTTP request, for logs: holds no token, no body and no input. */
export interface RequestLog {
  /** The same number in the events of one request. */
  id: number
  /** `GET` reads, `POST` changes. */
  method: string
  /** Names of the operations in it: `['courses.list', 'cart.get']`. */
  operations: string[]
}

export interface ResponseLog extends RequestLog {
  /** Undefined where no answer came. */
  status: number | undefined
  milliseconds: number
  requestId: string | undefined
  /**
   * Names of the errors, empty when all went well. A request that ran into its timeout is `Aborted`
   * here.
   */
  errors: LyceumErrorName[]
}

export interface Transport {
  baseUrl: string
  fetch?: FetchLike | undefined
  session: Session
  onRequest?: ((request: RequestLog) => void) | undefined
  onResponse?: ((response: ResponseLog) => void) | undefined
}

export type TrpcFetch = (url: string, init: FetchInit) => Promise<TrpcAnswer>

/** What tRPC's links read of an answer. */
interface TrpcAnswer {
  ok: boolean
  json(): Promise<unknown>
}

/**
 * The `fetch` that tRPC's links are given: every failure leaves it as a LyceumError, thrown or in
 * the place of an entry's data.
 */
export function createTrpcFetch({
  baseUrl,
  fetch = globalFetch,
  session,
  onRequest,
  onResponse,
}: Transport): TrpcFetch {
  let requests = 0

  return async (url, init) => {
    requests += 1
    const info: RequestLog = { id: requests, method: init.method, operations: operationsIn(url) }
    const start = Date.now()
    let answer: FetchAnswer | undefined
    let errors: LyceumError[] = []
    notify(() => onRequest?.(info))

    try {
      answer = await send(fetch, url, init, baseUrl)
      const body = readAnswer(answer, await textOf(answer, init, baseUrl), {
        baseUrl,
        count: url.includes('?batch=1') ? info.operations.length : undefined,
      })
      errors = errorsIn(body)
      return { ok: errors.length === 0, json: async () => body }
    } catch (error) {
      if (isLyceumError(error)) errors = [error]
      throw error
    } finally {
      await tellRefusal(errors, init.headers, session)
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

/** Looked up for each request: a polyfill, or what a test puts in its place, may come late. */
const globalFetch: FetchLike = (url, init) => globalThis.fetch(url, init)

function operationsIn(url: string): string[] {
  const path = url.split('?')[0] ?? ''
  return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1)).split(',')
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
    throw connectionFailure(
      init,
      `${baseUrl || 'The server'} cannot be reached. Check the connection, and whether the address is right.`,
      cause,
    )
  }
}

async function textOf(answer: FetchAnswer, init: FetchInit, baseUrl: string): Promise<string> {
  try {
    return await answer.text()
  } catch (cause) {
    throw connectionFailure(
      init,
      `The connection to ${baseUrl || 'the server'} broke before the whole answer was there.`,
      cause,
    )
  }
}

function connectionFailure(init: FetchInit, message: string, cause: unknown): LyceumError {
  if (init.signal?.aborted === true)
    return new LyceumError('Aborted', 'The call was aborted.', { cause })
  return new LyceumError('NetworkError', message, { cause })
}

async function tellRefusal(
  errors: LyceumError[],
  { authorization }: Record<string, string>,
  session: Session,
): Promise<void> {
  const refusal = errors.find(({ name }) => name === 'TokenExpired' || name === 'TokenInvalid')
  if (refusal === undefined || authorization === undefined) return
  await session.refused(authorization.replace('Bearer ', ''), refusal.name as SignedOutReason)
}
