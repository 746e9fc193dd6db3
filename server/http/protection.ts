import type { IncomingMessage, ServerResponse } from 'node:http'
import cors from '@fastify/cors'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import helmet from 'helmet'
import type { Config } from '../config/config.ts'
import { AppError } from '../errors/errors.ts'
import { limitKeyOf } from './client-ip.ts'

/** The requests that one IP address may make in a minute, of whatever kind. */
export const requestsPerMinute = 300

/**
 * Adds the first steps of every request: security headers, CORS, the limit per client, the refusal
 * of compressed bodies.
 */
export async function protect(app: FastifyInstance, config: Config): Promise<void> {
  const headers = securityHeaders(config)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    done()
  })

  await app.register(cors, {
    origin: config.corsOrigins.includes('*') ? '*' : config.corsOrigins,
    // For the cookie of a third-party sign-in, and for named frontends only. There is no other.
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
    // A hook of its own, below: the plugin's would run after each route's own hooks, and what
    // those refuse would go uncounted.
    global: false,
    max: Math.max(1, Math.floor(requestsPerMinute * config.rateLimitScale)),
    timeWindow: '1 minute',
    // Remembers this many clients: with fewer, a flood of new ones would push out the one that is
    // limited.
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

function refusalOf({ is404, url, headers, raw }: FastifyRequest): AppError | undefined {
  // Before the body is read. Fastify takes a missing parameter for an empty one, so that
  // `/api/courses/` would be `/api/courses/{idOrSlug}`.
  if (is404 || hasEmptySegment(url)) return new AppError('NotFound')
  if (headers.host === undefined && raw.httpVersion !== '1.0') {
    return new AppError('InvalidFields', { message: 'The Host header is missing.' })
  }
  // A compressed body could unpack to gigabytes.
  if (headers['content-encoding'] !== undefined) return new AppError('UnsupportedMediaType')
  return undefined
}

function hasEmptySegment(url: string): boolean {
  // Proxies may send the whole URL (RFC 9112, absolute-form).
  const [path = ''] = url.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)
  return path.includes('//') || (path.endsWith('/') && path !== '/')
}

/** helmet's headers, made once, because they are the same for every answer. */
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
    // Only documents, old plugins or old browsers read these; they mean nothing for JSON.
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

/** Bodies are JSON only; an empty one counts as none. */
export function readJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined)
    else parseJson(request, String(body), done)
  })
}
