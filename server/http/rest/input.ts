import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

export type ReadInput = (request: Pick<FastifyRequest, 'body' | 'query' | 'params'>) => unknown

/**
 * What a procedure is given for a REST request: its body, or its query string, with the parameters
 * of the path. A body that is no object goes on as it is, for the procedure to refuse.
 */
export function inputReader(schema: z.ZodObject, { hasBody }: { hasBody: boolean }): ReadInput {
  const readText = textReader(schema)
  if (!hasBody) return ({ query, params }) => ({ ...readText(query), ...readText(params) })

  return ({ body, params }) => {
    if (body === undefined) return readText(params)
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
    return { ...body, ...readText(params) }
  }
}

/**
 * Converts text to the declared types, strictly: what does not read as its type stays text, for the
 * schema to refuse.
 */
function textReader(schema: z.ZodObject): (texts: unknown) => Record<string, unknown> {
  const conversions = new Map(
    Object.entries(schema.shape).map(([name, type]) => [name, conversionTo(baseOf(type))]),
  )

  return (texts) => {
    const values: [string, unknown][] = Object.entries(texts as object)
    return Object.fromEntries(
      values.map(([name, value]) => [
        name,
        typeof value === 'string' ? (conversions.get(name)?.(value) ?? value) : value,
      ]),
    )
  }
}

function conversionTo(type: z.core.$ZodType): ((text: string) => unknown) | undefined {
  if (type instanceof z.ZodNumber)
    return (text) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text)
  if (type instanceof z.ZodBoolean)
    return (text) => (text === 'true' ? true : text === 'false' ? false : text)
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
