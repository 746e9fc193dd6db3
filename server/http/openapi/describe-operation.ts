import { z } from 'zod'
import { operationsOfCatalogue, operationsThatMayBePublic } from '../../config/school-settings.ts'
import { type Ability, type CourseRole, rolesWith } from '../../security/course-roles.ts'
import { type AdminPermission, rolesWithPermission } from '../../security/permissions.ts'
import type {
  Link,
  MediaType,
  OperationObject,
  Parameter,
  Response,
  Schema,
} from '../endpoints/document.ts'
import { everyAnswer, type HeaderName, referToHeaders } from '../endpoints/headers.ts'
import { errorsOf } from '../errors-of.ts'
import { describeKeyAccess, keyAccessOf, securityOf } from '../key-access.ts'
import {
  answersRevision,
  bodyFieldsOf,
  isPaged,
  needsRevision,
  type Operation,
  openApiNamesOf,
  type PublishedRoute,
  revalidates,
  takesBody,
} from '../operations.ts'
import { closed } from './closed.ts'
import { describeLimits } from './describe-limits.ts'
import { referToErrors } from './error-responses.ts'
import { exampleOf } from './examples.ts'
import { tidy } from './tidy.ts'

/** The generator's description of an operation. */
export interface GeneratedOperation {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, MediaType> }
  responses: Record<string, Response>
}

interface Surroundings {
  publicUrl: string
  /** Named schemas and responses, to which those that the operation needs are added. */
  schemas: Record<string, Schema>
  responses: Record<string, Response>
}

/**
 * Adds what the generator leaves out: aliases, success statuses, headers, examples, named errors,
 * limits and access.
 */
export function describeOperation(
  generated: GeneratedOperation,
  route: PublishedRoute,
  around: Surroundings,
): OperationObject {
  const { operation, path, method, isAlias } = route
  const { operationId, tag } = openApiNamesOf(operation)
  const deprecation = operation.rest.deprecated[`${method} ${path}`]
  const body = takesBody(route)
    ? requestBodyOf(generated, operation, { ...around, path })
    : undefined

  return {
    operationId: isAlias ? `${operationId}_${aliasSuffix(path)}` : operationId,
    ...(isAlias ? { 'x-alias-of': operationId } : { 'x-sdk': sdkCallOf(operation) }),
    ...(deprecation !== undefined && { deprecated: true }),
    ...(deprecation?.sunset !== undefined && { 'x-sunset': deprecation.sunset }),
    summary: operation.rest.summary,
    description: descriptionOf(operation),
    tags: isAlias ? [tag, 'aliases'] : [tag],
    security: operation.access === 'anyone' ? [] : securityOf(keyAccessOf(operation)),
    parameters: [
      ...parametersOf(generated, operation),
      ...(revalidates(route) ? [ifNoneMatch] : []),
      ...(needsRevision(operation) ? [ifMatch] : []),
      ...(operation.rest.idempotent ? [idempotencyKey] : []),
    ],
    ...(body !== undefined && { requestBody: body }),
    responses: {
      ...successResponses(generated, route, around),
      ...referToErrors(errorsOf(operation), { ...around, operationId }),
    },
  }
}

/** Writes the call of the SDK: `courses.list.query`. */
function sdkCallOf({ name, type }: Operation): string {
  return `${name}.${type === 'query' ? 'query' : 'mutate'}`
}

/** Joins names: "owners, authors and reviewers". */
function namesOf(roles: CourseRole[]): string {
  return new Intl.ListFormat('en').format(roles.map((role) => `${role}s`))
}

/** Describes a permission: "Needs the permission `users:read`: for the roles admin and support." */
function describePermission(permission: AdminPermission, ability: Ability | undefined): string {
  const roles = rolesWithPermission(permission).map((role) => `\`${role}\``)
  const named = new Intl.ListFormat('en').format(roles)
  const needs = ability === undefined ? 'Needs' : 'Also by'
  return `${needs} the permission \`${permission}\`: for the role${roles.length > 1 ? 's' : ''} ${named}.`
}

/** Tells generators where the next page is, as the header `Link` tells clients. */
function nextPageOf(operationId: string): Link {
  return {
    operationId,
    description: 'The next page, unless `nextCursor` is null',
    parameters: { cursor: '$response.body#/nextCursor' },
  }
}

function describeOpening(name: string): string {
  const openers = [
    operationsThatMayBePublic.some((one) => one === name) &&
      `lists \`${name}\` in PUBLIC_OPERATIONS`,
    operationsOfCatalogue.some((one) => one === name) && 'sets PUBLIC_CATALOGUE',
  ]
  return `Needs no token if the operator ${openers.filter(Boolean).join(', or ')}.`
}

function aliasSuffix(path: string): string {
  return path.replace(/[{}]/g, '').replace(/\W+/g, '_').replace(/^_|_$/g, '')
}

function descriptionOf(operation: Operation): string {
  const { rest, access, ability, permission, name, input } = operation
  const parts = [
    rest.description,
    ability !== undefined &&
      `For the ${namesOf(rolesWith(ability))} of the course, and administrators.`,
    permission !== undefined && describePermission(permission, ability),
    access === 'user unless public' && describeOpening(name),
    describeKeyAccess(keyAccessOf(operation)),
    'cursor' in input.shape &&
      'Returns one page: as long as `nextCursor` is not null, send it as `cursor` to get the ' +
        'next one, or follow the header `Link`. Items that are added in the meantime cause no gaps or duplicates.',
    rest.aliases.length > 0 && `Also at ${rest.aliases.map((alias) => `\`${alias}\``).join(', ')}.`,
    rest.limits.length > 0 && describeLimits(rest.limits),
  ]
  return parts.filter((part) => typeof part === 'string').join('\n\n')
}

export const ifNoneMatch: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The ETag of the answer that you have, to get 304 as long as it has not changed',
  schema: { type: 'string' },
}

const ifMatch: Parameter = {
  name: 'If-Match',
  in: 'header',
  required: true,
  description:
    'The ETag of what you change, as you read it. If it was changed since, you get DraftChanged, ' +
    'and nothing is written',
  example: '"r42"',
  schema: { type: 'string', pattern: '^(W/)?"r\\d+"$' },
}

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A text of your choice, such as a UUID: a new one for each action, the same one for each ' +
    'retry. For 72 hours a request with the same key and input gets the first answer again, and ' +
    'nothing is done twice. Failures are not remembered: you can retry with the same key. ' +
    'Printable ASCII; spaces at its ends are ignored',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
}

/**
 * Restores the descriptions of optional parameters, which the generator loses. They get no example:
 * Swagger UI would send it unless you remove it.
 */
function parametersOf(
  { parameters = [] }: GeneratedOperation,
  { input, rest }: Operation,
): Parameter[] {
  // Moves the body of a DELETE back out of the query string.
  const own = rest.route.startsWith('DELETE')
    ? parameters.filter((parameter) => parameter.in === 'path')
    : parameters
  return own.map(({ name, in: place, required = false, schema }) => {
    const { description = '', examples: [example] = [] } = wordsOf(input.shape[name])
    const { description: _description, examples: _examples, ...bare } = schema
    const words = { ...(required && { required, example }), description }
    const commas = schema.type === 'array' ? ({ style: 'form', explode: false } as const) : {}
    return { name, in: place, ...words, ...commas, schema: bare }
  })
}

function wordsOf(field: z.core.$ZodType | undefined): {
  description?: string | undefined
  examples?: unknown[]
} {
  return (field && z.globalRegistry.get(field)) ?? {}
}

function requestBodyOf(
  { requestBody }: GeneratedOperation,
  operation: Operation,
  { schemas, path }: Surroundings & { path: string },
): OperationObject['requestBody'] {
  const { input, name, rest } = operation
  const fields = bodyFieldsOf(operation, path)
  const schema = rest.route.startsWith('DELETE')
    ? bodySchemaOf(input, fields)
    : withFields(requestBody?.content['application/json']?.schema, fields)
  if (schema === undefined || fields.length === 0) return undefined

  const { id } = z.globalRegistry.get(input) ?? {}
  if (id === undefined)
    throw new Error(`The input of ${name} has no name: give it one with .meta({ id: '…' }).`)
  schemas[id] = closed(schema, input, schemas)
  return {
    required: !input.safeParse({}).success,
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${id}` },
        example: exampleOf(schema, schemas, id),
      },
    },
  }
}

/** Leaves out what is sent as a header. */
function withFields(schema: Schema | undefined, fields: string[]): Schema | undefined {
  if (schema?.properties === undefined) return schema
  const { required = [], properties, ...rest } = schema
  const inBody = Object.entries(properties).filter(([name]) => fields.includes(name))
  const needed = required.filter((name) => fields.includes(name))
  return {
    ...rest,
    properties: Object.fromEntries(inBody),
    ...(needed.length > 0 && { required: needed }),
  }
}

function bodySchemaOf(input: z.ZodObject, names: string[]): Schema {
  // Omits the fields of the path, and writes the rest inline: by its name it would be a reference.
  const fields = Object.entries(input.shape).filter(([name]) => names.includes(name))
  const { $schema: _dialect, ...schema } = z.toJSONSchema(z.object(Object.fromEntries(fields)), {
    io: 'input',
  })
  const { description, examples } = wordsOf(input)
  return tidy({ ...schema, description, ...(examples !== undefined && { examples }) }) as Schema
}

function successResponses(
  { responses }: GeneratedOperation,
  route: PublishedRoute,
  { schemas }: Surroundings,
): Record<string, Response> {
  const { operation, method, path } = route
  const { rest, name } = operation
  const schema = responses['200']?.content?.['application/json']?.schema
  if (schema === undefined) throw new Error(`${name} has no answer.`)
  const content = { 'application/json': { schema, example: exampleOf(schema, schemas, name) } }
  const deprecation = rest.deprecated[`${method} ${path}`]
  const headers: HeaderName[] = [
    ...everyAnswer,
    ...(method === 'GET' || answersRevision(operation) ? (['etag'] as const) : []),
    ...(rest.idempotent ? (['idempotency-replayed'] as const) : []),
    ...(deprecation !== undefined ? (['deprecation'] as const) : []),
    ...(deprecation?.sunset !== undefined ? (['sunset'] as const) : []),
    ...(isPaged(operation) ? (['link'] as const) : []),
  ]

  const done = (status: number): Response => ({
    description:
      status === 201
        ? 'Created'
        : rest.statusWhenExisting === status
          ? rest.meansWhenExisting
          : 'Success',
    headers: referToHeaders(
      status === 201 && rest.location !== undefined ? [...headers, 'location'] : headers,
    ),
    content,
    ...(isPaged(operation) && {
      links: { next: nextPageOf(openApiNamesOf(operation).operationId) },
    }),
  })
  const notModified = {
    description: 'Not modified',
    headers: referToHeaders(headers),
  }
  return {
    [rest.status]: done(rest.status),
    ...(rest.statusWhenExisting !== undefined && {
      [rest.statusWhenExisting]: done(rest.statusWhenExisting),
    }),
    ...(revalidates(route) && { 304: notModified }),
  }
}
