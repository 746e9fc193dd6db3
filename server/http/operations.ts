import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server'
import { z } from 'zod'
import {
  type Access,
  type Route,
  type Method,
  type OperationMeta,
  type Rest,
  splitRoute,
} from '../trpc.ts'

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

/**
 * Every published procedure of the router. Throws where a procedure lacks what publishing needs.
 */
export function operationsOf(router: AnyTRPCRouter): Operation[] {
  return Object.entries<AnyTRPCProcedure>(router._def.procedures).map(([name, procedure]) =>
    toOperation(name, procedure),
  )
}

/** Every address, the canonical one of each operation before its aliases. */
export function routesOf(operations: Operation[]): PublishedRoute[] {
  return operations.flatMap((operation) =>
    [operation.rest.route, ...operation.rest.aliases].map((address: Route, index) => {
      const [method, path] = splitRoute(address)
      return { method, path, operation, isAlias: index > 0 }
    }),
  )
}

export function pathParametersOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
}

/** A DELETE has a body only where the path does not name everything that is asked for. */
export function takesBody({
  method,
  path,
  operation,
}: Pick<PublishedRoute, 'method' | 'path' | 'operation'>): boolean {
  if (method === 'DELETE')
    return Object.keys(operation.input.shape).length > pathParametersOf(path).length
  return method !== 'GET'
}

interface ProcedureDefinition {
  type: 'query' | 'mutation' | 'subscription'
  meta?: OperationMeta
  inputs: unknown[]
  output?: unknown
}

function toOperation(name: string, procedure: AnyTRPCProcedure): Operation {
  const { type, meta, inputs, output } = procedure._def as unknown as ProcedureDefinition
  const [given] = inputs
  const input = given instanceof z.ZodOptional ? given.unwrap() : given
  if (meta?.rest === undefined || meta.access === undefined)
    throw new Error(`${name} says nothing about how it is published: give it .meta(rest(…)).`)
  if (type === 'subscription')
    throw new Error(`${name} is a subscription: those cannot be published over REST.`)
  if (!(input instanceof z.ZodObject) || inputs.length !== 1)
    throw new Error(`${name} needs exactly one .input(), a z.object().`)
  if (!(output instanceof z.ZodType)) throw new Error(`${name} needs an explicit .output().`)
  return { name, type, access: meta.access, rest: meta.rest, input, output, procedure }
}
