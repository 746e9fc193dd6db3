import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { fastifyTRPCOpenApiPlugin } from 'trpc-openapi'
import { buildApp } from '../../server/app.ts'
import type { Deps } from '../../server/context.ts'
import { startDispatcher } from '../../server/features/base/webhooks/dispatcher.ts'
import { contextOf } from '../../server/http/caller.ts'
import { openApiRouter } from '../../server/http/openapi/openapi.ts'
import { jobHandlers } from '../../server/job-handlers.ts'
import { buildBare } from './rivals/bare.ts'
import { buildByTheBook } from './rivals/by-the-book.ts'
import { limitStatements } from './rivals/limit-statements.ts'

export type ContenderName = 'bare' | 'limit' | 'lyceum' | 'plugin' | 'by the book'

/** The servers to compare, with the same database and the same tokens. */
export const contenders = {
  /** The rival: written by hand, as a careful engineer would. */
  bare: (deps, databaseUrl) => buildBare(deps, databaseUrl),
  /** The same in the fewest statements with the shortest plans. */
  limit: (deps, databaseUrl) => buildBare(deps, databaseUrl, limitStatements),
  /** Lyceum, with everything that runs beside its requests. */
  lyceum: buildLyceum,
  /** Lyceum's router, served by trpc-openapi's own plugin. */
  plugin: buildPlugin,
  /** The same plugin in a separate service, as its documentation would write it. */
  'by the book': buildByTheBook,
} satisfies Record<ContenderName, (deps: Deps, databaseUrl: string) => Promise<FastifyInstance>>

async function buildLyceum(deps: Deps): Promise<FastifyInstance> {
  const { server } = await buildApp(deps)
  await deps.jobs.work(jobHandlers(deps))
  deps.publisher.start()
  startDispatcher(deps)
  return server
}

async function buildPlugin(deps: Deps): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(fastifyTRPCOpenApiPlugin, {
    router: openApiRouter(),
    createContext: ({ req, res }: { req: FastifyRequest; res: FastifyReply }) =>
      contextOf(deps, req, res),
  } as unknown as Parameters<typeof fastifyTRPCOpenApiPlugin>[1])
  return app
}
