import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server'
import { z } from 'zod'
import type { Ability } from '../security/course-roles.ts'
import type { AdminPermission } from '../security/permissions.ts'
import {
  type Access,
  type Method,
  type OperationMeta,
  type Rest,
  type Route,
  restOf,
  splitRoute,
} from '../trpc.ts'
import { partsOf, proceduresOf } from '../trpc-internals.ts'
import { revisionField } from './rest/revisions.ts'

/** A procedure that is published over REST. */
export interface Operation {
  /** Path in the router: `cart.add`. */
  name: string
  type: 'query' | 'mutation'
  access: Access
  /** The ability that members need; undefined if access is not for members. */
  ability: Ability | undefined
  /** The permission that administrators need; undefined if access is not for administrators. */
  permission: AdminPermission | undefined
  rest: Rest
  input: z.ZodObject
  /** Whether it can be called without any input. */
  inputIsOptional: boolean
  output: z.ZodType
  procedure: AnyTRPCProcedure
}

export interface PublishedRoute {
  method: Method
  /** Path with parameters in braces: `/api/lessons/{id}`. */
  path: `/${string}`
  operation: Operation
  isAlias: boolean
}

/** Returns the part of the API that an operation belongs to: `cart` of `cart.add`. */
export function areaOf({ name }: Pick<Operation, 'name'>): string {
  return name.slice(0, name.lastIndexOf('.'))
}

/** Names it as OpenAPI does: `admin_apiKeys_list`, under the tag `admin-api-keys`. */
export function openApiNamesOf(operation: Pick<Operation, 'name'>) {
  return {
    operationId: operation.name.replaceAll('.', '_'),
    tag: areaOf(operation)
      .replaceAll('.', '-')
      .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  }
}

/** Lists every procedure of the router. Throws if one lacks what publishing it needs. */
export function operationsOf(router: AnyTRPCRouter): Operation[] {
  return proceduresOf(router).map(([name, procedure]) => toOperation(name, procedure))
}

/** Lists every route, the canonical one of each operation before its aliases. */
export function routesOf(operations: Operation[]): PublishedRoute[] {
  return operations.flatMap((operation) =>
    [operation.rest.route, ...operation.rest.aliases].map((route, index) => {
      const [method, path] = splitRoute(route)
      return { method, path, operation, isAlias: index > 0 }
    }),
  )
}

function pathParametersOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
}

/** POST addresses of the specification, which does not state what their clients send. */
export const specificationPosts: readonly Route[] = [
  'POST /api/v1/auth/register',
  'POST /api/v1/auth/login',
  'POST /api/v1/auth/forget-password',
  'POST /api/v1/auth/resetpassword',
  'POST /auth/signup',
  'POST /auth/login',
  'POST /auth/forgetpassword',
  'POST /api/auth/register',
  'POST /api/auth/login',
  'POST /api/progress/update',
  'POST /api/cart',
  'POST /api/v1/transaction',
  'POST /courses/{courseId}/certificate',
]

/** Returns the names that its query string may hold. */
export function queryParametersOf({ method, path, operation }: PublishedRoute): string[] {
  if (method !== 'GET') return []
  const inPath = pathParametersOf(path)
  return Object.keys(operation.input.shape).filter((name) => !inPath.includes(name))
}

/** Whether it returns a list page by page. */
export function isPaged({ input }: Operation): boolean {
  return 'cursor' in input.shape
}

/** Whether it changes something with a revision, and so needs the one that its caller read. */
export function needsRevision({ type, rest }: Operation): boolean {
  return rest.revisioned && type === 'mutation'
}

/** Whether its answer has a revision, used as its ETag. */
export function answersRevision({ type, rest, output }: Operation): boolean {
  if (rest.revisioned) return true
  return type === 'mutation' && output instanceof z.ZodObject && revisionField in output.shape
}

/** Whether its ETag changes with its answer, so that it can be 304. */
export function revalidates({ method, operation }: PublishedRoute): boolean {
  return method === 'GET' && !(operation.rest.revisioned && isNeverStored(operation))
}

/** Whether no cache may keep its answer: answers to administrators are about other people. */
export function isNeverStored({ access, rest }: Operation): boolean {
  return rest.noStore || access === 'admin'
}

/** Returns input fields that are neither in the path nor in If-Match. */
export function bodyFieldsOf(operation: Operation, path: string): string[] {
  const elsewhere = [
    ...pathParametersOf(path),
    ...(needsRevision(operation) ? [revisionField] : []),
  ]
  return Object.keys(operation.input.shape).filter((name) => !elsewhere.includes(name))
}

/** Whether it has a body; a DELETE does only if the path does not hold all of its input. */
export function takesBody({
  method,
  path,
  operation,
}: Pick<PublishedRoute, 'method' | 'path' | 'operation'>): boolean {
  if (method === 'DELETE') return bodyFieldsOf(operation, path).length > 0
  return method !== 'GET'
}

function toOperation(name: string, procedure: AnyTRPCProcedure): Operation {
  const { type, inputs, output, ...parts } = partsOf(procedure)
  const meta = parts.meta as OperationMeta | undefined
  const [given] = inputs
  const inputIsOptional = given instanceof z.ZodOptional
  const input = inputIsOptional ? given.unwrap() : given
  if (meta?.route === undefined || meta.access === undefined)
    throw new Error(`${name} has no route: give it .meta({ route: … }).`)
  if (type === 'subscription')
    throw new Error(`${name} is a subscription, which cannot be published over REST.`)
  if (!(input instanceof z.ZodObject) || inputs.length !== 1)
    throw new Error(`${name} needs exactly one .input(), a z.object().`)
  if (meta.revisioned && type === 'mutation' && !(revisionField in input.shape))
    throw new Error(`${name} changes what has a revision: its input needs the field.`)
  if (!(output instanceof z.ZodType)) throw new Error(`${name} needs an explicit .output().`)
  if (meta.proof && !('password' in input.shape && 'code' in input.shape))
    throw new Error(`${name} takes a proof: its input needs the proofFields.`)
  const { access, ability, permission, ...published } = meta
  const may = { access, ability, permission }
  return { name, type, ...may, rest: restOf(published), input, inputIsOptional, output, procedure }
}
