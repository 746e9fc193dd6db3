import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../context.ts'
import { AppError } from '../errors.ts'
import { type AppRouter, appRouter } from '../router.ts'
import { contextOf } from './caller.ts'
import { logUnexpected } from './failures.ts'
import { problemHeaders, toAppError } from './problem.ts'

/** Calls in one batch at most. */
export const maxBatchSize = 10

/** tRPC at /trpc, in a scope of its own: the plugin replaces the JSON parser of the scope that it is in. */
export async function mountRpc(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      if (!request.is404) refuseUnreasonableBatch(request)
    })

    await scope.register(fastifyTRPCPlugin, {
      prefix: '/trpc',
      trpcOptions: {
        router: appRouter,
        maxBatchSize,
        createContext: ({ req }) => contextOf(deps, req),
        onError: ({ error, ctx, input }) => {
          if (ctx !== undefined) logUnexpected(ctx.log, toAppError(error, input))
        },
        responseMeta: ({ errors }) => ({
          headers: new Headers(
            errors.flatMap((error) => Object.entries(problemHeaders(toAppError(error)))).concat([['cache-control', 'no-store']]),
          ),
        }),
      },
    } satisfies FastifyTRPCPluginOptions<AppRouter>)
  })
}

/** Before anything is parsed: a batch is a list of at most ten known names, and guessing at many passwords or codes in one is not what it is for. */
function refuseUnreasonableBatch(request: FastifyRequest): void {
  const contentType = request.headers['content-type']
  if (contentType !== undefined && !/^application\/json\s*(;|$)/i.test(contentType)) throw new AppError('UnsupportedMediaType')

  const names = (request.params as { path: string }).path.split(',')
  if (names.length > maxBatchSize) {
    throw new AppError('InvalidFields', { message: `A batch holds at most ${maxBatchSize} calls.` })
  }
  if (names.some((name) => !Object.hasOwn(appRouter._def.procedures, name))) throw new AppError('NotFound')

  const authCalls = names.filter((name) => name.startsWith('auth.'))
  if (new Set(authCalls).size < authCalls.length) {
    throw new AppError('InvalidFields', { message: 'A batch may hold each call to auth only once.' })
  }
}
