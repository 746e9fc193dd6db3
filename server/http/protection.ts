import type { IncomingMessage, ServerResponse } from 'node:http'
import cors, { type FastifyCorsOptions } from '@fastify/cors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import helmet from 'helmet'
import { loopbackOrigin } from '../../lib/loopback.ts'
import type { Config } from '../config/config.ts'
import type { Deps } from '../context.ts'
import { AppError } from '../errors/errors.ts'
import { createDoor, type Door } from './door/door.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the answer is the same for anyone, and so readable by pages of all origins. */
    isForAnyOrigin?: true
    /** Whether a GET changes data all the same: refused while the service only reads. */
    changesData?: true
  }
}

export interface Protection {
  door: Door
  /** The security headers of every answer. */
  headers: Record<string, string>
}

/**
 * Adds the first steps of every request: security headers, CORS, the limits at the door, the
 * refusal of compressed bodies.
 */
export async function protect(app: FastifyInstance, deps: Deps): Promise<Protection> {
  const { config } = deps
  const headers = securityHeaders(config)
  const door = await createDoor(app, deps)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    // Counts it before the next hook, which answers all of them.
    if (request.method !== 'OPTIONS') return done()
    admit(request, reply).then(() => done(), done)
  })

  const forFrontends: FastifyCorsOptions = {
    origin: config.corsOrigins.includes('*')
      ? '*'
      : config.corsOrigins.map((origin) => (origin === 'loopback' ? loopbackOrigin : origin)),
    // Allows the cookie of a third-party sign-in, the only one, to named frontends only.
    credentials: !config.corsOrigins.includes('*'),
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: [
      'x-request-id',
      'retry-after',
      'ratelimit-limit',
      'ratelimit-remaining',
      'ratelimit-reset',
      'etag',
      'location',
      'link',
      'idempotency-replayed',
      'accept-ranges',
      'content-range',
      ...(deps.tracing === undefined ? [] : ['traceresponse']),
    ].join(', '),
    maxAge: 86_400,
    strictPreflight: false,
  }
  await app.register(cors, {
    delegator: ({ routeOptions, method, headers }: FastifyRequest, callback) => {
      if (routeOptions.config?.isForAnyOrigin) return callback(null, { origin: '*' })
      const isOfPage = headers.origin !== undefined || method === 'OPTIONS'
      callback(null, isOfPage ? forFrontends : forOthers)
    },
  })

  // Comes after CORS, so that frontends can read the refusal.
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'OPTIONS') await admit(request, reply)
  })
  app.addHook('onRequest', (request, _reply, done) => done(refusalOf(request)))
  app.addHook('onRequest', (request, _reply, done) => {
    if (isRead(request)) return done()
    deps.quarantine
      .find()
      .then((state) => done(state && new AppError('ReadOnly', { retryAfterSeconds: 60 })), done)
  })

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await door.admit(request, reply)
    requireOneHost(request)
  }
  return { door, headers }
}

/** Admits no other origin: only `vary` is set, for the caches. */
const forOthers: FastifyCorsOptions = { origin: false }

/** Refuses several Host headers: Node takes the first; a proxy may have used another. */
function requireOneHost({ raw }: FastifyRequest): void {
  const { rawHeaders } = raw
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts += 1
  if (hosts > 1)
    throw new AppError('InvalidFields', { message: 'There is more than one Host header.' })
  if (hosts === 0 && raw.httpVersion !== '1.0')
    throw new AppError('InvalidFields', { message: 'The Host header is missing.' })
}

function refusalOf({ is404, url, headers, routeOptions }: FastifyRequest): AppError | undefined {
  // Refuses other first characters, which the router takes for a slash: `*livez` is `/livez`.
  if (!url.startsWith('/') && !/^https?:\/\//i.test(url))
    return new AppError('InvalidFields', { message: 'The URL is malformed.' })
  // Refuses it before the body is read. Fastify takes a missing parameter for an empty one, so that
  // `/api/v1/courses/` would be `/api/v1/courses/{idOrSlug}`.
  const isMeant = routeOptions.url?.endsWith('/') === true && !url.includes('//')
  if (is404 || (!isMeant && hasEmptySegment(url))) return new AppError('NotFound')
  // Refuses a compressed body, which could unpack to gigabytes.
  if (headers['content-encoding'] !== undefined)
    return new AppError('UnsupportedMediaType', {
      message: 'Send the body uncompressed, without the header Content-Encoding.',
    })
  return undefined
}

function isRead({ method, routeOptions }: FastifyRequest): boolean {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method) && routeOptions.config?.changesData !== true
}

function hasEmptySegment(url: string): boolean {
  // Returns early for almost every URL, in which nothing can be one.
  if (!/\/(?:[/?#]|$)/.test(url)) return false
  // Strips the origin: proxies may send the whole URL (RFC 9112, absolute-form).
  const [path = ''] = url.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)
  return path.includes('//') || (path.endsWith('/') && path !== '/')
}

/** Returns helmet's headers, made once, because they are the same for every answer. */
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
    // Repeats `frame-ancestors` for browsers that do not know it.
    frameguard: { action: 'deny' },
    hsts: config.production,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    // Turns off what only documents, old plugins or old browsers read: it means nothing for JSON.
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

/** Reads bodies as JSON only; an empty one counts as none. */
export function readJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined)
    else parseJson(request, String(body), done)
  })
}
