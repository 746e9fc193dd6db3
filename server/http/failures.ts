import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { databaseError } from '../../db/failures.ts'
import { AppError } from '../errors.ts'
import { problemOf, sendProblem, toAppError } from './problem.ts'

/** Answers every failure that Fastify, its plugins or a route raise with the one error body. */
export function answerFailures(app: FastifyInstance, publicUrl: string): void {
  app.setErrorHandler((error, request, reply) => {
    const appError = toAppError(error)
    logUnexpected(request.log as Logger, appError)
    return sendProblem(request, reply, appError, publicUrl)
  })
}

/** Logs what a caller is not told: the cause of an internal error, without anything that came from outside. */
export function logUnexpected(log: Logger, error: AppError): void {
  if (error.status < 500) return
  log.error({ error: error.name, cause: describe(error.cause) }, error.message)
}

/** A driver's message and details hold parameters, and those hold emails and hashes: only what names the place is kept. */
function describe(cause: unknown): Record<string, unknown> {
  const fromDatabase = databaseError(cause)
  if (fromDatabase !== undefined) {
    const { code, constraint, table, column, routine } = fromDatabase
    return { kind: 'database', code, constraint, table, column, routine, stack: framesOf(cause) }
  }
  if (!(cause instanceof Error)) return { kind: typeof cause }
  const holdsParameters = cause.message.startsWith('Failed query')
  return { kind: cause.name, message: holdsParameters ? describeCauseOf(cause) : cause.message, stack: framesOf(cause) }
}

function describeCauseOf(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : 'a query failed'
}

function framesOf(error: unknown): string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  return stack.split('\n').filter((line) => line.trimStart().startsWith('at '))
}

/** Known addresses answer other methods with 405 and the methods they know. Call it when all routes are there. */
export function refuseOtherMethods(app: FastifyInstance, methodsOf: Map<string, Set<string>>): void {
  for (const [url, methods] of [...methodsOf]) {
    const allow = [...methods].sort().join(', ')
    const others = (['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter((method) => !methods.has(method))
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

/** A whole HTTP answer, for what the parser refuses before there is a request. The connection ends with it. */
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
