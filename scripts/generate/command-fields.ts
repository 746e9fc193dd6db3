import { z } from 'zod'
import { needsRevision, type Operation, operationsOf } from '../../server/http/operations.ts'
import { appRouter } from '../../server/router.ts'
import type { CommandEntry, Described } from '../cli/command-entry.ts'
import { commandEntries } from '../cli/program.ts'

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
  const { description = '', default: preset, ...facts } = factsOf(schema)
  const [value, isNullable] = withoutNull(facts)
  const item = value.type === 'array' ? (value.items ?? {}) : value
  if (item.type === 'object' || item.type === 'array') return undefined
  const isFlag = item.type === 'boolean' && type === 'mutation'
  const option = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  const choices = choicesOf(item)
  const reading = isFlag ? undefined : readingOf(item, isNullable)
  const about = (description.charAt(0).toLowerCase() + description.slice(1)).replace(
    /absent: /i,
    'Default: ',
  )
  const isOneOfMany = item.enum !== undefined && choices === undefined
  return [
    isFlag ? option : `${option} <${placeholderOf(name, item)}>`,
    isOneOfMany ? `${about}, like ${facts.examples?.[0]}` : about,
    {
      ...(reading && { as: reading }),
      ...(choices && { choices }),
      ...(value.type === 'array' && { repeated: true }),
      ...(['string', 'number'].includes(typeof preset) && { default: String(preset) }),
      ...(!schema.safeParse(undefined).success && { required: true }),
    },
  ]
}

interface Facts {
  description?: string
  default?: unknown
  examples?: unknown[]
  type?: string
  format?: string
  minimum?: number
  enum?: unknown[]
  items?: Facts
  anyOf?: Facts[]
}

function factsOf(schema: z.ZodType): Facts {
  const { $ref, $defs, ...facts } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const named = $ref === undefined ? {} : $defs?.[$ref.replace('#/$defs/', '')]
  return { ...(named as Facts), ...(facts as Facts) }
}

function withoutNull({ anyOf, ...facts }: Facts): [facts: Facts, isNullable: boolean] {
  if (anyOf === undefined) return [facts, false]
  const others = anyOf.filter(({ type }) => type !== 'null')
  return [{ ...facts, ...others[0] }, others.length < anyOf.length]
}

function choicesOf({ type, enum: words = [] }: Facts): string[] | undefined {
  if (type === 'boolean') return ['yes', 'no']
  return words.length === 0 || words.length > mostChoices ? undefined : words.map(String)
}

function readingOf({ type, format, minimum = 1 }: Facts, isNullable: boolean) {
  if (type === 'integer' && minimum <= 0) return 'count'
  if (type === 'integer') return isNullable ? 'numberOrNone' : 'number'
  if (type === 'boolean') return 'yesOrNo'
  if (isNullable) return 'textOrNone'
  return format === 'uuid' ? 'id' : undefined
}

function placeholderOf(name: string, { type, format }: Facts): string {
  if (type === 'integer') return 'number'
  if (format === 'date' || format === 'date-time') return 'when'
  if (name === 'reason') return 'text'
  return (name.match(/[A-Z]?[a-z]+$/)?.[0] ?? name).toLowerCase()
}
