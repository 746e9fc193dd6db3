import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import { z } from 'zod'
import { issueCodes } from '../../lib/fields/issue-code.ts'
import { currencies, exponentOf } from '../../lib/money.ts'
import { type ErrorName, errors } from '../../server/errors/errors.ts'
import { errorFacts } from '../../server/errors/facts.ts'
import { ImportedDraft } from '../../server/features/authoring/import/zip/schema.ts'
import { eventTypeNames } from '../../server/features/platform/events/event-types.ts'
import { errorsOf } from '../../server/http/errors-of.ts'
import {
  errorsOfEndpoint,
  type SdkEndpoint,
  sdkEndpoints,
} from '../../server/http/openapi/describe-endpoints.ts'
import { type Operation, operationsOf } from '../../server/http/operations.ts'
import { appRouter } from '../../server/router.ts'
import { trpcCodes } from '../../server/trpc.ts'
import { wrapped } from './markdown.ts'

const docColumns = 92

type JsonSchema = z.core.JSONSchema.BaseSchema

const firstLine = (source: string) =>
  `// Generated from ${source} by \`npm run generate\`. Do not edit.`

/**
 * The router's type as the SDK publishes it: the input and output of each operation, with the names
 * and descriptions of the schemas. Without the context and the meta, and so without anything from
 * inside the server. A test compares it with the type that the compiler sees.
 */
export function sdkRouterTypes(): string {
  const printer = new TypePrinter()
  const errorFactsType = printer.print('output', z.object(errorFacts))
  // The answer of an endpoint, and so of no procedure.
  printer.print('output', ImportedDraft)
  const errorNamesOfAll = [
    ...operationsOf(appRouter).map((operation) => errorNames(operation.name, errorsOf(operation))),
    ...sdkEndpoints.map((endpoint) => errorNames(endpoint.sdkName, errorsOfEndpoint(endpoint))),
  ]
  const record = recordOf(operationsOf(appRouter), (operation) => procedureType(operation, printer))

  return format(`${firstLine('server/router.ts')}

import type { TRPCBuiltRouter, TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server'

${printer.declarations()}

/** An error as tRPC's own clients see it; the SDK throws a LyceumError instead. */
export type ErrorShape = ${errorShape()}

/** The facts that errors carry for programs, by the name of the error. */
export type ErrorFacts = ${errorFactsType}

/** The names of the errors that each operation can answer with. */
export type OperationErrors = {\n${errorNamesOfAll.join('\n')}\n}

type Root = { ctx: object; meta: object; errorShape: ErrorShape; transformer: false }

/** All operations of Lyceum, for tools that need the type of a tRPC router. */
export type AppRouter = TRPCBuiltRouter<Root, {\n${record}\n}>
`)
}

/** `rpcErrorOf` of a problem. */
function errorShape(): string {
  const anyOf = (values: readonly (string | number)[]) =>
    [...new Set(values)].map((value) => JSON.stringify(value)).join(' | ')
  const statuses = anyOf(Object.values(errors).map(({ status }) => status))
  const codes = Object.values(trpcCodes)
  return `{
message: string
code: ${anyOf(codes.map((code) => TRPC_ERROR_CODES_BY_KEY[code]))}
data: {
path?: string
code: ${anyOf(codes)}
httpStatus: ${statuses}
error: ${anyOf(Object.keys(errors))}
message: string
status: ${statuses}
title: string
detail: string
type: string
requestId: string
issues?: Array<{ path: string; message: string; code?: ${anyOf(issueCodes)}; limit?: number; readings?: string[] }>
facts?: ErrorFacts[keyof ErrorFacts]
}
}`
}

/** The names of the server's errors, with their messages as documentation. */
export function sdkErrors(): string {
  const lines = Object.entries(errors).map(
    ([name, { status, message }]) => `${doc([`${status}: ${message}`])}  ${name}: ${status}`,
  )
  return format(`${firstLine('server/errors/errors.ts')}

/** The names of the server's errors, with the status of each. */
export interface ServerErrors {
${lines.join('\n')}
}

/** The rules that fields break, of which issues say so by \`code\`. */
export type IssueCode = ${issueCodes.map((code) => `'${code}'`).join(' | ')}

/** The names at run time. In one text, which is a third of the size. */
export const serverErrorNames: ReadonlySet<string> = new Set(
\`${inLines(Object.keys(errors))}\`.split(/\\s/))
`)
}

function inLines(words: string[]): string {
  return words
    .join(' ')
    .replace(/(.{1,90})(?: |$)/g, '$1\n')
    .trim()
}

/** The types of events, for receivers of webhooks as well. */
export function sdkEvents(): string {
  const types = eventTypeNames.map((type) => `  '${type}',`)
  return `${firstLine('server/features/platform/events/event-types.ts')}

export type { LyceumEvent } from './router.ts'

/** The types of events that this release knows; a later server may send others. */
export const eventTypes = [
${types.join('\n')}
] as const
`
}

/** The facts about operations that the SDK needs at run time. */
export function sdkOperations(): string {
  const namesWith = (flag: 'idempotent' | 'repeatable' | 'longBody') =>
    operationsOf(appRouter)
      .filter(({ rest }) => rest[flag])
      .map(({ name }) => `'${name}',`)
      .join('\n')
  const idempotentFiles = sdkEndpoints
    .filter(({ idempotent }) => idempotent)
    .map(({ sdkName }) => `'${sdkName}',`)
  return format(`${firstLine('server/router.ts')}

/** Mutations that take an idempotency key, with which they may be sent again. */
export const idempotentOperations = [
${namesWith('idempotent')}
${idempotentFiles.join('\n')}
] as const

/** Mutations that may be sent again without a key: twice has the same effect as once. */
export const repeatableOperations = [
${namesWith('repeatable')}
] as const

/** Mutations whose input may be long: the server takes them one by one only. */
export const longOperations: readonly string[] = [
${namesWith('longBody')}
]

/**
 * Operations that take or return a file: how they are called over REST, the type of the answer, and
 * \`open\` if they need no token.
 */
export const fileOperations = {
${sdkEndpoints.map(fileOperation).join('\n')}
} as const
`)
}

function fileOperation({ sdkName, route, content = {}, requiresToken }: SdkEndpoint): string {
  const [answer] = Object.keys(content)
  return `'${sdkName}': '${route} ${answer}${requiresToken ? '' : ' open'}',`
}

/** The currencies whose amounts have another number of decimals than two. */
export function sdkCurrencies(): string {
  const lines = [...currencies]
    .filter((currency) => exponentOf(currency) !== 2)
    .sort()
    .map((currency) => `${currency}: ${exponentOf(currency)},`)
  return format(`${firstLine('lib/money.ts')}

/** The digits after the decimal point by ISO 4217; all other currencies have two. */
export const exponents = {
${lines.join('\n')}
} as const
`)
}

function procedureType(operation: Operation, printer: TypePrinter): string {
  const { name, type, rest, inputIsOptional } = operation
  const given = printer.print('input', operation.input)
  const input = inputIsOptional ? `${given} | undefined` : given
  const output = printer.print('output', operation.output)

  const errorNames = rest.errors.length === 0 ? [] : [`Errors: ${rest.errors.join(', ')}.`]
  const words = [
    `${rest.summary}.`,
    ...(rest.description === undefined ? [] : [rest.description]),
    ...errorNames,
    `REST: \`${rest.route}\``,
  ]
  const kind = type === 'query' ? 'TRPCQueryProcedure' : 'TRPCMutationProcedure'
  return `${doc(words)}${name.slice(name.lastIndexOf('.') + 1)}: ${kind}<{ meta: object; input: ${input}; output: ${output} }>`
}

function errorNames(operation: string, errors: ErrorName[]): string {
  const names = errors.map((name) => `| '${name}'`)
  return `'${operation}':\n${wrapped(names.join(' '), { prefix: '  ', columns: docColumns })}`
}

/** The routers inside each other, as they are in the names: `admin.users.list`. */
function recordOf(
  operations: Operation[],
  print: (operation: Operation) => string,
  depth = 0,
): string {
  const groups = Map.groupBy(operations, ({ name }) => name.split('.')[depth] ?? '')
  const entries = [...groups].map(([part, group]) => {
    const [only] = group
    return only?.name.split('.').length === depth + 1
      ? print(only)
      : `${part}: {\n${recordOf(group, print, depth + 1)}\n}`
  })
  return entries.join('\n')
}

/** Prints the types of schemas as zod infers them, with their names and descriptions. */
class TypePrinter {
  readonly #named = new Map<string, { text: string; description: string | undefined }>()
  #side: 'input' | 'output' = 'output'

  print(side: 'input' | 'output', schema: z.ZodType): string {
    this.#side = side
    const described = z.toJSONSchema(schema, { io: side, unrepresentable: 'any' })
    return this.#type(described, described)
  }

  declarations(): string {
    const named = [...this.#named].sort(([one], [other]) => (one < other ? -1 : 1))
    return named
      .map(
        ([name, { text, description }]) =>
          `${doc([description ?? ''])}export type ${name} = ${text}`,
      )
      .join('\n\n')
  }

  /** `root` holds the definitions that `schema` refers to. */
  #type(schema: JsonSchema, root: JsonSchema): string {
    if (schema.$ref !== undefined) return this.#reference(schema.$ref.replace('#/$defs/', ''), root)
    const options = (schema.oneOf ?? schema.anyOf) as JsonSchema[] | undefined
    if (options !== undefined) return this.#union(options, root)
    if (schema.const !== undefined) return JSON.stringify(schema.const)
    if (schema.enum !== undefined)
      return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
    if (schema.type === 'array') return this.#array(schema, root)
    if (schema.type === 'object') return this.#object(schema, root)
    const kinds: string[] = [schema.type ?? 'unknown'].flat()
    return kinds.map((kind) => (kind === 'integer' ? 'number' : kind)).join(' | ')
  }

  #reference(name: string, root: JsonSchema): string {
    const definition = root.$defs?.[name] ?? {}
    const text = this.#type(definition, root)
    const known = this.#named.get(name)
    if (known !== undefined && known.text !== text)
      throw new Error(`${name} names two different types; rename one of them.`)
    this.#named.set(name, { text, description: definition.description })
    return name
  }

  /** Sorts the members, with null at the end. Any text absorbs literal ones. */
  #union(options: JsonSchema[], root: JsonSchema): string {
    const texts = new Set(options.map((option) => this.#type(option, root)))
    const present = [...texts].filter((text) => text !== 'null' && !isTextIn(texts, text)).sort()
    return [...present, ...(texts.has('null') ? ['null'] : [])].join(' | ')
  }

  #array({ prefixItems, items }: JsonSchema, root: JsonSchema): string {
    const typeOf = (item: unknown) => this.#type((item ?? {}) as JsonSchema, root)
    return prefixItems === undefined
      ? `Array<${typeOf(items)}>`
      : `[${prefixItems.map(typeOf).join(', ')}]`
  }

  #object(schema: JsonSchema, root: JsonSchema): string {
    const others = schema.additionalProperties
    if (schema.properties === undefined && typeof others === 'object')
      return `Record<string, ${this.#type(others as JsonSchema, root)}>`
    if (Object.keys(schema.properties ?? {}).length === 0) return 'Record<string, never>'
    const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => {
      const described = property as JsonSchema
      const isOptional = schema.required?.includes(name) !== true
      const standard =
        described.default === undefined ? [] : [`Default: ${JSON.stringify(described.default)}.`]
      const words = doc([described.description ?? '', ...standard])
      // JSON has no undefined: a field of an answer is present or absent.
      const absence = isOptional && this.#side === 'input' ? ' | undefined' : ''
      return `${words}${name}${isOptional ? '?' : ''}: ${this.#type(described, root)}${absence}`
    })
    return `{\n${properties.join('\n')}\n}`
  }
}

/** Whether it is the type of a certain text where any text may be. */
function isTextIn(union: Set<string>, type: string): boolean {
  return union.has('string') && type.startsWith('"')
}

/** Writes a comment that fits 100 columns at any indent up to eight. */
function doc(lines: string[]): string {
  const words = lines.filter((line) => line !== '').map((line) => line.replaceAll('*/', '*\\/'))
  const [first] = words
  if (first === undefined) return ''
  if (words.length === 1 && first.length <= docColumns - '/**  */'.length)
    return `/** ${first} */\n`
  const paragraphs = words.map((line) => wrapped(line, { prefix: ' * ', columns: docColumns }))
  return `/**\n${paragraphs.join('\n *\n')}\n */\n`
}

/** Indents by the depth of the braces and uses the project's quotes. */
function format(content: string): string {
  let depth = 0
  const lines = content.split('\n').map((line) => {
    const text = line.trimEnd()
    const isComment = /^\s*(\/\*\*|\*|\/\/)/.test(text)
    if (!isComment && /^\s*[}>]/.test(text)) depth -= 1
    const indented =
      text === '' ? '' : `${'  '.repeat(depth)}${/^\s*\*/.test(text) ? ' ' : ''}${text.trim()}`
    if (!isComment && text.endsWith('{')) depth += 1
    return isComment ? indented : indented.replaceAll('"', "'")
  })
  return lines.join('\n')
}
