import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Context, Deps } from '../context.ts'
import { clientLimits } from '../errors/client-limits.ts'
import { AppError } from '../errors/errors.ts'
import { problemOf, toAppError } from '../errors/problem.ts'
import { type AppRouter, appRouter } from '../router.ts'
import { rpcErrorOf } from '../trpc.ts'
import { observedRouter } from '../trpc-internals.ts'
import { contextOf } from './caller.ts'
import { logUnexpected } from './failures.ts'
import { requireKeyAccess } from './key-access.ts'
import { operationObserver } from './observe-operations.ts'
import { operationsOf } from './operations.ts'
import { refuseUnknownParameters } from './rest/input.ts'
import { closeUnreadBody, problemHeaders } from './send-problem.ts'

/** The maximum number of calls in a batch. */

const operations = new Map(operationsOf(appRouter).map((operation) => [operation.name, operation]))

/** Mounts tRPC at /trpc, in its own scope, because the plugin replaces its scope's JSON parser. */
export async function mountRpc(app: FastifyInstance, deps: Deps): Promise<void> {
  const observers = new Map(
    [...operations].map(([name, operation]) => [name, operationObserver(deps, operation)]),
  )
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      if (!['GET', 'HEAD', 'POST'].includes(request.method)) {
        reply.header('allow', 'GET, HEAD, POST')
        throw new AppError('MethodNotAllowed')
      }
      const names = (request.params as { path: string }).path.split(',')
      refuseUnreasonableBatch(names, request)
      request.context = await contextOf(deps, request, reply)
      refuseStranger(names, request.context)
      await refuseKey(names, request.context)
    })
    answerRpcFailures(scope, deps.config.publicUrl)
    takeLongBodies(scope)

    await scope.register(fastifyTRPCPlugin, {
      prefix: '/trpc',
      trpcOptions: {
        router: observedRouter(appRouter, (name, call) => observers.get(name)?.(call) ?? call()),
        maxBatchSize: clientLimits.batchCalls,
        createContext: async ({ req: { context } }) => {
          if (context === undefined) throw new Error('The request has no context.')
          return context
        },
        onError: ({ error, req, input }) =>
          logUnexpected(req.log as Logger, toAppError(error, input)),
        responseMeta: ({ errors, ctx }) => {
          const headers = headersOf(errors.map((error) => toAppError(error)))
          if (ctx?.outcome.replayed) headers.set('idempotency-replayed', 'true')
          return { headers }
        },
      },
    } satisfies FastifyTRPCPluginOptions<AppRouter>)
  })
}

/**
 * Mounts tRPC's route a second time for each call that takes long bodies: the limit of a body
 * belongs to a route.
 */
function takeLongBodies(scope: FastifyInstance): void {
  const names = [...operations.values()].filter(({ rest }) => rest.longBody).map(({ name }) => name)
  if (names.length === 0) return
  const url = `/:path(^(?:${names.join('|').replaceAll('.', '\\.')})$)`
  // Uses the scope of the route, which has tRPC's parser.
  scope.addHook('onRoute', function (this: FastifyInstance, { url: added, method, handler }) {
    if (added !== '/trpc/:path') return
    this.route({ method, url, handler, bodyLimit: clientLimits.textBytes })
  })
}

/** Answers refusals before tRPC sees the request in tRPC's envelope, which its clients expect. */
function answerRpcFailures(scope: FastifyInstance, publicUrl: string): void {
  scope.setErrorHandler((error, request, reply) => {
    const { bodyLimit } = request.routeOptions
    const appError = toAppError(error, undefined, bodyLimit === undefined ? {} : { bodyLimit })
    logUnexpected(request.log as Logger, appError)
    closeUnreadBody(request, reply)
    return reply
      .status(appError.status)
      .headers(problemHeaders(appError))
      .type('application/json')
      .send(
        JSON.stringify({
          error: rpcErrorOf(problemOf(appError, { requestId: request.id, publicUrl })),
        }),
      )
  })
}

/** Returns the headers of a whole batch, with the longest `retry-after` of its calls. */
function headersOf(errors: AppError[]): Headers {
  const longestWaitLast = errors.toSorted(
    (one, other) => (one.retryAfterSeconds ?? 0) - (other.retryAfterSeconds ?? 0),
  )
  const headers = new Headers({ 'cache-control': 'no-store' })
  for (const [name, value] of longestWaitLast.flatMap((error) =>
    Object.entries(problemHeaders(error)),
  ))
    headers.set(name, value)
  return headers
}

/**
 * Refuses, before anything is parsed, batches that are too long, name no known procedure or could
 * guess several passwords or codes at once.
 */
function refuseUnreasonableBatch(
  names: string[],
  { method, headers, query }: FastifyRequest,
): void {
  const contentType = headers['content-type']
  const isJson = contentType !== undefined && /^application\/json\s*(;|$)/i.test(contentType)
  if (!isJson && (contentType !== undefined || method === 'POST'))
    throw new AppError('UnsupportedMediaType')
  if (Object.hasOwn(query as object, 'connectionParams'))
    refuse('connectionParams are not supported.')

  const inQuery = method === 'POST' ? ['batch'] : ['batch', 'input']
  refuseUnknownParameters(query, { known: inQuery })

  // Refuses a stream, which sends its headers before the calls have run, and would lose cookies,
  // Retry-After and others.
  if (headers['trpc-accept'] !== undefined && headers['trpc-accept'] !== 'application/json') {
    throw new AppError('InvalidFields', {
      issues: [
        { path: 'trpc-accept', message: 'must be application/json: batches cannot be streamed' },
      ],
    })
  }

  if (names.length > clientLimits.batchCalls)
    refuse(`A batch can hold at most ${clientLimits.batchCalls} calls.`)
  // Leaves an unknown call of a batch to tRPC, where it fails alone.
  const known = names.flatMap((name) => operations.get(name) ?? [])
  if (known.length === 0 || names.includes('')) throw new AppError('NotFound')
  if (new Set(known.map(({ type }) => type)).size > 1)
    refuse('A batch can hold queries or mutations, not both.')

  if (names.length > 1 && headers['idempotency-key'] !== undefined) {
    throw new AppError('InvalidFields', {
      issues: [{ path: 'Idempotency-Key', message: 'is for a single call, not for a batch' }],
    })
  }

  const single = names.filter(isOncePerBatch)
  if (new Set(single).size < single.length)
    refuse('A batch can hold this procedure only once, like each procedure of auth.')
}

function refuse(message: string): never {
  throw new AppError('InvalidFields', { message })
}

/** Refuses strangers before their body is read, unless a call of the batch is open to them. */
function refuseStranger(names: string[], { caller }: Context): void {
  if (caller.refusal !== undefined && names.every(isProtected)) throw new AppError(caller.refusal)
}

/** Refuses a whole batch with a call that the key may not make: none of it is carried out. */
async function refuseKey(names: string[], context: Context): Promise<void> {
  if (context.caller.key === undefined) return
  for (const name of names) {
    const operation = operations.get(name)
    if (operation !== undefined) await requireKeyAccess(context, operation)
  }
}

function isOncePerBatch(name: string): boolean {
  return name.startsWith('auth.') || operations.get(name)?.rest.oncePerBatch === true
}

function isProtected(name: string): boolean {
  const access = operations.get(name)?.access
  return access === undefined || access === 'user' || access === 'member' || access === 'admin'
}
