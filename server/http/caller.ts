import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Context, Deps } from '../context.ts'
import { apiKeyPrefix, type PresentedKey, readApiKey } from '../security/api-keys.ts'
import type { TokenSubject } from '../security/tokens.ts'
import { preferredLanguage } from '../texts/texts.ts'
import { RequestBrowser } from './browser.ts'
import { limitIpOf } from './client-ip.ts'

/**
 * The claim of a token, without a look at its session: whose it is, or why nobody's. A key only
 * says which one it claims to be.
 */
export type Bearer =
  | (TokenSubject & { key?: never; refusal?: never })
  | { userId?: never; sessionId?: never; key: PresentedKey; refusal?: never }
  | { userId?: never; sessionId?: never; key?: never; refusal: NonNullable<Caller['refusal']> }

declare module 'fastify' {
  interface FastifyRequest {
    /** Read at the door, unless that counts the request otherwise. */
    bearer: Bearer | undefined
  }
}

const refused = {
  missing: { refusal: 'TokenMissing' },
  expired: { refusal: 'TokenExpired' },
  invalid: { refusal: 'TokenInvalid' },
  suspended: { refusal: 'AccountSuspended' },
} as const satisfies Record<string, Caller & Bearer>

/** Reads the Authorization header (RFC 6750). Schemes other than Bearer are ignored. */
export async function readBearer(deps: Deps, authorization: string | undefined): Promise<Bearer> {
  if (authorization === undefined || !/^bearer\b/i.test(authorization)) return refused.missing
  const token = authorization.slice('bearer'.length).trim()
  if (token === '') return refused.missing
  // Uses no pattern on the token itself, which would cost a hundredth of a small answer.
  if (authorization['bearer'.length] !== ' ' || token.includes(' ')) return refused.invalid

  if (token.startsWith(apiKeyPrefix)) {
    const key = readApiKey(token)
    return key === undefined ? refused.invalid : { key }
  }
  const verdict = await deps.tokens.verify(token, deps.now())
  if (!verdict.valid) return verdict.expired ? refused.expired : refused.invalid
  return { userId: verdict.userId, sessionId: verdict.sessionId }
}

async function identifyCaller(deps: Deps, bearer: Bearer): Promise<Caller> {
  if (bearer.refusal !== undefined) return { refusal: bearer.refusal }

  // Reads it for every request, like sessions, because a revocation ends it.
  if (bearer.key !== undefined) return deps.apiKeys.find(deps.db, bearer.key)

  // Reads it for every request, because a logout or a reset ends it.
  const user = await deps.sessions.find(deps.db, bearer.sessionId)
  if (user === undefined || user.id !== bearer.userId) return refused.invalid
  if (user.isSuspended) return refused.suspended
  if (user.hasSecondFactor || !deps.config.secondFactorFor.includes(user.role))
    return { user, sessionId: bearer.sessionId }
  return { user: { ...user, role: 'learner', isHeldBack: true }, sessionId: bearer.sessionId }
}

/** Creates the context of one request. Also kept at the request, for its log line. */
export async function contextOf(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Context> {
  const bearer = request.bearer ?? (await readBearer(deps, request.headers.authorization))
  const caller = await identifyCaller(deps, bearer)
  // Stops a read for which nobody is waiting any longer. A mutation is carried out all the same, or
  // refused because its body is incomplete.
  if (reply.raw.destroyed && request.method === 'GET')
    throw new DOMException('The client went away.', 'AbortError')
  let signal: AbortSignal | undefined
  const context: Context = {
    ...deps,
    log: request.log as Deps['log'],
    caller,
    user: caller.user,
    sessionId: caller.sessionId,
    ip: limitIpOf(request),
    requestId: request.id,
    userAgent: request.headers['user-agent'],
    language: () => preferredLanguage(request.headers['accept-language'], deps.config.languages),
    browser: new RequestBrowser(request, reply, deps.config.publicUrl),
    // Makes it on first use: most requests never need it. An accessor in an object literal would
    // give each object a hidden class of its own, which keeps the whole request until the next full
    // garbage collection (docs/performance.md).
    signal: () => {
      signal ??= signalOf(reply)
      return signal
    },
    idempotencyKey: singleHeader(request, 'idempotency-key'),
    outcome: { created: true },
    revalidate: () => undefined,
  }
  request.context = context
  return context
}

/**
 * Returns a signal that aborts when the client disconnects before the answer. Fastify's
 * request.signal is useless: it aborts as soon as the body has been read.
 */
function signalOf({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  if (raw.destroyed && !raw.writableEnded) controller.abort()
  raw.once('close', () => {
    if (!raw.writableEnded) controller.abort()
  })
  return controller.signal
}

/** Returns a header as one value, or as a list if sent several times, which Node would join. */
function singleHeader(
  { raw, headers }: FastifyRequest,
  name: string,
): string | string[] | undefined {
  if (headers[name] === undefined) return undefined
  const sent = raw.rawHeaders.filter(
    (header, index) => index % 2 === 0 && header.toLowerCase() === name,
  )
  return sent.length > 1 ? sent : headers[name]
}
