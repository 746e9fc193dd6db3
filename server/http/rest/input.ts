import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../errors/errors.ts'
import { fieldsError } from '../../errors/problem.ts'

/** Bounds the answer to a query string full of mistakes. */
const maxIssues = 10
const maxShownName = 100

export type ReadInput = (request: Pick<FastifyRequest, 'body' | 'query' | 'params'>) => unknown

/**
 * Returns a reader of a procedure's input from a REST request: from its body or query string, and
 * the path. A body that is not an object is returned unchanged, for the procedure to refuse.
 */
export function inputReader(schema: z.ZodObject, { hasBody }: { hasBody: boolean }): ReadInput {
  const readText = textReader(schema)
  if (!hasBody) return ({ query, params }) => ({ ...readText(query), ...readText(params) })

  return ({ body, params }) => {
    if (body === undefined) return readText(params)
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
    // Avoids a copy: a stranger's may have thousands of fields.
    return Object.assign(body, readText(params))
  }
}

/** @throws MissingFields, InvalidFields */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  const { data, error } = schema.safeParse(input)
  if (error !== undefined) throw fieldsError(error, input)
  return data as z.output<Schema>
}

export interface QueryParameters {
  known: readonly string[]
  /** Parameters that the endpoint takes only in its body. */
  inBody?: readonly string[]
  /** Whether others have no effect, unless they belong in the body. */
  isLenient?: boolean
}

/**
 * Refuses unread parameters, which would go unnoticed: `?serach=` would list everything, and
 * `?dryRun=true` would do it if the field belongs in the body.
 */
export function refuseUnknownParameters(
  query: unknown,
  { known, inBody = [], isLenient = false }: QueryParameters,
): void {
  const unknown = Object.keys(query as object).filter((name) =>
    isLenient ? inBody.includes(name) : !known.includes(name),
  )
  if (unknown.length === 0) return
  const message =
    known.length === 0
      ? 'is not a query parameter: this endpoint has none'
      : `is not a query parameter of this endpoint, which are: ${known.join(', ')}`
  throw new AppError('InvalidFields', {
    issues: unknown.slice(0, maxIssues).map((name) => ({
      path: name.slice(0, maxShownName),
      message: inBody.includes(name) ? 'belongs in the body, not in the address' : message,
    })),
  })
}

/** Returns what converts text to the declared types; other text is for the schema to refuse. */
function textReader(schema: z.ZodObject): (texts: unknown) => Record<string, unknown> {
  let conversions: Map<string, Conversion> | undefined
  return (texts) => {
    conversions ??= new Map(
      Object.entries(schema.shape).map(([name, type]) => [name, conversionTo(baseOf(type))]),
    )
    const values: Record<string, unknown> = Object.create(null)
    for (const [name, value] of Object.entries(texts as object))
      values[name] = convert(conversions.get(name), value)
    return values
  }
}

type Conversion = ((text: string) => unknown) | undefined

function convert(conversion: Conversion, value: unknown): unknown {
  if (Array.isArray(value) && conversion === toList) return toList(value.join(','))
  return typeof value === 'string' ? (conversion?.(value) ?? value) : value
}

/** Splits by commas. Several parameters of one name arrive as a list, joined before. */
function toList(text: string): string[] {
  return text.split(',').filter((part) => part !== '')
}

function conversionTo(type: z.core.$ZodType): Conversion {
  if (type instanceof z.ZodNumber)
    return (text) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text)
  if (type instanceof z.ZodBoolean)
    return (text) => (text === 'true' ? true : text === 'false' ? false : text)
  if (type instanceof z.ZodArray) return toList
  return undefined
}

function baseOf(type: z.core.$ZodType): z.core.$ZodType {
  if (
    type instanceof z.ZodOptional ||
    type instanceof z.ZodDefault ||
    type instanceof z.ZodNullable
  )
    return baseOf(type.unwrap())
  return type
}
