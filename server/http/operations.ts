import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server'
import { z } from 'zod'
import { type Access, type Method, type OperationMeta, type Rest, splitRoute } from '../trpc.ts'
import { partsOf, proceduresOf } from '../trpc-internals.ts'

/** A procedure that is published over REST. */
export interface Operation {
  /** Its path in the router: `cart.add`. */
  name: string
  type: 'query' | 'mutation'
  access: Access
  rest: Rest
  input: z.ZodObject
  output: z.ZodType
  procedure: AnyTRPCProcedure
}

export interface PublishedRoute {
  method: Method
  /** With parameters in braces: `/api/lessons/{id}`. */
  path: `/${string}`
  operation: Operation
  isAlias: boolean
}

/** Every procedure of the router. Throws where one lacks what publishing it needs. */
export function operationsOf(router: AnyTRPCRouter): Operation[] {
  return proceduresOf(router).map(([name, procedure]) => toOperation(name, procedure))
}

/** Every route, the canonical one of each operation before its aliases. */
export function routesOf(operations: Operation[]): PublishedRoute[] {
  return operations.flatMap((operation) =>
    [operation.rest.route, ...operation.rest.aliases].map((route, index) => {
      const [method, path] = splitRoute(route)
      return { method, path, operation, isAlias: index > 0 }
    }),
  )
}

export function pathParametersOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
}

/** The names that its query string may hold. */
export function queryParametersOf({ method, path, operation }: PublishedRoute): string[] {
  if (method !== 'GET') return []
  const inPath = pathParametersOf(path)
  return Object.keys(operation.input.shape).filter((name) => !inPath.includes(name))
}

/** Whether it returns a list page by page. */
export function isPaged({ input }: Operation): boolean {
  return 'cursor' in input.shape
}

/** A DELETE has a body only where the path does not hold all of its input. */
export function takesBody({
  method,
  path,
  operation,
}: Pick<PublishedRoute, 'method' | 'path' | 'operation'>): boolean {
  if (method === 'DELETE')
    return Object.keys(operation.input.shape).length > pathParametersOf(path).length
  return method !== 'GET'
}

function toOperation(name: string, procedure: AnyTRPCProcedure): Operation {
  const { type, inputs, output, ...parts } = partsOf(procedure)
  const meta = parts.meta as OperationMeta | undefined
  const [given] = inputs
  const input = given instanceof z.ZodOptional ? given.unwrap() : given
  if (meta?.rest === undefined || meta.access === undefined)
    throw new Error(`${name} has no route: give it .meta(rest(…)).`)
  if (type === 'subscription')
    throw new Error(`${name} is a subscription, which cannot be published over REST.`)
  if (!(input instanceof z.ZodObject) || inputs.length !== 1)
    throw new Error(`${name} needs exactly one .input(), a z.object().`)
  if (!(output instanceof z.ZodType)) throw new Error(`${name} needs an explicit .output().`)
  return { name, type, access: meta.access, rest: meta.rest, input, output, procedure }
}
