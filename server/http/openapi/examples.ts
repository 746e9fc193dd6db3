import type { Schema } from '../endpoints/document.ts'

/**
 * Composes an example of a schema from the examples of its parts. Throws if a part has none, which
 * would be missing in the documentation.
 */
export function exampleOf(schema: Schema, schemas: Record<string, Schema>, place = ''): unknown {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
    return exampleOf(schemas[name] ?? {}, schemas, name)
  }
  if (schema.examples !== undefined) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const [variant] = schema.anyOf ?? schema.oneOf ?? []
  if (variant !== undefined) return exampleOf(variant, schemas, place)
  if (schema.properties !== undefined) {
    const fields = Object.entries(schema.properties)
    return Object.fromEntries(
      fields.map(([name, field]) => [name, exampleOf(field, schemas, `${place}.${name}`)]),
    )
  }
  if (schema.items !== undefined) return [exampleOf(schema.items, schemas, `${place}[]`)]
  if (schema.type === 'boolean') return true
  throw new Error(`${place} has no example: give it one with .meta({ examples: […] }).`)
}
