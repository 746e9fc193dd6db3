import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Context, Deps } from '../context.ts'
import { preferredLanguage } from '../lib/languages.ts'
import { RequestBrowser } from './browser.ts'
import { limitKeyOf } from './client-ip.ts'

const refused = {
  missing: { refusal: 'TokenMissing' },
  expired: { refusal: 'TokenExpired' },
  invalid: { refusal: 'TokenInvalid' },
} as const satisfies Record<string, Caller>

/**
 * Who is calling, told from the Authorization header (RFC 6750). Any scheme but Bearer counts as no
 * token.
 */
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

  // The session is asked for every time: it is what a logout or a reset ends.
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
  // Nobody waits for what would be read any more. What is to be changed is changed all the same, or
  // not begun because its body is missing.
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
    // Made when somebody asks for it: most requests are answered before anyone does.
    get signal() {
      signal ??= signalOf(reply)
      return signal
    },
    idempotencyKey: request.headers['idempotency-key'],
    outcome: { created: true },
  }
}

/**
 * Aborts when the client goes away unanswered. Not Fastify's request.signal: that one aborts as
 * soon as the body was read.
 */
function signalOf({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  if (raw.destroyed && !raw.writableEnded) controller.abort()
  raw.once('close', () => {
    if (!raw.writableEnded) controller.abort()
  })
  return controller.signal
}
