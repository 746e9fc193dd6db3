import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Deps } from './context.ts'
import { clientLimits } from './errors/client-limits.ts'
import { AppError } from './errors/errors.ts'
import { toAppError } from './errors/problem.ts'
import { mountAcademy } from './http/academy/serve-academy.ts'
import { clientIpOf, proxyTrust } from './http/client-ip.ts'
import { mountDocs } from './http/docs/docs.ts'
import { endConnectionsWhenDraining } from './http/drain.ts'
import { mountEndpoints } from './http/endpoints/mounted.ts'
import { answerFailures, rawProblem, refuseOtherMethods } from './http/failures.ts'
import { type Health, mountHealth } from './http/health.ts'
import { mountMetrics } from './http/metrics.ts'
import { mountDevelopmentPages } from './http/pages/development-pages.ts'
import { notFoundPage } from './http/pages/not-found-page.ts'
import { mountStartPage } from './http/pages/start-page.ts'
import { mountWellKnownFiles } from './http/pages/well-known-files.ts'
import { protect, readJsonBodies } from './http/protection.ts'
import { compilers } from './http/rest/compilers.ts'
import { mountRest } from './http/rest/rest.ts'
import { mountRpc } from './http/rpc.ts'
import { sendProblem } from './http/send-problem.ts'
import { traceRequests } from './http/trace-requests.ts'
import { mountWallets } from './http/wallets/wallets.ts'

export interface App {
  server: FastifyInstance
  health: Health
}

/** Builds the app from its dependencies. Never listens, never reads the environment. */
export async function buildApp(deps: Deps): Promise<App> {
  const { config, log } = deps
  const server: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    genReqId: () => randomUUID(),
    logController: new LogController({
      requestIdLogLabel: 'requestId',
      disableRequestLogging: true,
    }),
    schemaController: { compilersFactory: compilers },
    trustProxy: proxyTrust(config.trustProxy),
    bodyLimit: clientLimits.requestBytes,
    routerOptions: { maxParamLength: 1000 },
    requestTimeout: 20_000,
    return503OnClosing: false,
    keepAliveTimeout: 65_000,
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: clientLimits.headerBytes,
      requireHostHeader: false,
    },
    // Handles both before all hooks, the second before there is a request.
    frameworkErrors: (_error, request, reply) => {
      void refuseMalformedUrl(request, reply as FastifyReply)
    },
    clientErrorHandler(error, socket) {
      if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
      refuseUnreadable(socket, refusalOfUnreadable(error.code))
    },
  })
  // Listens, or Node answers both by itself: one with an empty 417, one not at all.
  server.server.on('checkExpectation', (request, response) =>
    server.server.emit('request', request, response),
  )
  server.server.on('connect', (_request, socket) =>
    refuseUnreadable(socket as Socket, new AppError('MethodNotAllowed')),
  )

  if (deps.tracing !== undefined) traceRequests(server, deps.tracing)
  server.addHook('onResponse', (request, reply, done) => {
    logRequest(request, reply)
    // Wakes the publisher: what the request wrote is committed, and may be an event.
    if (!readingMethods.has(request.method)) deps.publisher.wake()
    done()
  })

  server.addHook('onRequest', (request, reply, done) => {
    // Runs for a response that its client does not wait for, which never ends.
    reply.raw.once('close', () => {
      if (!reply.raw.writableEnded) logRequest(request, reply, 'aborted')
    })
    done()
  })

  const methodsOf = collectMethods(server)
  const health: Health = { draining: false }
  // Comes first: a route keeps the handler of failures that exists when it is mounted.
  endConnectionsWhenDraining({ server, health })
  const sendNotFoundPage = notFoundPage(deps, methodsOf)
  answerFailures(server, { publicUrl: config.publicUrl, sendNotFoundPage })
  const { door, headers } = await protect(server, deps)
  readJsonBodies(server)
  mountMetrics(server, deps)
  await mountRest(server, deps)
  await mountRpc(server, deps)
  mountHealth(server, deps, health)
  mountDocs(server, deps, async () => {
    // Loads it when the document is asked for: a tenth of a start.
    const { describeApi } = await import('./http/openapi/openapi.ts')
    return describeApi(config.publicUrl, config.brand)
  })
  await mountEndpoints(server, deps)
  mountStartPage(server, deps)
  mountAcademy(server, deps)
  mountWellKnownFiles(server, deps)
  await mountWallets(server, deps)
  if (!config.production) await mountDevelopmentPages(server, deps)
  refuseOtherMethods(server, methodsOf)

  await server.ready()
  return { server, health }

  async function refuseMalformedUrl(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const refusal = await door.admit(request, reply).then(
      () => new AppError('InvalidFields', { message: 'The URL is malformed.' }),
      (error: unknown) => toAppError(error),
    )
    logRequest(request, sendProblem(request, reply.headers(headers), refusal, config.publicUrl))
  }

  function refuseUnreadable(socket: Socket, refusal: AppError): void {
    const counted = door.admitUnreadable(socket.remoteAddress)
    const allHeaders = { ...headers, ...counted.headers }
    socket.end(
      rawProblem(counted.refusal ?? refusal, { headers: allHeaders, publicUrl: config.publicUrl }),
    )
  }
}

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Writes one line per request, even if its client left. Names the route, not the URL: URLs hold
 * verification codes.
 */
function logRequest(request: FastifyRequest, reply: FastifyReply, outcome?: 'aborted'): void {
  const { method } = request
  const route = request.routeOptions.url
  const { user, key } = request.context?.caller ?? {}
  request.log.info(
    {
      method,
      route,
      status: reply.statusCode,
      outcome,
      milliseconds: Math.round(reply.elapsedTime),
      ip: clientIpOf(request),
      userId: user?.id,
      keyId: key?.id,
    },
    'request',
  )
}

function collectMethods(server: FastifyInstance): Map<string, Set<string>> {
  const methodsOf = new Map<string, Set<string>>()
  server.addHook('onRoute', ({ url, method }) => {
    const known = methodsOf.get(url) ?? new Set()
    for (const one of [method].flat()) known.add(one)
    methodsOf.set(url, known)
  })
  return methodsOf
}

function refusalOfUnreadable(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new AppError('PayloadTooLarge', {
      message: 'The headers are too large.',
      facts: { maxBytes: clientLimits.headerBytes },
    })
  // Blames itself for lacking the time to read: the request may be sent again.
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new AppError('ServiceUnavailable', { message: 'The request did not arrive in time.' })
  return new AppError('InvalidFields', { message: 'The request is malformed.' })
}
