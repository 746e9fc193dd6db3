import {
  fromProblem,
  isLyceumError,
  isProblem,
  LyceumError,
  type LyceumErrorName,
  type Problem,
} from './errors.ts'

/** The parts of a `Response` that the SDK reads. */
export interface FetchAnswer {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
  /** Read where the answer is a file. */
  blob(): Promise<Blob>
}

/** One entry of an answer in tRPC's envelope. */
export interface Entry {
  result?: unknown
  error?: { data?: unknown }
}

/**
 * Returns the entry of each call in tRPC's envelope, with its errors turned into LyceumErrors;
 * throws when a failure came without an envelope, or for all calls at once.
 */
export function readAnswer(
  answer: FetchAnswer,
  text: string,
  { baseUrl, count }: { baseUrl: string; count: number },
): Entry[] {
  const body = parse(text)
  const retryAfterSeconds = secondsOf(answer.headers.get('retry-after'))
  // A NotFound without the envelope means that the base URL leads elsewhere.
  if (isProblem(body) && body.error !== 'NotFound') throw fromProblem(body, retryAfterSeconds)
  if (isFailure(body)) throw fromProblem(body.error.data, retryAfterSeconds)
  const entries = Array.isArray(body) ? body : []
  if (entries.length !== count || !entries.every((entry) => isEntry(entry)))
    throw foreignAnswer(answer, text, { baseUrl, retryAfterSeconds })

  for (const { error } of entries as Entry[]) {
    if (error !== undefined && isProblem(error.data))
      error.data = fromProblem(error.data, retryAfterSeconds)
  }
  return entries
}

/**
 * Returns the answer of an operation that is called outside of tRPC: a file of the expected type, or
 * the value of its JSON. Throws the failure that came instead.
 */
export async function readPlainAnswer(
  answer: FetchAnswer,
  { baseUrl, type }: { baseUrl: string; type: string },
): Promise<unknown> {
  const isExpected =
    [200, 201].includes(answer.status) &&
    answer.headers.get('content-type')?.split(';')[0]?.trim() === type
  if (isExpected && type !== 'application/json') return answer.blob()

  const text = await answer.text()
  const body = parse(text)
  const retryAfterSeconds = secondsOf(answer.headers.get('retry-after'))
  if (isProblem(body)) throw fromProblem(body, retryAfterSeconds)
  if (!isExpected || !isObject(body))
    throw foreignAnswer(answer, text, { baseUrl, retryAfterSeconds })
  return body
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isEntry(entry: unknown): entry is Entry {
  return isFailure(entry) || (isObject(entry) && isObject(entry.result) && 'data' in entry.result)
}

function isFailure(entry: unknown): entry is { error: { data: Problem } } {
  return isObject(entry) && isObject(entry.error) && isProblem(entry.error.data)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Failures that come from a proxy, under the names that the server would use. */
const proxyErrors: Partial<Record<number, { name: LyceumErrorName; message: string }>> = {
  413: { name: 'PayloadTooLarge', message: 'The request is too large.' },
  429: { name: 'RateLimited', message: 'Too many requests. Wait a moment, then try again.' },
  502: {
    name: 'ServiceUnavailable',
    message: 'The proxy could not reach the service. Try again in a moment.',
  },
  503: {
    name: 'ServiceUnavailable',
    message: 'The service cannot answer right now. Try again in a moment.',
  },
  504: {
    name: 'ServiceUnavailable',
    message: 'The service did not answer the proxy in time. Try again in a moment.',
  },
}

function foreignAnswer(
  { status, headers }: FetchAnswer,
  text: string,
  { baseUrl, retryAfterSeconds }: { baseUrl: string; retryAfterSeconds: number | undefined },
): LyceumError {
  const requestId = headers.get('x-request-id') ?? undefined
  const fromProxy = proxyErrors[status]
  if (fromProxy !== undefined)
    return new LyceumError(fromProxy.name, fromProxy.message, {
      status,
      requestId,
      retryAfterSeconds,
    })

  const content = /^\s*</.test(text) ? 'a web page' : text === '' ? 'nothing' : 'something else'
  const message =
    `${baseUrl || 'The server'} answered with ${content} (status ${status}) instead of an answer ` +
    'of Lyceum. Check baseUrl: the URL of the server alone, without /api/v1 or /trpc.'
  return new LyceumError('UnexpectedAnswer', message, { status, requestId })
}

/** Reads `Retry-After`: a number of seconds or a date (RFC 9110, section 10.2.3). */
function secondsOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - Date.now()) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

/** The errors in an answer that `readAnswer` returned. */
export function errorsIn(entries: readonly Entry[]): LyceumError[] {
  return entries.map(({ error }) => error?.data).filter((part) => isLyceumError(part))
}
