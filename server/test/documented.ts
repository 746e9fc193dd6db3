import { isDeepStrictEqual } from 'node:util'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Response, Schema } from '../http/endpoints/document.ts'
import { problemSchema } from '../http/openapi/error-responses.ts'
import { describeApi } from '../http/openapi/openapi.ts'

/** An answer as tests see it. */
export interface CheckedAnswer {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  body: unknown
}

const document = describeApi('http://lyceum.test')
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema({ $id: 'lyceum', components: { schemas: closed(document.components.schemas) } })
const isProblem = ajv.compile(closed({ $id: 'problem', ...problemSchema }))

/** Documented paths, static ones first, because they take precedence. */
const places = Object.entries(document.paths)
  .map(([path, item]) => ({ item, isStatic: !path.includes('{'), matches: expressionOf(path) }))
  .sort((one, other) => Number(other.isStatic) - Number(one.isStatic))
const validators = new Map<Schema, ValidateFunction>()

/**
 * Throws when an answer differs from the OpenAPI document: in its status, a missing header, the
 * type of a field, or a field that is not described. Routes outside the document only need the one
 * error body for their failures.
 */
export function requireDocumented(method: string, url: string, answer: CheckedAnswer): void {
  // Like inject(), which resolves dots, but takes two leading slashes for a path, not a host.
  const { pathname } = new URL(`http://lyceum.test${url}`)
  const item = places.find(({ matches }) => matches.test(pathname))?.item
  const operation = item?.[method.toLowerCase() as keyof typeof item]
  const fault =
    operation === undefined
      ? faultOfUndocumented(method, pathname, answer)
      : faultOf(resolve(operation.responses[answer.status]), answer)
  if (fault === undefined) return
  throw new Error(
    `${method} ${url} answered ${answer.status}, which differs from the documentation: ` +
      `${fault}\n${JSON.stringify(answer.body)}`,
  )
}

function faultOf(
  response: Response | undefined,
  { status, headers, body }: CheckedAnswer,
): string | undefined {
  if (response === undefined) return 'no such status.'
  const expected = Object.keys(response.headers ?? {}).filter(
    (name) => document.components.headers[name]?.required ?? status < 400,
  )
  const missing = expected.filter((name) => headers[name] === undefined)
  if (missing.length > 0) return `without the header ${missing.join(', ')}.`
  if (response.content === undefined) return undefined

  const [type = ''] = String(headers['content-type']).split(';')
  const media = response.content[type] ?? response.content['*/*']
  if (media === undefined) return `content of type ${type}.`
  if (!type.includes('json')) return undefined
  return faultsIn(validatorOf(media.schema), body)
}

/** Finds faults of undocumented answers, except of pages, tRPC and OAuth, which have their own. */
function faultOfUndocumented(
  method: string,
  pathname: string,
  { status, headers, body }: CheckedAnswer,
): string | undefined {
  const hasOtherBody =
    method === 'HEAD' ||
    (status === 404 && headers['content-type'] === 'text/html; charset=utf-8') ||
    pathname.startsWith('/trpc') ||
    pathname.startsWith('/oid4vci') ||
    pathname.startsWith('/dev') ||
    pathname.startsWith('/sandbox')
  return status < 400 || hasOtherBody ? undefined : faultsIn(isProblem, body)
}

function faultsIn(validate: ValidateFunction, body: unknown): string | undefined {
  return validate(body) ? undefined : ajv.errorsText(validate.errors, { dataVar: 'body' })
}

/** Compiled on first use: most test files get only some of the answers. */
function validatorOf(schema: Schema): ValidateFunction {
  const known = validators.get(schema)
  if (known !== undefined) return known
  const validate = ajv.compile(
    closed(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"lyceum#/components'))),
  )
  validators.set(schema, validate)
  return validate
}

function resolve(response: Response | { $ref: string } | undefined): Response | undefined {
  if (response === undefined || !('$ref' in response)) return response
  return document.components.responses[response.$ref.replace('#/components/responses/', '')]
}

/**
 * Closes objects, but not refinements of a named schema, which list only some fields, and lists of
 * values that clients must take as open: here only the documented ones count.
 */
function closed<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(closed) as Value
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, closed(part)]),
  )
  if ('anyOf' in inner && Array.isArray(inner.anyOf) && inner.anyOf.some(isList))
    return { ...inner, anyOf: inner.anyOf.filter((part) => !isAnyText(part)) } as Value
  const isObject = 'properties' in value && 'type' in value && value.type === 'object'
  return (isObject ? { ...inner, additionalProperties: false } : inner) as Value
}

function isList(schema: Schema): boolean {
  return schema.enum !== undefined
}

function isAnyText(schema: Schema): boolean {
  return isDeepStrictEqual(schema, { type: 'string' })
}

function expressionOf(path: string): RegExp {
  const pattern = path.split(/\{\w+\}/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${pattern.join('[^/]+')}$`)
}
