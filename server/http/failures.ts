import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { isUnreadable } from '../../db/postgres/failures.ts'
import { describeCause } from '../errors/describe-cause.ts'
import { AppError } from '../errors/errors.ts'
import { problemOf, toAppError } from '../errors/problem.ts'
import type { SendNotFoundPage } from './pages/not-found-page.ts'
import { problemHeaders, sendProblem } from './send-problem.ts'

/** Answers every failure of Fastify, its plugins and the routes with the one error body. */
export function answerFailures(
  app: FastifyInstance,
  { publicUrl, sendNotFoundPage }: { publicUrl: string; sendNotFoundPage: SendNotFoundPage },
): void {
  app.setErrorHandler((error, request, reply) => {
    const { bodyLimit } = request.routeOptions
    const appError = toAppError(error, undefined, bodyLimit === undefined ? {} : { bodyLimit })
    logUnexpected(request.log as Logger, appError)
    const page = appError.name === 'NotFound' ? sendNotFoundPage(request, reply) : undefined
    if (page !== undefined) return page
    return sendProblem(request, reply, appError, publicUrl)
  })
}

/** Logs the cause of an internal error, which the caller does not get, without any input. */
export function logUnexpected(log: Logger, error: AppError): void {
  // Skips what an operator decided, but not what a schema let pass and the database cannot read.
  const isExpected = error.status < 500 && !isUnreadable(error.cause)
  if (isExpected || error.name === 'ReadOnly') return
  log.error({ error: error.name, cause: describeCause(error.cause) }, error.message)
}

/**
 * Answers unsupported methods of a path with 405 and the supported ones. Call it once all routes
 * are mounted.
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
      // Refuses before the body is read, which could be of any type.
      onRequest: async (_request: FastifyRequest, reply) => {
        reply.header('allow', allow)
        throw new AppError('MethodNotAllowed')
      },
      handler: () => undefined,
    })
  }
}

/** Returns a complete HTTP answer, for when the parser fails before there is a request. */
export function rawProblem(
  error: AppError,
  { headers, publicUrl }: { headers: Record<string, string>; publicUrl: string },
): string {
  const requestId = randomUUID()
  const body = JSON.stringify(problemOf(error, { requestId, publicUrl }))
  const all = {
    ...headers,
    ...problemHeaders(error),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    date: new Date().toUTCString(),
    connection: 'close',
  }
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    ...Object.entries(all).map(([name, value]) => `${name}: ${value}`),
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}
