import { generateOpenApiDocument, type OpenAPIObject } from 'trpc-openapi'
import { z } from 'zod'
import { type ErrorName, errors } from '../errors.ts'
import { appRouter } from '../router.ts'
import { addressesOf, type Operation, operationsOf, type PublishedAddress, pathParametersOf } from './operations.ts'

/** The OpenAPI 3.1 document of everything that is published. */
export function describeApi(publicUrl: string): OpenAPIObject {
  const generated = generateOpenApiDocument(appRouter, {
    title: 'Lyceum',
    description: 'The backend of an online learning platform.',
    version: '1.0.0',
    openApiVersion: '3.1.0',
    baseUrl: publicUrl,
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
  })
  return withoutClosedObjects(completeDocument(generated, operationsOf(appRouter)))
}

/** The generator closes every output; an answer that gains a field must not break those who check it against an older document. */
function withoutClosedObjects<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutClosedObjects) as Value
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([name, inner]) => !(name === 'additionalProperties' && inner === false))
  return Object.fromEntries(entries.map(([name, inner]) => [name, withoutClosedObjects(inner)])) as Value
}

type PathItem = Record<string, OperationObject>
interface OperationObject {
  operationId?: string
  responses?: Record<string, unknown>
  [key: string]: unknown
}

/** Puts in what the generator leaves out: aliases, success statuses, named errors, tags, and what is open. */
function completeDocument(document: OpenAPIObject, operations: Operation[]): OpenAPIObject {
  const generated = document.paths as Record<string, PathItem>
  const paths: Record<string, PathItem> = {}

  for (const published of addressesOf(operations)) {
    const [method, path] = canonicalPlaceOf(published)
    const description = generated[path]?.[method]
    if (description === undefined) throw new Error(`${published.operation.name} is missing from the generated document.`)
    paths[published.path] = { ...paths[published.path], [published.method.toLowerCase()]: completeOperation(description, published) }
  }

  const {
    'error.BAD_REQUEST': _bad,
    'error.UNAUTHORIZED': _unauthorized,
    ...schemas
  } = (document.components?.schemas ?? {}) as Record<string, unknown>
  return {
    ...document,
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    paths,
    components: {
      ...document.components,
      schemas: { ...withoutTrpcErrors(schemas), Problem: problemSchema },
    },
  } as OpenAPIObject
}

function withoutTrpcErrors(schemas: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => !name.startsWith('error.')))
}

function canonicalPlaceOf({ operation }: PublishedAddress): [string, string] {
  const [method = '', path = ''] = operation.rest.address.split(' ')
  return [method.toLowerCase(), path]
}

function completeOperation(description: OperationObject, { operation, path, method, isAlias }: PublishedAddress): OperationObject {
  const { rest, name } = operation
  const [tag = 'api'] = name.split('.')
  const operationId = name.replace('.', '_')
  const success = description.responses?.['200']
  const statuses = rest.statusWhenExisting === undefined ? [rest.status] : [rest.status, rest.statusWhenExisting]

  return {
    ...description,
    ...(isAlias && { operationId: `${operationId}_${aliasSuffix(path)}`, 'x-alias-of': operationId }),
    ...(!isAlias && { operationId }),
    tags: [tag],
    security: operation.access === 'anyone' ? [] : [{ bearer: [] }],
    responses: { ...Object.fromEntries(statuses.map((status) => [status, success])), ...errorResponses(errorsOf(operation, path, method)) },
  }
}

function aliasSuffix(path: string): string {
  return path.replace(/[{}]/g, '').replace(/\W+/g, '_').replace(/^_|_$/g, '')
}

/** Every named error with which an address may answer. */
function errorsOf(operation: Operation, path: string, method: string): ErrorName[] {
  const names: ErrorName[] = [...operation.rest.errors, 'RateLimited', 'InternalError', 'ServiceUnavailable']
  if (operation.access !== 'anyone') names.push('TokenMissing', 'TokenExpired', 'TokenInvalid')
  const fields = Object.keys(operation.input.shape)
  if (fields.length > 0) names.push('InvalidFields')
  if (fields.length > pathParametersOf(path).length && method !== 'GET') names.push('MissingFields')
  if (method === 'POST' || method === 'PATCH') names.push('MalformedJson', 'PayloadTooLarge', 'UnsupportedMediaType')
  return [...new Set(names)]
}

function errorResponses(names: ErrorName[]): Record<string, unknown> {
  const byStatus = Object.groupBy(names, (name) => errors[name].status)
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, group]) => [
      status,
      {
        description: group.map((name) => `${name}: ${errors[name].message}`).join('\n\n'),
        content: {
          'application/json': {
            schema: {
              allOf: [
                { $ref: '#/components/schemas/Problem' },
                { properties: { error: { enum: group }, status: { const: Number(status) } } },
              ],
            },
          },
        },
      },
    ]),
  )
}

const problemSchema = z.toJSONSchema(
  z
    .object({
      error: z.enum(Object.keys(errors) as [ErrorName, ...ErrorName[]]).describe('Name of the error'),
      message: z.string().describe('What happened and what to do, for people'),
      status: z.number().int().describe('The HTTP status'),
      type: z.url().describe('Where the error is explained'),
      requestId: z.string().describe('Finds the request in the logs'),
      issues: z
        .array(z.object({ path: z.string(), message: z.string() }))
        .optional()
        .describe('The fields at fault'),
    })
    .describe('The body of every failure (RFC 9457)'),
)
