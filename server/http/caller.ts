import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Context, Deps } from '../context.ts'
import { preferredLanguage } from '../texts/texts.ts'
import { RequestBrowser } from './browser.ts'
import { limitKeyOf } from './client-ip.ts'

const refused = {
  missing: { refusal: 'TokenMissing' },
  expired: { refusal: 'TokenExpired' },
  invalid: { refusal: 'TokenInvalid' },
} as const satisfies Record<string, Caller>

/** The caller, by the Authorization header (RFC 6750). Schemes other than Bearer are ignored. */
export async function identifyCaller(
  deps: Deps,
  authorization: string | undefined,
): Promise<Caller> {
  const [, token] = /^bearer +(\S+) *$/i.exec(authorization ?? '') ?? []
  if (token === undefined)
    return /^bearer\b/i.test(authorization ?? '') && authorization?.trim().length !== 6
      ? refused.invalid
      : refused.missing

  const verdict = await deps.tokens.verify(token, deps.now())
  if (!verdict.valid) return verdict.expired ? refused.expired : refused.invalid

  // Read for every request, because a logout or a reset ends it.
  const user = await deps.sessions.find(deps.db, verdict.sessionId)
  if (user === undefined || user.id !== verdict.userId) return refused.invalid
  return { user, sessionId: verdict.sessionId }
}

/** The context of one request. */
export async function contextOf(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Context> {
  const caller = await identifyCaller(deps, request.headers.authorization)
  // Nobody is waiting for a read any longer. A mutation is carried out all the same, or refused
  // because its body is incomplete.
  if (reply.raw.destroyed && request.method === 'GET')
    throw new DOMException('The client went away.', 'AbortError')
  let signal: AbortSignal | undefined
  return {
    ...deps,
    log: request.log as Deps['log'],
    caller,
    user: caller.user,
    sessionId: caller.sessionId,
    ip: limitKeyOf(request.ip),
    requestId: request.id,
    userAgent: request.headers['user-agent'],
    language: preferredLanguage(request.headers['accept-language']),
    browser: new RequestBrowser(request, reply, deps.config.publicUrl),
    // Made on first use: most requests never need it.
    get signal() {
      signal ??= signalOf(reply)
      return signal
    },
    idempotencyKey: singleHeader(request, 'idempotency-key'),
    outcome: { created: true },
  }
}

/**
 * Aborts when the client disconnects before the answer. Fastify's request.signal is no use: it
 * aborts as soon as the body has been read.
 */
function signalOf({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  if (raw.destroyed && !raw.writableEnded) controller.abort()
  raw.once('close', () => {
    if (!raw.writableEnded) controller.abort()
  })
  return controller.signal
}

/** A header that was sent several times is a list, which Node would join to one value. */
function singleHeader(
  { raw, headers }: FastifyRequest,
  name: string,
): string | string[] | undefined {
  const sent = raw.rawHeaders.filter(
    (header, index) => index % 2 === 0 && header.toLowerCase() === name,
  )
  return sent.length > 1 ? sent : headers[name]
}
