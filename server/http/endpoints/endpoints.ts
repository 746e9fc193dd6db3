import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../context.ts'
import type { ErrorName } from '../../errors/errors.ts'
import type { LimitName } from '../../security/limits.ts'
import type { Route } from '../../trpc.ts'
import type { KeyAccess } from '../key-access.ts'
import { tidy } from '../openapi/tidy.ts'
import type { MediaType, Parameter, Schema } from './document.ts'
import type { HeaderName } from './headers.ts'
import type { Tag } from './tags.ts'

/**
 * The description of an endpoint that is not a procedure, because it takes or answers something else
 * than JSON. It stands beside the code that mounts the endpoint.
 */
export interface Endpoint {
  route: Route
  operationId: string
  /** Its name in the SDK, such as `authoring.export`. Left out where the SDK does not have it. */
  sdkName?: `${string}.${string}`
  tag: Tag
  summary: string
  description: string
  parameters?: Parameter[]
  /** The body of a POST. */
  body?: Content
  /** Left out where the endpoint redirects (302). */
  content?: Content
  /** Default: 200. */
  status?: 201 | 202
  /** Failures that get a page instead of the error body, by their status. */
  pages?: Partial<Record<404 | 429 | 500 | 503, string>>
  /** The target of a 303. */
  redirect?: string
  errors?: ErrorName[]
  limits?: LimitName[]
  /** The headers of the answer. Default: those of every answer. */
  headers?: HeaderName[]
  /** Whether it takes an Idempotency-Key, with which the SDK sends it again. */
  idempotent?: true
  requiresToken?: true
  /** What lets a key in; without it, keys are refused. */
  keyAccess?: KeyAccess
  hasEtag?: true
  /** Whether it answers parts of the content (206). */
  hasRanges?: true
}

/** Endpoints that belong together, and how they are mounted. */
export interface MountedEndpoints {
  endpoints: Endpoint[]
  /** For people and providers, whose links and redirects add parameters of their own. */
  takesAnyQuery?: true
  mount: (app: FastifyInstance, deps: Deps) => void | Promise<void>
}

export type Content = Record<string, MediaType>

export const htmlPage: Content = {
  'text/html': { schema: { type: 'string' }, example: '<!doctype html>' },
}

export const pdfFile = binaryContent('application/pdf')

export function binaryContent(type: string): Content {
  return { [type]: { schema: { type: 'string', format: 'binary' } } }
}

export function jsonContent(schema: Schema, example: unknown): Content {
  return { 'application/json': { schema, example } }
}

/** Its schema is made when the document is. */
export function jsonContentOf(fields: z.ZodObject, example: unknown): Content {
  const schema = { enumerable: true, get: () => ownSchemaOf(fields) }
  return { 'application/json': Object.defineProperty({ example } as MediaType, 'schema', schema) }
}

/** The fields of a named schema; by itself, because by its name it would be a reference. */
function ownSchemaOf({ shape }: z.ZodObject): Schema {
  const { $schema: _, $defs: named, ...schema } = z.toJSONSchema(z.object(shape), { io: 'output' })
  // What has a name stands among the components: an operation answers it as well.
  const told = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')
  return tidy(named === undefined ? schema : JSON.parse(told)) as Schema
}

export const inPath = needed('path')
export const neededInQuery = needed('query')
export const neededHeader = needed('header')
export const inQuery = optional('query')
export const inHeader = optional('header')

function needed(place: Parameter['in']) {
  return (name: string, description: string, example: string): Parameter => ({
    name,
    in: place,
    required: true,
    description,
    example,
    schema: { type: 'string' },
  })
}

function optional(place: Parameter['in']) {
  return (name: string, description: string): Parameter => ({
    name,
    in: place,
    required: false,
    description,
    schema: { type: 'string' },
  })
}
