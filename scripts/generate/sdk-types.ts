import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { z } from 'zod'
import { type ErrorName, errors } from '../../server/errors/errors.ts'
import { errorFacts } from '../../server/errors/facts.ts'
import { ImportedDraft } from '../../server/features/authoring/import/zip/schema.ts'
import { eventTypeNames } from '../../server/features/base/events/event-types.ts'
import { errorsOf } from '../../server/http/errors-of.ts'
import {
  errorsOfEndpoint,
  type SdkEndpoint,
  sdkEndpoints,
} from '../../server/http/openapi/describe-endpoints.ts'
import { type Operation, operationsOf } from '../../server/http/operations.ts'
import { currencies, exponentOf } from '../../server/lib/money.ts'
import { appRouter } from '../../server/router.ts'
import { wrapped } from './markdown.ts'

const docColumns = 92

type JsonSchema = z.core.JSONSchema.BaseSchema

const firstLine = (source: string) =>
  `// Generated from ${source} by \`npm run generate\`. Do not edit.`

/**
 * The router's type as the SDK publishes it: the input and output of each operation as the compiler
 * sees them, with the names and descriptions of the schemas. Without the context and the meta, and
 * so without anything from inside the server.
 */
export function sdkRouterTypes(): string {
  const { checker, router, facts, importedDraft } = loadTypes()
  const printer = new TypePrinter(checker)
  const errorShape = printer.print(
    at(checker, router, ['_def', '_config', '$types', 'errorShape']),
    {},
  )

  const errorFactsType = printer.print(facts, z.toJSONSchema(z.object(errorFacts)))
  // The answer of an endpoint, and so of no procedure.
  printer.printSide('output', importedDraft, ImportedDraft)
  const errorNamesOfAll = [
    ...operationsOf(appRouter).map((operation) => errorNames(operation.name, errorsOf(operation))),
    ...sdkEndpoints.map((endpoint) => errorNames(endpoint.sdkName, errorsOfEndpoint(endpoint))),
  ]
  const print = (operation: Operation) => procedureType(operation, { checker, printer, router })
  const record = recordOf(operationsOf(appRouter), print)

  const content = `${firstLine('server/router.ts')}

import type { TRPCBuiltRouter, TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server'

${printer.declarations()}

/** An error as tRPC's own clients see it; the SDK throws a LyceumError instead. */
export type ErrorShape = ${errorShape}

/** The facts that errors carry for programs, by the name of the error. */
export type ErrorFacts = ${errorFactsType}

/** The names of the errors that each operation can answer with. */
export type OperationErrors = {\n${errorNamesOfAll.join('\n')}\n}

type Root = { ctx: object; meta: object; errorShape: ErrorShape; transformer: false }

/** All operations of Lyceum, for tools that need the type of a tRPC router. */
export type AppRouter = TRPCBuiltRouter<Root, {\n${record}\n}>
`
  const formatted = format(content)
  refuseWordsFromInside(formatted)
  return formatted
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
  return `${firstLine('server/features/base/events/event-types.ts')}

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
  return format(`${firstLine('server/lib/money.ts')}

/** The digits after the decimal point by ISO 4217; all other currencies have two. */
export const exponents = {
${lines.join('\n')}
} as const
`)
}

interface LoadedTypes {
  checker: ts.TypeChecker
  router: ts.Type
  facts: ts.Type
  importedDraft: ts.Type
}

const zipSchema = 'server/features/authoring/import/zip/schema.ts'

function loadTypes(): LoadedTypes {
  const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url))
  const { config } = ts.readConfigFile(path('tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, path('.'))
  const program = ts.createProgram([path('server/router.ts'), path(zipSchema)], options)
  const checker = program.getTypeChecker()
  const symbolOf = (source: string, wanted: string) => {
    const file = program.getSourceFile(path(source))
    const module = file && checker.getSymbolAtLocation(file)
    const symbol = module && checker.getExportsOfModule(module).find(({ name }) => name === wanted)
    if (symbol === undefined) throw new Error(`${source} does not export ${wanted}.`)
    return symbol
  }
  return {
    checker,
    router: checker.getTypeOfSymbol(symbolOf('server/router.ts', 'appRouter')),
    facts: checker.getDeclaredTypeOfSymbol(symbolOf('server/errors/facts.ts', 'ErrorFacts')),
    importedDraft: checker.getDeclaredTypeOfSymbol(symbolOf(zipSchema, 'ImportedDraft')),
  }
}

/** The type of a property deep inside a type. */
function at(checker: ts.TypeChecker, type: ts.Type, path: string[]): ts.Type {
  return path.reduce((inside, name) => {
    const property = checker.getPropertyOfType(inside, name)
    if (property === undefined) throw new Error(`The router's type has no ${path.join('.')}.`)
    return checker.getTypeOfSymbol(property)
  }, type)
}

function procedureType(
  operation: Operation,
  { checker, printer, router }: Pick<LoadedTypes, 'checker' | 'router'> & { printer: TypePrinter },
): string {
  const { name, type, rest } = operation
  const types = (side: string) =>
    at(checker, router, ['_def', 'record', ...name.split('.'), '_def', '$types', side])
  const input = printer.printSide('input', types('input'), operation.input)
  const output = printer.printSide('output', types('output'), operation.output)

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

/** Prints types as the compiler sees them, with names and descriptions from the JSON schema. */
class TypePrinter {
  readonly #checker: ts.TypeChecker
  readonly #named = new Map<string, { text: string; description: string | undefined }>()
  #side: 'input' | 'output' = 'output'

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker
  }

  printSide(side: 'input' | 'output', type: ts.Type, schema: z.ZodType): string {
    this.#side = side
    return this.print(type, z.toJSONSchema(schema, { io: side, unrepresentable: 'any' }))
  }

  /** `root` holds the definitions that `schema` refers to. */
  print(type: ts.Type, schema: JsonSchema, root: JsonSchema = schema): string {
    const parts = type.isUnion() ? type.types : [type]
    const absences = [
      ...(parts.some(({ flags }) => flags & ts.TypeFlags.Null) ? ['null'] : []),
      ...(parts.some(({ flags }) => flags & ts.TypeFlags.Undefined) ? ['undefined'] : []),
    ]
    const options = (schema.anyOf as JsonSchema[] | undefined)?.filter(
      (option) => option.type !== 'null',
    )
    // Of several, the union finds the option of each part.
    const present = options?.length === 1 ? (options[0] ?? schema) : schema
    const value = this.#value(this.#checker.getNonNullableType(type), present, root)
    return [value, ...absences].join(' | ')
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

  #value(type: ts.Type, schema: JsonSchema, root: JsonSchema): string {
    if (schema.$ref !== undefined)
      return this.#reference(type, schema.$ref.replace('#/$defs/', ''), root)
    if (type.isUnion() && !(type.flags & ts.TypeFlags.Boolean))
      return this.#union(type, schema, root)
    if (this.#checker.isArrayType(type)) return this.#array(type as ts.TypeReference, schema, root)
    const isMap = this.#checker.getIndexInfosOfType(type).length > 0
    if (type.flags & ts.TypeFlags.Object && !isMap) return this.#object(type, schema, root)
    return this.#checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation)
  }

  #reference(type: ts.Type, name: string, root: JsonSchema): string {
    const definition = root.$defs?.[name] ?? {}
    const text = this.print(type, definition, root)
    const known = this.#named.get(name)
    if (known !== undefined && known.text !== text)
      throw new Error(`${name} names two different types; rename one of them.`)
    this.#named.set(name, { text, description: definition.description })
    return name
  }

  /**
   * In the order of the schema or the alphabet: the compiler's own order depends on what it met
   * first.
   */
  #union(type: ts.UnionType, schema: JsonSchema, root: JsonSchema): string {
    const options = (schema.oneOf ?? schema.anyOf ?? []) as JsonSchema[]
    const texts = type.types
      .map((part) => {
        const option = options.find((option) => this.#fits(part, resolve(option, root)))
        return this.print(part, option ?? schema, root)
      })
      .sort()
    const order = schema.enum?.map((value) => JSON.stringify(value)) ?? texts
    return texts.toSorted((one, other) => order.indexOf(one) - order.indexOf(other)).join(' | ')
  }

  /** Whether an option of a schema describes this part of a union: by its fields and constants. */
  #fits(part: ts.Type, { properties }: JsonSchema): boolean {
    if (properties === undefined) return false
    const fields = this.#checker.getPropertiesOfType(part)
    return (
      fields.length === Object.keys(properties).length &&
      fields.every((field) => {
        const described = properties[field.name] as JsonSchema | undefined
        const type = this.#checker.getTypeOfSymbol(field)
        const isOtherConstant =
          described?.const !== undefined && type.isLiteral() && type.value !== described.const
        return described !== undefined && !isOtherConstant
      })
    )
  }

  #array(type: ts.TypeReference, schema: JsonSchema, root: JsonSchema): string {
    const [item] = this.#checker.getTypeArguments(type)
    return item === undefined
      ? 'unknown[]'
      : `Array<${this.print(item, (schema.items as JsonSchema | undefined) ?? {}, root)}>`
  }

  #object(type: ts.Type, schema: JsonSchema, root: JsonSchema): string {
    const properties = this.#checker.getPropertiesOfType(type).map((property) => {
      const described = (schema.properties?.[property.name] as JsonSchema | undefined) ?? {}
      const text = this.print(this.#checker.getTypeOfSymbol(property), described, root)
      const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0
      const standard =
        described.default === undefined ? [] : [`Default: ${JSON.stringify(described.default)}.`]
      return `${doc([described.description ?? '', ...standard])}${property.name}${isOptional ? '?' : ''}: ${this.#absent(text, isOptional)}`
    })
    return `{\n${properties.join('\n')}\n}`
  }

  /** JSON has no undefined: a field of an answer is present or absent. */
  #absent(text: string, isOptional: boolean): string {
    return isOptional && this.#side === 'output' ? text.replace(/ \| undefined$/, '') : text
  }
}

function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema {
  return schema.$ref === undefined
    ? schema
    : (root.$defs?.[schema.$ref.replace('#/$defs/', '')] ?? schema)
}

/** A comment that fits into 100 columns wherever it is indented: eight at most. */
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

/** Names of packages, and of types, that would reveal the inside of the server. */
const insideWords =
  /\b([Dd]rizzle|[Pp]g|[Pp]ostgres|[Ff]astify\w*|[Pp]ino|[Ll]ucia|[Zz]od|[Bb]crypt|[Pp]epper\w*|passwordHash|Deps|Context|UserContext|Db|Logger|Config)\b/

/** Throws when the types name or import anything that is not part of the public API. */
export function refuseWordsFromInside(content: string): void {
  const types = content.replaceAll(/\/\*\*[\s\S]*?\*\//g, '')
  const word = insideWords.exec(types)?.[0]
  if (word !== undefined)
    throw new Error(`The SDK's types would name "${word}", which is internal to the server.`)

  const imports = [...types.matchAll(/\bfrom '([^']+)'|\bimport\(['"]([^'"]+)/g)].map(
    ([, from, inline]) => from ?? inline,
  )
  const foreign = imports.find((module) => module !== '@trpc/server')
  if (foreign !== undefined)
    throw new Error(`The SDK's types would import "${foreign}"; only @trpc/server is allowed.`)
  if (/^import (?!type )/m.test(types))
    throw new Error("The SDK's types would import something at run time.")
}
