import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { describeCause } from '../errors/describe-cause.ts'
import { AppError } from '../errors/errors.ts'
import { problemOf, toAppError } from '../errors/problem.ts'
import { sendProblem } from './send-problem.ts'

/** Answers every failure that Fastify, its plugins or a route raise with the one error body. */
export function answerFailures(app: FastifyInstance, publicUrl: string): void {
  app.setErrorHandler((error, request, reply) => {
    const appError = toAppError(error)
    logUnexpected(request.log as Logger, appError)
    return sendProblem(request, reply, appError, publicUrl)
  })
}

/**
 * Logs what a caller is not told: the cause of an internal error, without anything that came from
 * outside.
 */
export function logUnexpected(log: Logger, error: AppError): void {
  if (error.status < 500) return
  log.error({ error: error.name, cause: describeCause(error.cause) }, error.message)
}

/**
 * Known addresses answer other methods with 405 and the methods they know. Call it when all routes
 * are there.
 */
export function refuseOtherMethods(
  app: FastifyInstance,
  methodsOf: Map<string, Set<string>>,
): void {
  for (const [url, methods] of [...methodsOf]) {
    const allow = [...methods].sort().join(', ')
    const others = (['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter(
      (method) => !methods.has(method),
    )
    if (others.length === 0 || url === '*') continue
    app.route({
      method: others,
      url,
      // Before the body: its form and its type do not matter here.
      onRequest: async (_request: FastifyRequest, reply) => {
        reply.header('allow', allow)
        throw new AppError('MethodNotAllowed')
      },
      handler: () => undefined,
    })
  }
}

/**
 * A whole HTTP answer, for what the parser refuses before there is a request. The connection ends
 * with it.
 */
export function rawProblem(error: AppError, publicUrl: string): string {
  const requestId = randomUUID()
  const body = JSON.stringify(problemOf(error, { requestId, publicUrl }))
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'cache-control: no-store',
    'connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}
