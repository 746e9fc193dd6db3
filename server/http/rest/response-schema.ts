import { z } from 'zod'

interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  $ref?: string
  $defs?: Record<string, Schema>
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
}

/**
 * What Fastify's serialiser has to know of an answer: which fields there are and of which kind.
 * Only these are written, and writing them so takes less time than JSON.stringify. That the values
 * are right is the procedure's output schema to see to.
 */
export function responseSchemaOf(output: z.ZodType): object {
  const { $defs = {}, ...schema } = z.toJSONSchema(output, { io: 'output' }) as Schema
  return structureOf(schema, $defs)
}

function structureOf(schema: Schema, definitions: Record<string, Schema>): Schema {
  if (schema.$ref !== undefined)
    return structureOf(definitions[schema.$ref.replace('#/$defs/', '')] ?? {}, definitions)
  if (schema.anyOf !== undefined) return nullable(schema.anyOf, definitions)
  if (schema.type === 'array' && schema.items !== undefined)
    return { type: 'array', items: structureOf(schema.items, definitions) }
  if (schema.properties !== undefined) {
    const properties = Object.entries(schema.properties).map(([name, property]) => [
      name,
      structureOf(property, definitions),
    ])
    return {
      type: 'object',
      properties: Object.fromEntries(properties),
      required: schema.required ?? [],
    }
  }
  return { type: schema.type ?? typeof (schema.const ?? schema.enum?.[0]) }
}

function nullable(variants: Schema[], definitions: Record<string, Schema>): Schema {
  const [variant, ...others] = variants.filter(({ type }) => type !== 'null')
  if (variant === undefined || others.length > 0)
    throw new Error('An answer may be null, but not of several kinds.')
  const structure = structureOf(variant, definitions)
  return { ...structure, type: [structure.type ?? 'object', 'null'].flat() }
}
