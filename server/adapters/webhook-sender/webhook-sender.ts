import { type ClientRequest, type IncomingMessage, request as requestByHttp } from 'node:http'
import { request as requestByHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { createSingleFlight } from '../../../lib/single-flight.ts'
import { readBeginning, retryAfterOf } from './read-answer.ts'
import { signedHeaders } from './signatures.ts'
import type { OutgoingWebhook, WebhookFailureReason, WebhookSender } from './types.ts'
import { objectionTo } from './webhook-url.ts'

export interface SenderOptions {
  /** Allows http as well: for development. */
  allowHttp: boolean
  /** Returns the addresses of a host; rejects with a `reason` if none may be connected to. */
  resolve: (host: string) => Promise<readonly string[]>
  /** How long one attempt may take, from look-up to answer. Default: 15 seconds. */
  timeoutMilliseconds?: number
  /** Default: the system's clock. */
  now?: () => Date
}

const defaultTimeoutMilliseconds = 15_000
const maxHeaderBytes = 8_192

/** Sends by HTTP/1.1, each message over its own connection: no receiver waits for another. */
export function createWebhookSender({
  allowHttp,
  resolve,
  timeoutMilliseconds = defaultTimeoutMilliseconds,
  now = () => new Date(),
}: SenderOptions): WebhookSender {
  // Waits once per host for a name server that hangs, not for each message.
  const lookups = createSingleFlight<string, readonly string[]>()

  async function post(webhook: OutgoingWebhook, ending: AbortSignal): Promise<IncomingMessage> {
    const { url: text, id, body, keys } = webhook
    if (objectionTo(text, { allowHttp }) !== undefined) throw new SendFailure('bad-url')
    const url = new URL(text)
    const addresses = await untilAborted(
      lookups.run(url.hostname, () => resolve(url.hostname)),
      ending,
    )
    const bytes = Buffer.from(body)
    const send = url.protocol === 'https:' ? requestByHttps : requestByHttp
    const request = send(url, {
      ...connectionTo(url, addresses),
      method: 'POST',
      agent: false,
      signal: ending,
      maxHeaderSize: maxHeaderBytes,
      headers: {
        ...signedHeaders(keys, { id, at: now(), body }),
        'content-type': 'application/json',
        'content-length': bytes.length,
        'user-agent': 'Lyceum-Webhooks',
      },
    })
    request.end(bytes)
    return answerOf(request)
  }

  return {
    send: async (webhook, signal) => {
      const began = performance.now()
      const milliseconds = () => Math.round(performance.now() - began)
      const timeout = AbortSignal.timeout(timeoutMilliseconds)
      const ending = signal === undefined ? timeout : AbortSignal.any([timeout, signal])
      try {
        const response = await post(webhook, ending)
        const answer = await readBeginning(response)
        return {
          kind: 'answered',
          status: response.statusCode ?? 0,
          answer,
          retryAfterSeconds: retryAfterOf(response.headers['retry-after'], now()),
          milliseconds: milliseconds(),
        }
      } catch (error) {
        signal?.throwIfAborted()
        const failure = timeout.aborted ? 'timed-out' : reasonOf(error)
        return { kind: 'failed', failure, milliseconds: milliseconds() }
      }
    },
  }
}

/**
 * Connects only to checked addresses: a second look-up could lead elsewhere. Node.js never looks up
 * an address, so that one is passed as it was checked.
 */
function connectionTo(url: URL, addresses: readonly string[]) {
  const isName = isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0
  if (!isName) return { host: addresses[0] }
  const checked = addresses.map((address) => ({ address, family: isIP(address) }))
  const lookup: LookupFunction = (_host, { all }, callback) => {
    const [first] = checked
    if (all) callback(null, checked)
    else callback(null, first?.address ?? '', first?.family ?? 0)
  }
  return { lookup }
}

function answerOf(request: ClientRequest): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request.on('response', resolve)
  request.on('error', reject)
  // Rejects also after an answer that switches protocols, which nobody asked for.
  request.on('close', () => reject(new SendFailure('broken-off')))
  return promise
}

class SendFailure extends Error {
  override readonly name = 'SendFailure'
  readonly failure: WebhookFailureReason
  constructor(failure: WebhookFailureReason) {
    super(failure)
    this.failure = failure
  }
}

const failuresByCode: Record<string, WebhookFailureReason> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
}

function reasonOf(error: unknown): WebhookFailureReason {
  if (error instanceof SendFailure) return error.failure
  if (!(error instanceof Error)) return 'broken-off'
  if ('reason' in error && error.reason === 'inner') return 'inner-address'
  if ('reason' in error && error.reason === 'unknown') return 'unknown-host'
  const code = 'code' in error ? String(error.code) : ''
  if (/CERT|SELF_SIGNED|UNABLE_TO|ISSUER/.test(code)) return 'certificate'
  return failuresByCode[code] ?? 'broken-off'
}

async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(new SendFailure('timed-out'))
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
