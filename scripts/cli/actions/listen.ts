import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { signedHeaders } from '../../../server/adapters/webhook-sender/signatures.ts'
import { UnavailableError, UsageError } from '../command-errors.ts'
import { type CommandResult, progress } from '../output.ts'

export interface ListenOptions {
  forwardTo: string
  server: string
  types?: string
}

interface Listening {
  /** A key with the scope `events:read`. */
  key: string | undefined
  /** Ends it. */
  signal: AbortSignal
}

interface ListedEvent {
  id: string
  type: string
  number: number
}

interface EventPage {
  items: ListedEvent[]
  after: number
  hasMore: boolean
  newest: number
}

const lookEveryMilliseconds = 1_000
const lookMilliseconds = 15_000
const forwardMilliseconds = 15_000

/**
 * Forwards what happens from now on to a receiver on this machine, signed as webhooks are, until it
 * is interrupted. An event that does not arrive is not sent again.
 */
export async function listen(
  { forwardTo, server, types }: ListenOptions,
  { key, signal }: Listening,
): Promise<CommandResult> {
  const target = readUrl(forwardTo, '--forward-to')
  const source = eventsUrl(server, types)
  if (key === undefined || key === '')
    throw new UsageError('error: set LYCEUM_KEY to a key with the scope events:read')
  const secret = secretOf(key)
  const ends = { signal, key }
  let { newest: after } = await look(source, { limit: '1' }, ends)
  progress(`Events of ${source.origin} go to ${target.href} from now on; Ctrl-C ends it.`)
  progress(`They are signed with this secret, the same each time: ${secret}`)

  let [forwarded, failed] = [0, 0]
  while (!signal.aborted) {
    const page = await look(source, { after: String(after) }, ends).catch((error: unknown) => {
      if (error instanceof UnavailableError && !signal.aborted)
        progress(`${error.message}: tries again`)
      else if (!signal.aborted) throw error
      return undefined
    })
    for (const event of page?.items ?? []) {
      if (signal.aborted) break
      if (await forward(event, { target, secret })) forwarded++
      else failed++
      after = event.number
    }
    if (page !== undefined && !signal.aborted) after = page.after
    if (page?.hasMore !== true)
      await pause(lookEveryMilliseconds, undefined, { signal }).catch(() => undefined)
  }
  const sentence = `${forwarded} forwarded, ${failed} failed.`
  return { json: { forwarded, failed, after }, text: `${sentence}\n` }
}

/** The receiver keeps one setting for all times that it is tried with the same key. */
function secretOf(key: string): string {
  return `whsec_${createHash('sha256').update(`lyceum listen\n${key}`).digest('base64')}`
}

async function forward(
  event: ListedEvent,
  { target, secret }: { target: URL; secret: string },
): Promise<boolean> {
  const { id, type, number } = event
  const body = JSON.stringify(event)
  const signingKey = `whsk_${randomBytes(32).toString('base64')}`
  const signed = signedHeaders({ secrets: [secret], signingKey }, { id, at: new Date(), body })
  const began = performance.now()
  const outcome = await fetch(target, {
    method: 'POST',
    headers: {
      ...signed,
      // Nobody knows the other key.
      'webhook-signature': signed['webhook-signature'].replace(/ v1a,.*$/, ''),
      'content-type': 'application/json',
    },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(forwardMilliseconds),
  }).then(
    async (answer) => {
      await answer.body?.cancel()
      return { ok: answer.ok, says: String(answer.status) }
    },
    (error: unknown) => ({ ok: false, says: reasonOf(error) }),
  )
  const milliseconds = Math.round(performance.now() - began)
  progress(`${number}  ${type.padEnd(22)}  ${outcome.says}  ${milliseconds} ms`)
  return outcome.ok
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  return cause instanceof Error ? cause.name : 'failed'
}

async function look(
  source: URL,
  query: Record<string, string>,
  { key, signal }: { key: string; signal: AbortSignal },
): Promise<EventPage> {
  const url = new URL(source)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(lookMilliseconds)])
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${key}` },
    signal: deadline,
  }).catch(() => undefined)
  if (answer === undefined || answer.status >= 500 || answer.status === 429)
    throw new UnavailableError(`${source.origin} does not respond`)
  const body: unknown = await answer.json().catch(() => undefined)
  if (!answer.ok) throw new UsageError(`error: ${source.origin} refuses: ${messageOf(body)}`)
  if (!isPage(body)) throw new UsageError(`error: --server: ${source.origin} is no Lyceum`)
  return body
}

function messageOf(body: unknown): string {
  if (typeof body !== 'object' || body === null || !('message' in body))
    return 'it does not say why'
  return String(body.message)
}

function isPage(body: unknown): body is EventPage {
  return typeof body === 'object' && body !== null && 'items' in body && 'newest' in body
}

function eventsUrl(server: string, types: string | undefined): URL {
  const url = new URL('/api/v1/events', readUrl(server, '--server'))
  if (types !== undefined) url.searchParams.set('types', types)
  return url
}

function readUrl(text: string, option: string): URL {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text)
  throw new UsageError(`error: ${option} must be a URL like http://localhost:4000/hook`)
}
