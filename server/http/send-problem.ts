import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientLimits } from '../errors/client-limits.ts'
import type { AppError } from '../errors/errors.ts'
import { problemOf } from '../errors/problem.ts'

/** The headers of a failure. */
export function problemHeaders(error: AppError): Record<string, string> {
  const headers: Record<string, string> = { 'cache-control': 'no-store' }
  if (error.status === 401) {
    headers['www-authenticate'] =
      error.name === 'TokenInvalid' || error.name === 'TokenExpired'
        ? 'Bearer error="invalid_token"'
        : 'Bearer'
  }
  if (error.retryAfterSeconds !== undefined)
    headers['retry-after'] = String(error.retryAfterSeconds)
  // Replaces those of the limit that every request counts towards.
  if (error.allowedUses !== undefined) {
    headers['ratelimit-limit'] = String(error.allowedUses)
    headers['ratelimit-remaining'] = '0'
    headers['ratelimit-reset'] = String(error.retryAfterSeconds)
  }
  return headers
}

export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  error: AppError,
  publicUrl: string,
): FastifyReply {
  const wantsProblem = request.headers.accept?.includes('application/problem+json') === true
  closeUnreadBody(request, reply)
  return reply
    .status(error.status)
    .headers({ 'x-request-id': request.id, ...problemHeaders(error) })
    .type(
      wantsProblem ? 'application/problem+json; charset=utf-8' : 'application/json; charset=utf-8',
    )
    .send(JSON.stringify(problemOf(error, { requestId: request.id, publicUrl })))
}

/**
 * Closes the connection after a refusal, so that the server stops reading a body that is far too
 * long or endless.
 */
export function closeUnreadBody({ raw }: FastifyRequest, reply: FastifyReply): void {
  const declaredBytes = Number(raw.headers['content-length'] ?? 0)
  const mayBeEndless =
    raw.headers['transfer-encoding'] !== undefined || declaredBytes > clientLimits.requestBytes
  if (mayBeEndless && !raw.complete) reply.header('connection', 'close')
}
