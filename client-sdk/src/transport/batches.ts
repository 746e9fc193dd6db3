import { errorsIn, readAnswer } from '../answers.ts'
import { LyceumError } from '../errors.ts'
import { isLong, type Kind } from '../operations.ts'
import type { Session } from '../session.ts'
import type { FetchInit, Transport } from './transport.ts'

export interface OutgoingCall {
  kind: Kind
  /** Such as `cart.add`. */
  operation: string
  input: unknown
  signal: AbortSignal
  /** The user for whom the call started, from `session.caller()`. */
  caller: string | undefined
  /** Replaces the session's token. */
  token: string | undefined
  /** A header, which applies to a whole HTTP request: the call is sent on its own. */
  idempotencyKey: string | undefined
  /** Sent at once and on its own: the page may be gone the next moment. */
  keepalive?: boolean | undefined
}

interface WaitingCall extends OutgoingCall {
  /** Its input as JSON. */
  json: string
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** The most calls in one HTTP request; the server refuses more. */
const maxBatchSize = 10
const maxUrlLength = 8_000
/** The key of an input in a URL, and the comma after it. */
const lengthBesideInput = 20

/**
 * Sends calls as tRPC's links do: those made at the same time share one HTTP request for queries
 * and one for mutations.
 */
export function createCallSender({
  baseUrl,
  transport,
  session,
  together: mayBatch,
}: {
  baseUrl: string
  transport: Transport
  session: Session
  /** Whether calls may share a request. */
  together: boolean
}) {
  async function headersOf({
    kind,
    operation,
    caller,
    token: own,
    idempotencyKey,
  }: OutgoingCall): Promise<Record<string, string>> {
    const token = own ?? (isForAnyone(operation) ? undefined : await session.tokenFor(caller))
    return {
      ...(kind === 'mutation' && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    }
  }

  async function send(calls: readonly WaitingCall[]): Promise<void> {
    const [first] = calls
    if (first === undefined) return
    try {
      const headers = await headersOf(first)
      const operations = calls.map(({ operation }) => operation)
      const inputs = `{${calls.map(({ json }, index) => `"${index}":${json}`)}}`
      const isQuery = first.kind === 'query'
      const address = `${baseUrl}/trpc/${operations}?batch=1`
      const init: FetchInit = {
        method: isQuery ? 'GET' : 'POST',
        headers,
        signal: whenAllAborted(calls),
        ...(!isQuery && { body: inputs }),
        ...(first.keepalive && { keepalive: true }),
      }
      const entries = await transport({
        operations,
        url: isQuery ? `${address}&input=${encodeURIComponent(inputs)}` : address,
        init,
        read: async (answer) => {
          const count = calls.length
          const result = readAnswer(answer, await answer.text(), { baseUrl, count })
          return { result, errors: errorsIn(result) }
        },
      })
      for (const [index, { resolve, reject }] of calls.entries()) {
        const { error, result } = entries[index] ?? {}
        if (error === undefined) resolve((result as { data: unknown }).data)
        else reject(error.data)
      }
    } catch (error) {
      for (const { reject } of calls) reject(error)
    }
  }

  // Calls for different users never share a request, because it has one token.
  let waiting = new Map<string, WaitingCall[]>()
  function sendWaiting(): void {
    const groups = waiting
    waiting = new Map()
    for (const calls of groups.values()) for (const batch of batchesOf(calls)) void send(batch)
  }

  /** The server refuses calls to auth in batches: nobody is to guess passwords ten at a time. */
  const isAlone = ({ operation, idempotencyKey, keepalive }: OutgoingCall) =>
    !mayBatch ||
    keepalive ||
    operation.startsWith('auth.') ||
    idempotencyKey !== undefined ||
    isLong(operation)

  return (call: OutgoingCall): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const waitingCall = { ...call, json: jsonOf(call), resolve, reject }
      if (isAlone(call)) return void send([waitingCall])
      if (waiting.size === 0) setTimeout(sendWaiting)
      const key = `${call.kind} ${call.caller}`
      const calls = waiting.get(key) ?? []
      calls.push(waitingCall)
      waiting.set(key, calls)
    })
}

/** Splits calls, in order, into requests of at most the allowed size. */
function batchesOf(calls: readonly WaitingCall[]): WaitingCall[][] {
  const batches: WaitingCall[][] = []
  let length = maxUrlLength
  for (const call of calls) {
    const own = call.operation.length + encodeURIComponent(call.json).length + lengthBesideInput
    length += own
    const last = batches.at(-1)
    const isFull = last?.length === maxBatchSize || (call.kind === 'query' && length > maxUrlLength)
    if (last === undefined || isFull) {
      batches.push([call])
      length = own
    } else last.push(call)
  }
  return batches
}

function jsonOf({ kind, operation, input }: OutgoingCall): string {
  try {
    const json = JSON.stringify(input)
    const isTooLong = kind === 'query' && encodeURIComponent(json).length > maxUrlLength
    if (isTooLong) throw new RangeError(`${operation} takes less in one call`)
    return json
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    const message = `The input cannot be sent: ${words}`
    throw new LyceumError('InvalidFields', message, { cause: error })
  }
}

/** Aborts a request once none of its calls is waited for. */
function whenAllAborted(calls: readonly OutgoingCall[]): AbortSignal {
  const [first] = calls
  if (first !== undefined && calls.length === 1) return first.signal
  const whole = new AbortController()
  const check = () => {
    if (calls.every(({ signal }) => signal.aborted)) whole.abort()
  }
  for (const { signal } of calls) signal.addEventListener('abort', check, { once: true })
  check()
  return whole.signal
}

/** Whether an operation needs no token, and so works whoever is signed in. */
function isForAnyone(operation: string): boolean {
  return operation.startsWith('auth.') && !operation.startsWith('auth.logout')
}
