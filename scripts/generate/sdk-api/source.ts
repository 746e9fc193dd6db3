import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { wrapped } from '../markdown.ts'

type Declared = ts.InterfaceDeclaration | ts.TypeAliasDeclaration

/** The declarations of one TypeScript file, read without its imports. */
export interface Source {
  file: ts.SourceFile
  types: ReadonlyMap<string, Declared>
}

/** Reads a file of client-sdk/src. */
export function readSdkSource(name: string): Source {
  const file = new URL(`../../../client-sdk/src/${name}`, import.meta.url)
  return readSource(name, readFileSync(file, 'utf8'))
}

export function readSource(name: string, text: string): Source {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
  const declared = file.statements.filter(
    (statement): statement is Declared =>
      ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement),
  )
  return { file, types: new Map(declared.map((type) => [type.name.text, type])) }
}

/** Returns the paragraphs of a declaration's comment, each on one line, without its tags. */
export function docOf(node: ts.Node): string[] {
  const comment = ts.getJSDocCommentsAndTags(node).find((doc) => ts.isJSDoc(doc))
  const text = ts.getTextOfJSDocComment(comment?.comment) ?? ''
  return text.split(/\n\s*\n/).map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim())
}

export function firstSentenceOf(node: ts.Node): string {
  const [paragraph = ''] = docOf(node)
  return /^.*?\.(?=\s|$)/.exec(paragraph)?.[0] ?? paragraph
}

const printer = ts.createPrinter({ removeComments: true })

/** Returns a type on one line, without its comments. */
export function typeText(node: ts.Node | undefined): string {
  if (node === undefined) return 'void'
  return printer
    .printNode(ts.EmitHint.Unspecified, node, node.getSourceFile())
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/Array<([\w.]+)>/g, '$1[]')
    .replaceAll(/; }/g, ' }')
    .replaceAll(' | undefined', '')
    .replace(/^\((.*)\)$/, '$1')
    .replaceAll('"', "'")
}

/** Returns a type's field names, if they are declared in the same file: `id`, `to?`. */
export function fieldsOf(type: ts.Node, source: Source): string[] {
  if (ts.isTypeLiteralNode(type) || ts.isInterfaceDeclaration(type))
    return type.members.flatMap((member) => {
      const name = member.name?.getText() ?? ''
      return name === '' ? [] : [`${name}${member.questionToken === undefined ? '' : '?'}`]
    })
  if (ts.isTypeAliasDeclaration(type)) return fieldsOf(type.type, source)
  if (ts.isIntersectionTypeNode(type) || ts.isUnionTypeNode(type))
    return [...new Set(type.types.flatMap((part) => fieldsOf(part, source)))]
  const declared = ts.isTypeReferenceNode(type)
    ? source.types.get(type.typeName.getText())
    : undefined
  return declared === undefined ? [] : fieldsOf(declared, source)
}

/** Returns `name(one, other?: Type): Result` for a function or method; undefined for others. */
export function signatureOf(node: ts.Node): string | undefined {
  if (!ts.isFunctionDeclaration(node) && !ts.isMethodSignature(node)) return undefined
  const parameters = node.parameters.map((parameter) => {
    const { name, type, initializer, questionToken, dotDotDotToken } = parameter
    const rest = dotDotDotToken === undefined ? '' : '...'
    const isOptional = initializer !== undefined || questionToken !== undefined
    const shown = ts.isIdentifier(name) ? name.text : nameFor(type)
    return `${rest}${shown}${isOptional ? '?' : ''}: ${typeText(type)}`
  })
  return `${node.name?.getText() ?? ''}(${parameters.join(', ')}): ${typeText(node.type)}`
}

/** Names a parameter that is destructured where it is declared. */
function nameFor(type: ts.TypeNode | undefined): string {
  return type !== undefined && ts.isTypeReferenceNode(type)
    ? (/[A-Z][a-z]+$/.exec(type.typeName.getText())?.[0] ?? 'options').toLowerCase()
    : 'options'
}

/** Writes a list item, broken at spaces, but not within code that fits on a line. */
export function listItem(...paragraphs: string[]): string {
  const indented = paragraphs.map((text) => lines(text, 98).replaceAll('\n', '\n  '))
  return `- ${indented.join('\n  ')}`
}

export function lines(text: string, columns = 100): string {
  const kept = text
    .split(/(`[^`]*`)/)
    .map((part) => (/^`.{1,90}$/.test(part) ? part.replaceAll(' ', '\u00a0') : part))
  return wrapped(kept.join(''), { columns }).replaceAll('\u00a0', ' ')
}
