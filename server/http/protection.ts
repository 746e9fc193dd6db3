import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { limitKeyOf } from './client-address.ts'

/** Requests that one address may make in a minute, whatever they ask for. */
export const requestsPerMinute = 300

/** What every address has before it does anything: security headers, CORS, the limit per client, no compressed bodies. */
export async function protect(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"] },
    },
    hsts: config.production,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  })

  await app.register(cors, {
    origin: config.corsOrigins.includes('*') ? '*' : config.corsOrigins,
    methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    exposedHeaders: ['x-request-id', 'retry-after', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'etag', 'location'],
    maxAge: 86_400,
    strictPreflight: false,
  })

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })

  await app.register(rateLimit, {
    // As a hook of its own below: the plugin would come after each route's own hooks, so that whatever those refuse went uncounted.
    global: false,
    max: Math.max(1, Math.floor(requestsPerMinute * config.rateLimitScale)),
    timeWindow: '1 minute',
    // Remembers this many clients; with fewer a flood of strangers would make it forget the one that is held back.
    cache: 100_000,
    keyGenerator: (request) => limitKeyOf(request.ip),
    allowList: (request) => request.url === '/livez' || request.url === '/readyz',
    enableDraftSpec: true,
    errorResponseBuilder: (_request, { ttl }) => new AppError('RateLimited', { retryAfterSeconds: Math.max(1, Math.ceil(ttl / 1000)) }),
  })

  const countRequest = app.rateLimit()
  app.addHook('onRequest', countRequest)

  app.addHook('onRequest', async (request) => {
    // Unknown addresses read no body, whatever it is.
    if (request.is404) throw new AppError('NotFound')
    if (request.headers.host === undefined && request.raw.httpVersion !== '1.0') {
      throw new AppError('InvalidFields', { message: 'The Host header is missing.' })
    }
    // Bytes are parsed as they come; a compressed body would be taken for something else, or unpack to gigabytes.
    if (request.headers['content-encoding'] !== undefined) throw new AppError('UnsupportedMediaType')
  })
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
