import { hash } from 'node:crypto'
import etag from '@fastify/etag'
import type { FastifyInstance } from 'fastify'
import type { Context, Deps } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { toAppError } from '../../errors/problem.ts'
import { appRouter } from '../../router.ts'
import { type CallProcedure, procedureCaller } from '../../trpc-internals.ts'
import { contextOf } from '../caller.ts'
import {
  type Operation,
  operationsOf,
  type PublishedRoute,
  routesOf,
  takesBody,
} from '../operations.ts'
import { deprecationHeaders } from './deprecation.ts'
import { inputReader } from './input.ts'
import { responseSchemaOf } from './response-schema.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Made before the body is read. */
    context: Context | undefined
  }
}

/** Publishes every operation of the router at its addresses, one native route each. */
export async function mountRest(app: FastifyInstance, deps: Deps): Promise<void> {
  app.decorateRequest('context', undefined)
  const addresses = routesOf(operationsOf(appRouter))
  const reads = addresses.filter(({ method }) => method === 'GET')

  for (const address of addresses) if (!reads.includes(address)) mountAddress(app, deps, address)
  await app.register(async (scope) => {
    await scope.register(etag, { weak: true, hashFn: (payload) => hash('sha1', payload, 'base64') })
    for (const address of reads) mountAddress(scope, deps, address)
  })
}

function mountAddress(app: FastifyInstance, deps: Deps, address: PublishedRoute): void {
  const { method, path, operation } = address
  const isOpen = opensTo(operation, deps)
  const readInput = inputReader(operation.input, { hasBody: takesBody(address) })
  const callProcedure = procedureCaller(operation.name, operation.procedure)
  const headers = {
    'cache-control': method === 'GET' && !operation.rest.noStore ? 'private, no-cache' : 'no-store',
    ...deprecationHeaders(operation.rest.deprecated[`${method} ${path}`]),
  }
  app.route({
    method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    schema: { response: { '2xx': responseSchemaOf(operation.output) } },
    // Strangers are turned away before a byte of their body is read.
    onRequest: async (request, reply) => {
      request.context = await contextOf(deps, request, reply)
      const { refusal } = request.context.caller
      if (refusal !== undefined && !isOpen) throw new AppError(refusal)
    },
    handler: async (request, reply) => {
      const { context } = request
      if (context === undefined) throw new Error('The context was not made.')

      const output = await call(callProcedure, context, readInput(request))

      const { status, statusWhenExisting, location } = operation.rest
      reply.status(context.outcome.created ? status : (statusWhenExisting ?? status))
      if (reply.statusCode === 201 && location !== undefined)
        reply.header('location', fill(location, output))
      if (context.outcome.replayed) reply.header('idempotency-replayed', 'true')
      return reply.headers(headers).send(output)
    },
  })
}

/** `/api/v1/transaction/{id}` with the id of the answer. */
function fill(template: string, output: unknown): string {
  return template.replace(/\{(\w+)\}/g, (_, field: string) =>
    encodeURIComponent(String((output as Record<string, unknown>)[field])),
  )
}

async function call(
  callProcedure: CallProcedure,
  context: Context,
  input: unknown,
): Promise<unknown> {
  try {
    return await callProcedure(context, input)
  } catch (error) {
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
