import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'

interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  $ref?: string
  $defs?: Record<string, Schema>
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  prefixItems?: Schema[]
  additionalProperties?: unknown
}

const known = new WeakMap<z.ZodType, Record<string, unknown>>()

/**
 * Returns the fields and types of an answer, made once, for Fastify's serializer, which is faster
 * than JSON.stringify and writes only these. The procedure's output schema has already validated
 * the values: of several kinds of an object, all present fields are written.
 */
export function responseSchemaOf(output: z.ZodType): Record<string, unknown> {
  const schema = known.get(output) ?? makeResponseSchema(output)
  known.set(output, schema)
  return schema
}

function makeResponseSchema(output: z.ZodType): Record<string, unknown> {
  const { $defs = {}, ...schema } = z.toJSONSchema(output, { io: 'output' }) as Schema
  return { ...structureOf(schema, $defs) }
}

function structureOf(schema: Schema, definitions: Record<string, Schema>): Schema {
  if (schema.$ref !== undefined)
    return structureOf(definitions[schema.$ref.replace('#/$defs/', '')] ?? {}, definitions)
  const variants = schema.anyOf ?? schema.oneOf
  if (variants !== undefined) return oneOf(variants, definitions)
  // Handles a tuple, whose parts all have one type here.
  const items = schema.prefixItems?.[0] ?? schema.items
  if (schema.type === 'array' && items !== undefined)
    return { type: 'array', items: structureOf(items, definitions) }
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
  // Handles a record, whose fields have no names to write it by.
  if (schema.type === 'object') return { type: 'object', additionalProperties: true }
  return { type: schema.type ?? typeof (schema.const ?? schema.enum?.[0]) }
}

function oneOf(variants: Schema[], definitions: Record<string, Schema>): Schema {
  const structures = variants
    .filter(({ type }) => type !== 'null')
    .map((variant) => structureOf(variant, definitions))
  const [first, ...others] = structures
  const structure = others.length === 0 ? first : fieldsOfAll(structures)
  if (structure === undefined) throw severalTypes()
  return structures.length === variants.length
    ? structure
    : { ...structure, type: [structure.type ?? 'object', 'null'].flat() }
}

function fieldsOfAll(structures: Schema[]): Schema {
  const properties: Record<string, Schema> = {}
  for (const { properties: own } of structures) {
    if (own === undefined) throw severalTypes()
    for (const [name, property] of Object.entries(own)) {
      const known = properties[name]
      properties[name] = known === undefined ? property : bothOf(known, property)
    }
  }
  const required = structures.map((structure) => new Set(structure.required))
  const [first = new Set<string>(), ...others] = required
  return {
    type: 'object',
    properties,
    required: [...first].filter((name) => others.every((names) => names.has(name))),
  }
}

/** Merges a field of two kinds: an object that differs between them too, or null in one of them. */
function bothOf(one: Schema, other: Schema): Schema {
  if (isDeepStrictEqual(one, other)) return one
  if (one.properties !== undefined && other.properties !== undefined)
    return fieldsOfAll([one, other])
  const types = new Set([one.type ?? [], other.type ?? []].flat())
  types.delete('null')
  const [type] = types
  if (type === undefined || types.size > 1 || 'items' in one || 'properties' in one)
    throw severalTypes()
  return { type: [type, 'null'] }
}

function severalTypes(): Error {
  return new Error(
    'An answer can be null, or an object of several kinds, but not of several types.',
  )
}
