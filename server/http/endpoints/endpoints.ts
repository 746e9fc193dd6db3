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
 * The description of an endpoint that is no procedure, because it takes or answers something other
 * than JSON. It stands beside the code that mounts the endpoint.
 */
export interface Endpoint {
  route: Route
  operationId: string
  /** Its name in the SDK, such as `authoring.export`. Left out if the SDK does not have it. */
  sdkName?: `${string}.${string}`
  tag: Tag
  summary: string
  description: string
  parameters?: Parameter[]
  /** The body of a POST. */
  body?: Content
  /** Left out if the endpoint redirects (302). */
  content?: Content
  /** Default: 200. */
  status?: 201 | 202
  /** Failures with a page instead of the error body, by status. */
  pages?: Partial<Record<404 | 429 | 500 | 503, string>>
  /** The target of a 303. */
  redirect?: string
  errors?: ErrorName[]
  limits?: LimitName[]
  /** Headers of the answer. Default: those of every answer. */
  headers?: HeaderName[]
  /** Whether it takes an Idempotency-Key, by which the SDK can retry it. */
  idempotent?: true
  requiresToken?: true
  /** What admits a key; without it, keys are refused. */
  keyAccess?: KeyAccess
  hasEtag?: true
  /** Whether it answers ranges of the content (206). */
  hasRanges?: true
}

/** Endpoints that belong together, and how they are mounted. */
export interface MountedEndpoints {
  endpoints: Endpoint[]
  /** Takes parameters that links and redirects of people and providers add. */
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

/** Describes JSON; the schema is made when the document is. */
export function jsonContentOf(fields: z.ZodObject, example: unknown): Content {
  const schema = { enumerable: true, get: () => ownSchemaOf(fields) }
  return { 'application/json': Object.defineProperty({ example } as MediaType, 'schema', schema) }
}

/** Returns the fields of a named schema inline, because by its name it would be a reference. */
function ownSchemaOf({ shape }: z.ZodObject): Schema {
  const { $schema: _, $defs: named, ...schema } = z.toJSONSchema(z.object(shape), { io: 'output' })
  // Refers to a named schema among the components, as an operation answers it, too.
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
