import type { IncomingMessage, ServerResponse } from 'node:http'
import cors from '@fastify/cors'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import helmet from 'helmet'
import type { Config } from '../config/config.ts'
import { AppError } from '../errors/errors.ts'
import { limitKeyOf } from './client-ip.ts'

/** Requests that one address may make in a minute, whatever they ask for. */
export const requestsPerMinute = 300

/**
 * What every address has before it does anything: security headers, CORS, the limit per client, no
 * compressed bodies.
 */
export async function protect(app: FastifyInstance, config: Config): Promise<void> {
  const headers = securityHeaders(config)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    done()
  })

  await app.register(cors, {
    origin: config.corsOrigins.includes('*') ? '*' : config.corsOrigins,
    // The cookie of a sign-in with a third party, for frontends that are named. There is no other.
    credentials: !config.corsOrigins.includes('*'),
    methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    exposedHeaders: [
      'x-request-id',
      'retry-after',
      'ratelimit-limit',
      'ratelimit-remaining',
      'ratelimit-reset',
      'etag',
      'location',
      'idempotency-replayed',
    ],
    maxAge: 86_400,
    strictPreflight: false,
  })

  await app.register(rateLimit, {
    // As a hook of its own below: the plugin would come after each route's own hooks, so that
    // whatever those refuse went uncounted.
    global: false,
    max: Math.max(1, Math.floor(requestsPerMinute * config.rateLimitScale)),
    timeWindow: '1 minute',
    // Remembers this many clients; with fewer a flood of strangers would make it forget the one
    // that is held back.
    cache: 100_000,
    keyGenerator: (request) => limitKeyOf(request.ip),
    allowList: (request) => request.url === '/livez' || request.url === '/readyz',
    enableDraftSpec: true,
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('RateLimited', { retryAfterSeconds: Math.max(1, Math.ceil(ttl / 1000)) }),
  })

  const countRequest = app.rateLimit()
  app.addHook('onRequest', countRequest)

  app.addHook('onRequest', (request, _reply, done) => done(refusalOf(request)))
}

function refusalOf({ is404, headers, raw }: FastifyRequest): AppError | undefined {
  // Unknown addresses read no body, whatever it is.
  if (is404) return new AppError('NotFound')
  if (headers.host === undefined && raw.httpVersion !== '1.0') {
    return new AppError('InvalidFields', { message: 'The Host header is missing.' })
  }
  // Bytes are parsed as they come; a compressed body would be taken for something else, or unpack
  // to gigabytes.
  if (headers['content-encoding'] !== undefined) return new AppError('UnsupportedMediaType')
  return undefined
}

/** helmet's headers, made once: they are the same for every answer. */
function securityHeaders(config: Config): Record<string, string> {
  const headers: Record<string, string> = {}
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
      },
    },
    hsts: config.production,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    // What only documents, old plugins or old browsers read says nothing of an answer in JSON.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value
    },
    removeHeader: () => undefined,
  }
  setHeaders({} as IncomingMessage, response as unknown as ServerResponse, () => undefined)
  return headers
}

/** JSON is the only body there is; an empty one counts as none. */
export function readJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined)
    else parseJson(request, String(body), done)
  })
}
