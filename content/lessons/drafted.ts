import { z } from 'zod'

/** Makes each once, so that a schema with a name that two others share stays one. */
const known = new WeakMap<z.ZodType, z.ZodType>()

/**
 * Returns the schema of something as a draft holds it: texts may be blank, lists short, and parts
 * need not fit each other yet. What is there follows the same rules.
 */
export function drafted<Schema extends z.ZodType>(schema: Schema): Schema {
  const made = known.get(schema) ?? withMeta(loosened(schema), schema)
  known.set(schema, made).set(made, made)
  return made as Schema
}

function withMeta(made: z.ZodType, schema: z.ZodType): z.ZodType {
  if (made === schema) return schema
  const { pattern, ...meta } = schema.meta() ?? {}
  const { maxLength } = schema instanceof z.ZodString ? schema : {}
  return made.meta({ ...meta, ...(maxLength != null && { maxLength }) })
}

function loosened(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodString) return blankOr(schema)
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape as Record<string, z.ZodType>)
    const shape = Object.fromEntries(fields.map(([name, field]) => [name, drafted(field)]))
    return schema.def.catchall === undefined ? z.object(shape) : z.strictObject(shape)
  }
  if (schema instanceof z.ZodArray) {
    const list = z.array(drafted(schema.element as z.ZodType))
    const bounds = schema.def.checks?.map(({ _zod }) => _zod.def) ?? []
    const most = bounds.find(({ check }) => check === 'max_length') as
      | { maximum: number }
      | undefined
    return most === undefined ? list : list.max(most.maximum)
  }
  if (schema instanceof z.ZodNullable) return inside(schema).nullable()
  if (schema instanceof z.ZodOptional) return inside(schema).optional()
  if (schema instanceof z.ZodDefault) return inside(schema).default(schema.def.defaultValue)
  if (schema instanceof z.ZodDiscriminatedUnion)
    return z.discriminatedUnion(schema.def.discriminator, optionsOf(schema) as never)
  return schema instanceof z.ZodUnion ? z.union(optionsOf(schema), errorOf(schema)) : schema
}

const inside = (schema: z.ZodNullable | z.ZodOptional | z.ZodDefault) =>
  drafted(schema.unwrap() as z.ZodType)

const optionsOf = (schema: z.ZodUnion | z.ZodDiscriminatedUnion) =>
  (schema.options as z.ZodType[]).map((option) => drafted(option))

const errorOf = ({ def }: z.ZodUnion) =>
  def.error === undefined ? {} : { error: def.error as never }

function blankOr(schema: z.ZodString): z.ZodType {
  return z.string().check((given) => {
    const { data, error } = schema.safeParse(given.value)
    if (error === undefined) given.value = data
    else if (given.value.trim() === '') given.value = ''
    else
      for (const issue of error.issues) given.issues.push({ ...issue, input: given.value } as never)
  })
}
