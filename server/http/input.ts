import { z } from 'zod'

/**
 * What a procedure is given for a REST request: its body, or its query string, with the parameters of the path.
 * A body that is no object goes on as it is, for the procedure to refuse.
 */
export function inputOf(
  schema: z.ZodObject,
  request: { hasBody: boolean; body: unknown; query: Record<string, unknown>; params: Record<string, unknown> },
): unknown {
  const { hasBody, body, query, params } = request
  if (!hasBody) return { ...fromText(schema, query), ...fromText(schema, params) }
  if (body === undefined) return fromText(schema, params)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return { ...body, ...fromText(schema, params) }
}

/** Converts text to the declared types, strictly: what does not read as its type stays text, for the schema to refuse. */
function fromText(schema: z.ZodObject, texts: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, convert(baseOf(schema.shape[name]), text)]))
}

function convert(type: z.core.$ZodType | undefined, text: unknown): unknown {
  if (typeof text !== 'string') return text
  if (type instanceof z.ZodNumber) return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
  if (type instanceof z.ZodBoolean) return text === 'true' ? true : text === 'false' ? false : text
  return text
}

function baseOf(type: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  if (type instanceof z.ZodOptional || type instanceof z.ZodDefault || type instanceof z.ZodNullable) return baseOf(type.unwrap())
  return type
}
