import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { fastifyTRPCOpenApiPlugin } from 'trpc-openapi'
import type { Deps } from '../../../server/context.ts'
import { contextOf } from '../../../server/http/caller.ts'
import { openApiRouter } from '../../../server/http/openapi/openapi.ts'

export async function buildPlugin(deps: Deps): Promise<FastifyInstance> {
  const app = Fastify()
  await app.register(fastifyTRPCOpenApiPlugin, {
    router: openApiRouter(),
    createContext: ({ req, res }: { req: FastifyRequest; res: FastifyReply }) =>
      contextOf(deps, req, res),
  } as unknown as Parameters<typeof fastifyTRPCOpenApiPlugin>[1])
  return app
}
