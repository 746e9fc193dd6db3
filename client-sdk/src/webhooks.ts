import type { LyceumEvent } from './generated/events.ts'

export { eventTypes, type LyceumEvent } from './generated/events.ts'

/** The message that "send a test message" sends. */
export interface WebhookPing {
  id: string
  type: 'ping'
  /** When it was sent (ISO 8601). */
  timestamp: string
  data: { webhookId: string }
}

/**
 * A message of a webhook; `type` tells what it is. A later server may send types that are not here:
 * ignore those.
 */
export type WebhookMessage = LyceumEvent | WebhookPing

/** A `Request` of the Fetch API. Its body must not have been read. */
export interface FetchRequest {
  headers: { get(name: string): string | null }
  arrayBuffer(): Promise<ArrayBuffer>
}

/** The request of any other framework: headers by name, and the body exactly as it arrived. */
export interface RawRequest {
  headers:
    | { get(name: string): string | null }
    | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The raw body: JSON that was parsed and written anew has a different signature. */
  body: string | Uint8Array
}

export interface VerifyWebhookOptions {
  /** `whsec_…`, as you got it when the webhook was created; several during a rotation. */
  secret?: string | readonly string[] | undefined
  /** Instead of the secret, `whpk_…`: for receivers that are to hold no secret. */
  publicKey?: string | readonly string[] | undefined
  /** How old a message may be, and how far ahead its clock. Default: five minutes. */
  toleranceSeconds?: number
  /** Default: the clock of the system. */
  now?: () => Date
}

/**
 * `missing headers`: not a message of a webhook. `bad timestamp`, `too old`, `too new`: compare your
 * clock; somebody may have sent an old message again. `wrong signature`: a different secret, or a
 * body that was changed or parsed on its way. `malformed body`: signed, but no message of Lyceum.
 * `no key`: neither a secret nor a public key was given, such as where a setting is missing. `bad
 * key`: the one in your settings is cut off. `parsed body`: the body is neither text nor bytes.
 */
export type WebhookVerificationReason =
  | 'missing headers'
  | 'bad timestamp'
  | 'too old'
  | 'too new'
  | 'wrong signature'
  | 'malformed body'
  | 'no key'
  | 'bad key'
  | 'parsed body'

/** The message cannot be trusted: answer 400, and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  readonly reason: WebhookVerificationReason

  constructor(reason: WebhookVerificationReason) {
    super(`This message of a webhook cannot be trusted: ${reason}${advice[reason] ?? ''}.`)
    this.reason = reason
  }
}

const advice: Partial<Record<WebhookVerificationReason, string>> = {
  'no key': '; pass the secret of the webhook (is its setting there?)',
  'parsed body': '; pass the raw body, as text or bytes, before anything parses it',
}

const defaultToleranceSeconds = 300

/**
 * Checks the signature and the age of a message (Standard Webhooks 1.0), and returns it. Needs the
 * Web Crypto API alone: Node.js 20, edge runtimes, browsers; with `publicKey` one that has Ed25519.
 *
 * A message can arrive twice: remember its `id`, and do nothing the second time.
 *
 * @throws WebhookVerificationError
 * @example
 * ```ts
 * const event = await verifyWebhook(request, { secret: process.env.LYCEUM_WEBHOOK_SECRET })
 * if (event.type === 'course.completed') await congratulate(event.data.userId)
 * ```
 */
export async function verifyWebhook(
  request: FetchRequest | RawRequest,
  options: VerifyWebhookOptions,
): Promise<WebhookMessage> {
  const keys = keysOf(options)
  const body = await bytesOf(request)
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(request.headers, `webhook-${name}`),
  )
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError('missing headers')
  requireFresh(timestamp, options)

  const content = joined(new TextEncoder().encode(`${id}.${timestamp}.`), body)
  const given = signatures.split(' ').map((signature) => signature.split(','))
  if (!(await isSigned(content, given, keys))) throw new WebhookVerificationError('wrong signature')
  return messageIn(body)
}

/**
 * Signs a message as the server does, to try a receiver in a test: what it returns is what
 * `verifyWebhook` takes, and `fetch` sends.
 *
 * @example
 * ```ts
 * const signed = await signWebhook({ type: 'ping', data: { webhookId: '…' } }, { secret })
 * await fetch('http://localhost:8080/hook', { method: 'POST', ...signed })
 * ```
 */
export async function signWebhook(
  message: { id?: string; type: string; timestamp?: string; data: object },
  { secret, now = () => new Date() }: { secret: string; now?: () => Date },
): Promise<{ headers: Record<string, string>; body: string }> {
  const at = now()
  const id = message.id ?? crypto.randomUUID()
  const body = JSON.stringify({ id, timestamp: at.toISOString(), ...message })
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const { algorithm } = symmetric
  const bytes = keyBytes(secret, symmetric)
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign'])
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  const signature = new Uint8Array(await crypto.subtle.sign(algorithm, key, content))
  return {
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `${symmetric.version},${btoa(String.fromCharCode(...signature))}`,
    },
    body,
  }
}

function requireFresh(timestamp: string, options: VerifyWebhookOptions): void {
  const { toleranceSeconds = defaultToleranceSeconds, now = () => new Date() } = options
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('bad timestamp')
  const age = Math.floor(now().getTime() / 1_000) - Number(timestamp)
  if (age > toleranceSeconds) throw new WebhookVerificationError('too old')
  if (age < -toleranceSeconds) throw new WebhookVerificationError('too new')
}

interface Scheme {
  version: string
  prefix: string
  algorithm: { name: string; hash?: string }
  bytes: (count: number) => boolean
}

const symmetric: Scheme = {
  version: 'v1',
  prefix: 'whsec_',
  algorithm: { name: 'HMAC', hash: 'SHA-256' },
  bytes: (count) => count >= 24 && count <= 64,
}
const asymmetric: Scheme = {
  version: 'v1a',
  prefix: 'whpk_',
  algorithm: { name: 'Ed25519' },
  bytes: (count) => count === 32,
}

interface Key {
  key: string
  scheme: Scheme
}

function keysOf({ secret = [], publicKey = [] }: VerifyWebhookOptions): Key[] {
  const keys = [
    ...[secret].flat().map((key) => ({ key, scheme: symmetric })),
    ...[publicKey].flat().map((key) => ({ key, scheme: asymmetric })),
  ].filter(({ key }) => key)
  if (keys.length === 0) throw new WebhookVerificationError('no key')
  return keys
}

/** Web Crypto compares in constant time. */
async function isSigned(
  content: Uint8Array<ArrayBuffer>,
  given: string[][],
  keys: readonly Key[],
): Promise<boolean> {
  for (const { key, scheme } of keys) {
    const { algorithm, version } = scheme
    const imported = await crypto.subtle.importKey('raw', keyBytes(key, scheme), algorithm, false, [
      'verify',
    ])
    for (const [versionGiven, text = ''] of given) {
      const signature = versionGiven === version ? base64Bytes(text) : undefined
      if (signature === undefined) continue
      if (await crypto.subtle.verify(algorithm, imported, signature, content)) return true
    }
  }
  return false
}

function keyBytes(key: string, { prefix, bytes }: Scheme): Uint8Array<ArrayBuffer> {
  const raw = key.startsWith(prefix) ? base64Bytes(key.slice(prefix.length)) : undefined
  if (raw === undefined || !bytes(raw.length)) throw new WebhookVerificationError('bad key')
  return raw
}

function messageIn(body: Uint8Array<ArrayBuffer>): WebhookMessage {
  try {
    const message = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    if (typeof message?.type === 'string' && typeof message.data === 'object') return message
  } catch {
    // Refused below.
  }
  throw new WebhookVerificationError('malformed body')
}

async function bytesOf(request: FetchRequest | RawRequest): Promise<Uint8Array<ArrayBuffer>> {
  if ('arrayBuffer' in request) return new Uint8Array(await request.arrayBuffer())
  const { body } = request
  if (typeof body !== 'string' && !((body as unknown) instanceof Uint8Array))
    throw new WebhookVerificationError('parsed body')
  return typeof body === 'string' ? new TextEncoder().encode(body) : Uint8Array.from(body)
}

function headerOf(headers: RawRequest['headers'], name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof found === 'string' ? found : Array.isArray(found) ? found.join(' ') : undefined
}

function joined(
  one: Uint8Array<ArrayBuffer>,
  other: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

function base64Bytes(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
