import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { UserContext } from '../../context.ts'

/** Takes only whole bodies of these types, as they arrive. */
export function takeBytes(scope: FastifyInstance, types: string | string[]): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(types, { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
}

/** Takes bodies of any type as unread streams. */
export function takeStreams(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, body, done) => done(null, body))
}

interface FileRoute extends Pick<RouteOptions, 'method' | 'url' | 'bodyLimit'> {
  admit: (request: FastifyRequest, reply: FastifyReply) => Promise<UserContext>
  receive: (ctx: UserContext, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
}

/** Mounts a route for files. Those who may not send one are refused before a byte of it is read. */
export function mountFileRoute(
  scope: FastifyInstance,
  { admit, receive, ...route }: FileRoute,
): void {
  const callers = new WeakMap<FastifyRequest, UserContext>()
  scope.route({
    ...route,
    onRequest: async (request, reply) => {
      callers.set(request, await admit(request, reply))
    },
    handler: async (request, reply) => {
      const ctx = callers.get(request)
      if (ctx === undefined) throw new Error('The request has no context.')
      return receive(ctx, request, reply)
    },
  })
}
