import { z } from 'zod'
import type { Schema } from '../endpoints/document.ts'

/**
 * Returns the schema of a body, with each object closed that refuses unknown fields. What answers
 * share, by a reference, stays open: they may gain fields.
 */
export function closed(
  schema: Schema,
  type: z.core.$ZodType,
  schemas: Record<string, Schema>,
): Schema {
  const inner = innerOf(type)
  if (inner !== undefined) return closed(schema, inner, schemas)
  const name = schema.$ref?.split('/').at(-1)
  if (name !== undefined) {
    const named = schemas[name]
    if (named !== undefined && /Input(Row)?$/.test(name))
      schemas[name] = closed(named, type, schemas)
    return schema
  }
  if (type instanceof z.ZodUnion || schema.anyOf !== undefined) {
    const options = type instanceof z.ZodUnion ? type.options : [type]
    const anyOf = schema.anyOf?.map((option, index) => {
      const match = options[index]
      return match === undefined ? option : closed(option, match, schemas)
    })
    return anyOf === undefined ? schema : { ...schema, anyOf }
  }
  if (type instanceof z.ZodArray && schema.items !== undefined)
    return { ...schema, items: closed(schema.items, type.element, schemas) }
  if (!(type instanceof z.ZodObject)) return schema
  const properties = Object.entries(schema.properties ?? {}).map(([field, property]) => {
    const fieldType = type.shape[field]
    return [field, fieldType === undefined ? property : closed(property, fieldType, schemas)]
  })
  const isStrict = type.def.catchall instanceof z.ZodNever
  return {
    ...schema,
    ...(schema.properties !== undefined && { properties: Object.fromEntries(properties) }),
    ...(isStrict && { additionalProperties: false }),
  }
}

function innerOf(type: z.core.$ZodType): z.core.$ZodType | undefined {
  if (
    type instanceof z.ZodOptional ||
    type instanceof z.ZodDefault ||
    type instanceof z.ZodNullable
  )
    return type.unwrap()
  return undefined
}
