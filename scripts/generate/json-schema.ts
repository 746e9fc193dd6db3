import { z } from 'zod'

export type JsonSchema = z.core.JSONSchema.JSONSchema

/** Schemas by their names, to which others refer. */
export type Definitions = Readonly<Record<string, JsonSchema>> | undefined

export function inputSchemaOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
}

/** The schema itself, with what it refers to. */
export function resolved({ $ref, ...own }: JsonSchema, named: Definitions): JsonSchema {
  return $ref === undefined ? own : { ...named?.[$ref.replace(/^.*\//, '')], ...own }
}

/** Returns the variants of a schema, or the schema itself if it has none. */
export function variantsOf(schema: JsonSchema, named: Definitions): JsonSchema[] {
  const { anyOf, oneOf = anyOf, type, ...rest } = resolved(schema, named)
  if (oneOf !== undefined) return oneOf.flatMap((one) => variantsOf(one as JsonSchema, named))
  return [type].flat().map((one) => ({ ...rest, type: one }) as JsonSchema)
}
