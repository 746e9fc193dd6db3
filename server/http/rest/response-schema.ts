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
  additionalProperties?: unknown
}

/**
 * The fields and types of an answer, for Fastify's serializer, which is faster than JSON.stringify
 * and writes only these fields. The procedure's output schema has already validated the values.
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
  // A record: its fields have no names to write it by.
  if (schema.type === 'object') return { type: 'object', additionalProperties: true }
  return { type: schema.type ?? typeof (schema.const ?? schema.enum?.[0]) }
}

function nullable(variants: Schema[], definitions: Record<string, Schema>): Schema {
  const [variant, ...others] = variants.filter(({ type }) => type !== 'null')
  if (variant === undefined || others.length > 0)
    throw new Error('An answer can be null, but not of several types.')
  const structure = structureOf(variant, definitions)
  return { ...structure, type: [structure.type ?? 'object', 'null'].flat() }
}
