import type { FastifyReply } from 'fastify'

/** Tells caches that the answer also depends on this header of the request. */
export function addVary(reply: FastifyReply, header: string): FastifyReply {
  const before = reply.getHeader('vary')
  return reply.header('vary', before === undefined ? header : `${before}, ${header}`)
}
