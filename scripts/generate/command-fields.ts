import type { z } from 'zod'
import { needsRevision, type Operation, operationsOf } from '../../server/http/operations.ts'
import { appRouter } from '../../server/router.ts'
import type { CommandEntry, Described } from '../cli/command-entry.ts'
import { commandEntries } from '../cli/program.ts'
import { inputSchemaOf, type JsonSchema, resolved, variantsOf } from './json-schema.ts'

/** More of them would fill the help; the operation names them where one is wrong. */
const mostChoices = 12

/** The options of the operations that commands mirror, by their fields: the help loads no schema. */
export function commandFields(): string {
  const operations = new Map(operationsOf(appRouter).map((one) => [one.name, one]))
  const names = commandEntries.flatMap(operationsIn).toSorted()
  const fields = names.map((name) => {
    const operation = operations.get(name)
    if (operation === undefined) throw new Error(`No operation is called ${name}.`)
    return [name, fieldsOf(operation)]
  })
  return `${JSON.stringify(Object.fromEntries(fields), null, 2)}\n`
}

function operationsIn({ operation, commands = [] }: CommandEntry): string[] {
  const below = commands.flatMap(operationsIn)
  return operation === undefined ? below : [operation, ...below]
}

function fieldsOf(operation: Operation): Record<string, Described> {
  const left = [
    ...['limit', 'cursor', 'dryRun'],
    ...(operation.rest.proof ? ['password', 'code'] : []),
    ...(needsRevision(operation) ? ['revision'] : []),
  ]
  const fields = Object.entries(operation.input.shape).flatMap(([name, schema]) => {
    const option = left.includes(name) ? undefined : optionOf(name, schema as z.ZodType, operation)
    return option === undefined ? [] : [[name, option]]
  })
  return Object.fromEntries(fields)
}

/** Undefined for what no single word can say. */
function optionOf(name: string, schema: z.ZodType, { type }: Operation): Described | undefined {
  const root = inputSchemaOf(schema)
  const { description = '', default: preset, examples } = resolved(root, root.$defs)
  const variants = variantsOf(root, root.$defs)
  const isNullable = variants.some((one) => one.type === 'null')
  const [value = {}] = variants.filter((one) => one.type !== 'null')
  const item = value.type === 'array' ? ((value.items ?? {}) as JsonSchema) : value
  if (item.type === 'object' || item.type === 'array') return undefined
  const isFlag = item.type === 'boolean' && type === 'mutation'
  const option = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  const choices = isFlag ? undefined : choicesOf(item)
  const reading = isFlag ? undefined : readingOf(item, isNullable)
  const about = (description.charAt(0).toLowerCase() + description.slice(1)).replace(
    /absent: /i,
    'Default: ',
  )
  const isOneOfMany = item.enum !== undefined && choices === undefined
  return [
    isFlag ? option : `${option} <${placeholderOf(name, item)}>`,
    isOneOfMany ? `${about}, like ${examples?.[0]}` : about,
    {
      ...(reading && { as: reading }),
      ...(choices && { choices }),
      ...(value.type === 'array' && { repeated: true }),
      ...(['string', 'number'].includes(typeof preset) && { default: String(preset) }),
      ...(!schema.safeParse(undefined).success && { required: true, ...exampleOf(examples) }),
    },
  ]
}

function exampleOf([example]: readonly unknown[] = []): { example?: string } {
  return ['string', 'number'].includes(typeof example) ? { example: String(example) } : {}
}

function choicesOf({ type, enum: words = [] }: JsonSchema): string[] | undefined {
  if (type === 'boolean') return ['yes', 'no']
  return words.length === 0 || words.length > mostChoices ? undefined : words.map(String)
}

function readingOf({ type, format, minimum = 1 }: JsonSchema, isNullable: boolean) {
  if (type === 'integer' && minimum <= 0) return 'count'
  if (type === 'integer') return isNullable ? 'numberOrNone' : 'number'
  if (type === 'boolean') return 'yesOrNo'
  if (isNullable) return 'textOrNone'
  return format === 'uuid' ? 'id' : undefined
}

function placeholderOf(name: string, { type, format }: JsonSchema): string {
  if (type === 'integer') return 'number'
  if (format === 'date' || format === 'date-time') return 'when'
  if (name === 'reason') return 'text'
  return (name.match(/[A-Z]?[a-z]+$/)?.[0] ?? name).toLowerCase()
}
