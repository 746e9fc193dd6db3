import type { FastifyInstance } from 'fastify'
import type { RequestSpan, Tracing } from '../adapters/telemetry/tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Absent if nothing is traced. */
    span?: RequestSpan | undefined
  }
}

/**
 * Traces each request, by its route: URLs hold verification codes. Refusals and failures name their
 * span in `traceresponse`. Call it before all other hooks.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  app.decorateRequest('span', undefined)
  app.addHook('onRequest', (request, _reply, done) => {
    request.span = tracing.begin(request.method, request.headers)
    request.span.run(done)
  })
  // Traces the events of the body, which come from its connection, not from what went before.
  app.addHook('preValidation', ({ span, method }, _reply, done) =>
    span === undefined || method === 'GET' ? done() : span.run(done),
  )
  app.addHook('onSend', ({ span }, reply, payload, done) => {
    if (span !== undefined && reply.statusCode >= 400)
      reply.header('traceresponse', span.traceresponse)
    done(null, payload)
  })
  app.addHook('onResponse', ({ span, id, method, routeOptions }, { statusCode }, done) => {
    const { url: route = 'unknown' } = routeOptions
    span?.end({
      name: `${method} ${route}`,
      status: statusCode,
      attributes: { 'http.request.method': method, 'http.route': route, 'lyceum.request_id': id },
    })
    // Lets the line of the log name the trace.
    return span === undefined ? done() : span.run(done)
  })
}
