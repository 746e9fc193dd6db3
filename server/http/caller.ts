import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Context, Deps } from '../context.ts'
import { limitKeyOf } from './client-address.ts'

const refused = {
  missing: { refusal: 'TokenMissing' },
  expired: { refusal: 'TokenExpired' },
  invalid: { refusal: 'TokenInvalid' },
} as const satisfies Record<string, Caller>

/** Who is calling, told from the Authorization header (RFC 6750). Any scheme but Bearer counts as no token. */
export async function identifyCaller(deps: Deps, authorization: string | undefined): Promise<Caller> {
  const [, token] = /^bearer +(\S+) *$/i.exec(authorization ?? '') ?? []
  if (token === undefined)
    return /^bearer\b/i.test(authorization ?? '') && authorization?.trim().length !== 6 ? refused.invalid : refused.missing

  const verdict = await deps.tokens.verify(token, deps.now())
  if (!verdict.valid) return verdict.expired ? refused.expired : refused.invalid

  // The session is asked for every time: it is what a logout or a reset ends.
  const user = await deps.sessions.find(deps.db, verdict.sessionId)
  if (user === undefined || user.id !== verdict.userId) return refused.invalid
  return { user, sessionId: verdict.sessionId }
}

/** The context of one request. */
export async function contextOf(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<Context> {
  return {
    ...deps,
    log: request.log as Deps['log'],
    caller: await identifyCaller(deps, request.headers.authorization),
    address: limitKeyOf(request.ip),
    requestId: request.id,
    signal: signalOf(reply),
    outcome: { created: true },
  }
}

/** Aborts when the client goes away unanswered. Not Fastify's request.signal: that one aborts as soon as the body was read. */
function signalOf({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => {
    if (!raw.writableEnded) controller.abort()
  })
  return controller.signal
}
