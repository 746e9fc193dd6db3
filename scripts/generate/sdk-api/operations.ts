import ts from 'typescript'
import {
  idempotentOperations,
  repeatableOperations,
} from '../../../client-sdk/src/generated/operations.ts'
import { code } from '../markdown.ts'
import { docOf, fieldsOf, firstSentenceOf, listItem, type Source, typeText } from './source.ts'

/** The files and types that declare operations. */
interface Declared {
  source: Source
  type: string
}

interface Described {
  area: string
  entry: string
}

/** Returns the entries of all operations by area. */
export function areasIn(declared: readonly Declared[]): Map<string, string[]> {
  const operations = declared.flatMap(({ source, type }) => {
    const found = source.types.get(type)
    if (found === undefined) throw new Error(`There is no type ${type}.`)
    return operationsIn(source, ts.isTypeAliasDeclaration(found) ? recordOf(found) : found)
  })
  const areas = Map.groupBy(operations, ({ area }) => area)
  return new Map([...areas].map(([area, members]) => [area, members.map(({ entry }) => entry)]))
}

/** Returns the operations in tRPC's type of a router. */
function recordOf({ type }: ts.TypeAliasDeclaration): ts.Node {
  return (ts.isTypeReferenceNode(type) && type.typeArguments?.at(-1)) || type
}

function operationsIn(source: Source, area: ts.Node, path: string[] = []): Described[] {
  if (!ts.isTypeLiteralNode(area) && !ts.isInterfaceDeclaration(area)) return []
  return area.members.filter(ts.isPropertySignature).flatMap((member) => {
    const { name, type } = member
    const own = [...path, name.getText()]
    if (type === undefined) return []
    if (!ts.isTypeReferenceNode(type)) return operationsIn(source, type, own)
    return [{ area: path.join('.'), entry: entryOf(source, own.join('.'), { member, type }) }]
  })
}

function entryOf(
  source: Source,
  name: string,
  { member, type }: { member: ts.PropertySignature; type: ts.TypeReferenceNode },
): string {
  const { method, input, output } = partsOf(type)
  const fields = input === undefined ? [] : fieldsOf(input, source)
  const mark = fields.every((field) => field.endsWith('?')) ? '?' : ''
  const given = fields.length === 0 ? '' : `{ ${fields.join(', ')} }${mark}`
  const paragraphs = docOf(member)
  const labeled = (label: string) =>
    paragraphs.find((text) => text.startsWith(label))?.slice(label.length) ?? ''
  const about = [
    firstSentenceOf(member),
    `${labeled('REST: ')}.`,
    retriesOf(name),
    errorsIn(labeled('Errors: ')),
  ]
  return listItem(
    `${code(`lyceum.${name}.${method}(${given})`)} → ${code(typeText(output))}:`,
    about.filter((part) => part !== '').join(' '),
  )
}

/** Lists errors without their meanings, and without those of every operation that takes a key. */
function errorsIn(text: string): string {
  const names = text.replaceAll(/ \([^)]*\)|\.$/g, '').split(', ')
  const own = names.filter((name) => !name.startsWith('IdempotencyKey'))
  return own.join('') === '' ? '' : `${own.join(', ')}.`
}

/** Reads `TRPCQueryProcedure<{ input: …; output: … }>` or `FileProcedure<'query', …, …>`. */
function partsOf({ typeName, typeArguments }: ts.TypeReferenceNode) {
  const [first, ...others] = typeArguments ?? []
  const isQuery = typeName.getText().includes('Query') || first?.getText() === "'query'"
  const method = isQuery ? 'query' : 'mutate'
  if (first === undefined || !ts.isTypeLiteralNode(first))
    return { method, input: others[0], output: others[1] }
  const typeOf = (name: string) =>
    first.members.filter(ts.isPropertySignature).find((one) => one.name.getText() === name)?.type
  return { method, input: typeOf('input'), output: typeOf('output') }
}

function retriesOf(operation: string): string {
  const isIn = (names: readonly string[]) => names.includes(operation)
  if (isIn(idempotentOperations)) return 'Retried, with a key.'
  return isIn(repeatableOperations) ? 'Retried.' : ''
}
