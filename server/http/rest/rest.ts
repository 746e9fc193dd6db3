import { hash } from 'node:crypto'
import etag from '@fastify/etag'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context, Deps } from '../../context.ts'
import { clientLimits } from '../../errors/client-limits.ts'
import { AppError } from '../../errors/errors.ts'
import { toAppError } from '../../errors/problem.ts'
import { appRouter } from '../../router.ts'
import { type CallProcedure, procedureCaller } from '../../trpc-internals.ts'
import { contextOf } from '../caller.ts'
import { requireKeyAccess } from '../key-access.ts'
import { operationObserver } from '../observe-operations.ts'
import {
  answersRevision,
  bodyFieldsOf,
  isNeverStored,
  isPaged,
  needsRevision,
  type Operation,
  operationsOf,
  type PublishedRoute,
  queryParametersOf,
  revalidates,
  routesOf,
  specificationPosts,
  takesBody,
} from '../operations.ts'
import { deprecationHeaders } from './deprecation.ts'
import { inputReader, refuseUnknownParameters } from './input.ts'
import { responseSchemaOf } from './response-schema.ts'
import { NotModified, revalidationOf } from './revalidation.ts'
import { revisionField, revisionOf, revisionTag } from './revisions.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the body is read. */
    context: Context | undefined
  }
}

type Answer = Record<string, unknown>

const jsonType = 'application/json; charset=utf-8'

/** Publishes every operation of the router, with a native Fastify route for each of its routes. */
export async function mountRest(app: FastifyInstance, deps: Deps): Promise<void> {
  app.decorateRequest('context', undefined)
  const routes = routesOf(operationsOf(appRouter))
  const reads = routes.filter(revalidates)

  for (const route of routes) if (!reads.includes(route)) mountRoute(app, deps, route)
  await app.register(async (scope) => {
    await scope.register(etag, { weak: true, hashFn: (payload) => hash('sha1', payload, 'base64') })
    for (const route of reads) mountRoute(scope, deps, route)
  })
}

function mountRoute(app: FastifyInstance, deps: Deps, route: PublishedRoute): void {
  const { method, path, operation } = route
  const readInput = inputReader(operation.input, { hasBody: takesBody(route) })
  const queryParameters = {
    known: queryParametersOf(route),
    inBody: takesBody(route) ? bodyFieldsOf(operation, path) : [],
    isLenient: specificationPosts.includes(`${method} ${path}`),
  }
  const callProcedure = procedureCaller(operation.name, operation.procedure)
  const observe = operationObserver(deps, operation)
  const [hasRevision, isTagged] = [needsRevision(operation), answersRevision(operation)]
  const headers = {
    'cache-control': cacheControlOf(route),
    ...deprecationHeaders(operation.rest.deprecated[`${method} ${path}`]),
  }
  const startRevalidation = revalidationOf(operation.output)
  app.route({
    method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: operation.rest.longBody ? clientLimits.textBytes : clientLimits.requestBytes,
    // Refuses strangers before a byte of their body is read.
    onRequest: async (request, reply) => {
      request.context = await contextOf(deps, request, reply)
      const { caller } = request.context
      if (caller.refusal !== undefined && !opensTo(operation, deps))
        throw new AppError(caller.refusal)
      if (caller.key !== undefined) await requireKeyAccess(request.context, operation)
    },
    handler: async (request, reply) => {
      const { context } = request
      if (context === undefined) throw new Error('The request has no context.')

      refuseUnknownParameters(request.query, queryParameters)
      const read = readInput(request)
      const input = hasRevision ? withRevision(read, request) : read
      const revalidation = method === 'GET' ? startRevalidation(request) : undefined
      if (revalidation !== undefined) context.revalidate = revalidation.revalidate
      const output = await observe(() => call(callProcedure, context, input))

      if (revalidation?.etag !== undefined) reply.header('etag', revalidation.etag)
      if (output instanceof NotModified) return reply.status(304).headers(headers).send()
      if (isTagged) reply.header('etag', revisionTag(output))

      const { status, statusWhenExisting, location } = operation.rest
      reply.status(context.outcome.created ? status : (statusWhenExisting ?? status))
      if (reply.statusCode === 201 && location !== undefined)
        reply.header('location', fill(location, output))
      const nextPage = isPaged(operation) ? nextPageOf(request.url, output) : undefined
      if (nextPage !== undefined) reply.header('link', `<${nextPage}>; rel="next"`)
      if (context.outcome.replayed) reply.header('idempotency-replayed', 'true')
      // Compiles with the first answer: all routes together would take half a second at each start.
      const answer = reply.serializeInput(output as Answer, responseSchemaOf(operation.output))
      return reply.headers(headers).type(jsonType).send(answer)
    },
  })
}

function cacheControlOf({ method, operation }: PublishedRoute): string {
  if (method !== 'GET' || isNeverStored(operation)) return 'no-store'
  const { cacheSeconds } = operation.rest
  return cacheSeconds === undefined ? 'private, no-cache' : `public, max-age=${cacheSeconds}`
}

/**
 * Adds the revision for the schema to read: only after it is decided whether the caller may. A body
 * that is not an object is left for the procedure to refuse.
 */
function withRevision(input: unknown, request: FastifyRequest): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  return Object.defineProperty({ ...input }, revisionField, {
    enumerable: true,
    get: () => revisionOf(request),
  })
}

/** Fills in `/api/v1/transaction/{id}` with the id in the answer. */
function fill(template: string, output: unknown): string {
  return template.replace(/\{([\w.]+)\}/g, (_, path: string) => {
    const value = path.split('.').reduce<unknown>((at, name) => Object(at)[name], output)
    return encodeURIComponent(String(value))
  })
}

/** Returns the URL of the next page, relative to the server. */
function nextPageOf(address: string, output: unknown): string | undefined {
  const { nextCursor } = output as { nextCursor: string | null }
  if (nextCursor === null) return undefined
  const { pathname, searchParams } = new URL(address, 'http://lyceum')
  searchParams.set('cursor', nextCursor)
  return `${pathname}?${searchParams}`
}

async function call(
  callProcedure: CallProcedure,
  context: Context,
  input: unknown,
): Promise<unknown> {
  try {
    return await callProcedure(context, input)
  } catch (error) {
    if (error instanceof Error && error.cause instanceof NotModified) return error.cause
    throw toAppError(error, input)
  }
}

function opensTo(operation: Operation, { config }: Deps): boolean {
  if (operation.access === 'anyone') return true
  return (
    operation.access === 'user unless public' &&
    config.publicOperations.some((name) => name === operation.name)
  )
}
