import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import type { DoorCount, DoorLimitName } from '../../security/door-limits.ts'
import { type Bearer, readBearer } from '../caller.ts'
import { limitIpOf, limitKeyOf } from '../client-ip.ts'
import { createCounters, type Use } from './counters.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Marks a route for signed events, bounded by the check of their signature. */
    takesSignedEvents?: true
    /** Marks a route that gives files to whoever has their signed address. */
    isMedia?: true
  }
  interface FastifyRequest {
    /** Set by a route that takes signed events, once the signature is found to be valid. */
    isSignedEvent: boolean
  }
}

/** How many ended sessions are remembered whose tokens are still good by signature. */
const maxEndedSessions = 10_000

/** How many keys are remembered as good. */
const maxProvenKeys = 1_000

/** Headers of a counted request. */
type CountHeaders = Record<'ratelimit-limit' | 'ratelimit-remaining' | 'ratelimit-reset', string>

/** Counts each request before anything else is done for it, and refuses one too many. */
export interface Door {
  /** Counts a request towards the limits of its sender. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Counts what the parser refused before there was a request; returns a refusal if too many. */
  admitUnreadable(peer: string | undefined): { headers: CountHeaders; refusal?: AppError }
}

/**
 * Creates the door. A valid token counts by account, everybody else by IP: a school behind one IP
 * is many accounts. Only the token's signature is checked here, not the database. Anyone can write
 * what looks like a key: one counts by itself once a request has found it good.
 */
export async function createDoor(app: FastifyInstance, deps: Deps): Promise<Door> {
  const counters = await createCounters(app, deps)
  const endedSessions = new LRUCache<string, true>({ max: maxEndedSessions })
  const provenKeys = new LRUCache<string, string>({ max: maxProvenKeys })

  app.decorateRequest('bearer', undefined)
  app.decorateRequest('isSignedEvent', false)

  /**
   * Remembers ended sessions: whoever stole such a token must not use up the account's requests
   * with it, even by requests that end before their session is looked at.
   */
  async function rememberEnded({ bearer, context }: FastifyRequest): Promise<void> {
    if (bearer?.sessionId === undefined) return
    const user =
      context === undefined
        ? await deps.sessions.find(deps.db, bearer.sessionId)
        : context.caller.user
    if (user === undefined) endedSessions.set(bearer.sessionId, true)
  }

  /** Remembers a good key; one that ended counts by IP again. */
  function rememberKey({ bearer, context }: FastifyRequest): void {
    if (bearer?.key === undefined || context === undefined) return
    const { secretHash } = bearer.key
    const { key } = context.caller
    if (key === undefined) provenKeys.delete(secretHash)
    else provenKeys.set(secretHash, key.id)
  }

  /** Returns the account or key that a request counts for; undefined if it counts for its IP. */
  function subjectOf({ userId, sessionId, key }: Bearer): Use | undefined {
    if (userId !== undefined)
      return endedSessions.has(sessionId) ? undefined : { name: 'callsPerAccount', who: userId }
    const keyId = key && provenKeys.get(key.secretHash)
    return keyId === undefined ? undefined : { name: 'requestsPerKey', who: keyId }
  }

  function noted(limit: DoorLimitName, count: DoorCount): DoorCount {
    if (!count.isWithin) deps.metrics.limitRefusals.inc({ limit })
    return count
  }

  function countHere(name: DoorLimitName, who: string): DoorCount {
    return noted(name, counters.here.count(name, who))
  }

  /** Looks back at an admitted request, also when its client went away before the answer. */
  function lookBack(request: FastifyRequest, ip: string): void {
    if (request.isSignedEvent) counters.here.count('unsignedPaymentEventsPerIp', ip, -1)
    rememberKey(request)
    rememberEnded(request).catch(() => undefined)
  }

  async function countsOf(request: FastifyRequest, ip: string): Promise<DoorCount[]> {
    const count = async (use: Use) => noted(use.name, await counters.count(request, use))
    if (isPreflight(request)) return [await count({ name: 'preflightsPerIp', who: ip })]
    if (takesSignedEvents(request)) {
      const event = await count({ name: 'paymentEventsPerIp', who: ip })
      // Counts as unsigned until the signature is found valid: the bodies are long, and this
      // process never holds more of them than that at once.
      return event.isWithin ? [event, countHere('unsignedPaymentEventsPerIp', ip)] : [event]
    }

    if (request.routeOptions.config?.isMedia === true)
      return [await count({ name: 'filesPerIp', who: ip })]

    request.bearer = await readBearer(deps, request.headers.authorization)
    const subject = subjectOf(request.bearer)
    if (subject === undefined) return [await count({ name: 'strangersPerIp', who: ip })]
    const uses = callsOf(request)
    const own = await count({ ...subject, uses })
    return own.isWithin ? [own, await count({ name: 'signedInCallsPerIp', who: ip, uses })] : [own]
  }

  return {
    admit: async (request, reply) => {
      if (request.url === '/livez' || request.url === '/readyz') return
      const ip = limitIpOf(request)
      const counts = await countsOf(request, ip)
      for (const count of counts) if (!count.isWithin) throw refusalOf(count)
      // Runs after an answer and an abort alike; stream.finished() costs a tenth of a read.
      reply.raw.once('close', () => lookBack(request, ip))
      const [own] = counts
      if (own !== undefined) reply.headers(headersOf(own))
    },
    admitUnreadable: (peer) => {
      const count = countHere('unreadablePerIp', limitKeyOf(peer ?? ''))
      return { headers: headersOf(count), ...(!count.isWithin && { refusal: refusalOf(count) }) }
    },
  }
}

function refusalOf({ allowedUses, resetsInSeconds }: DoorCount): AppError {
  return new AppError('RateLimited', { retryAfterSeconds: resetsInSeconds, allowedUses })
}

function headersOf({ allowedUses, usesLeft, resetsInSeconds }: DoorCount): CountHeaders {
  return {
    'ratelimit-limit': String(allowedUses),
    'ratelimit-remaining': String(usesLeft),
    'ratelimit-reset': String(resetsInSeconds),
  }
}

function takesSignedEvents({ routeOptions, method }: FastifyRequest): boolean {
  return routeOptions.config?.takesSignedEvents === true && method === 'POST'
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  )
}

/** Counts the calls of a tRPC batch. */
function callsOf({ routeOptions, params }: FastifyRequest): number {
  if (routeOptions.url !== '/trpc/:path') return 1
  return String((params as { path?: string }).path).split(',').length
}
