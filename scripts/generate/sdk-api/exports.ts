import { dirname, join } from 'node:path'
import ts from 'typescript'
import { code } from '../markdown.ts'
import {
  fieldsOf,
  firstSentenceOf,
  lines,
  listItem,
  readSdkSource,
  type Source,
  signatureOf,
  typeText,
} from './source.ts'

interface Exported {
  name: string
  node: ts.Node
  source: Source
}

/** Returns a file's exported functions and values, each with its first sentence, and its types. */
export function exportsOf(file: string, without: readonly string[] = []) {
  const found = exported(file).filter(({ name }) => !without.includes(name))
  const values = found.flatMap(({ name, node }) => {
    const shown = signatureOf(node) ?? shapeOf(name, node)
    return shown === undefined ? [] : [item(shown, node)]
  })
  const types = found.flatMap(({ name, node, source }) => {
    if (!ts.isInterfaceDeclaration(node) && !ts.isTypeAliasDeclaration(node)) return []
    const fields = fieldsOf(node, source)
    return [code(fields.length === 0 ? name : `${name} { ${fields.join(', ')} }`)]
  })
  return { values, text: `${values.join('\n')}\n\n${lines(`Types: ${types.join(', ')}.`)}` }
}

/** Lists the members of an interface, each with its first sentence. */
export function membersOf(file: string, name: string, prefix: string): string {
  const declared = readSdkSource(file).types.get(name)
  if (declared === undefined || !ts.isInterfaceDeclaration(declared))
    throw new Error(`${file} has no interface ${name}.`)
  return declared.members
    .map((member) => item(`${prefix}${signatureOf(member) ?? fieldOf(member)}`, member))
    .join('\n')
}

function exported(file: string): Exported[] {
  const source = readSdkSource(file)
  const own = source.file.statements.filter(isExported).map((node) => ({
    name: nameOf(node),
    node,
    source,
  }))
  // Callers of an overloaded function do not see the signature of its body.
  const seen = own.filter(
    ({ name, node }, index) =>
      !ts.isFunctionDeclaration(node) || node.body === undefined || own[index - 1]?.name !== name,
  )
  return [...seen, ...source.file.statements.flatMap((node) => passedOn(file, node))]
}

/** Returns the exports that `export { one, type Other } from './file.ts'` passes on. */
function passedOn(file: string, node: ts.Statement): Exported[] {
  if (!ts.isExportDeclaration(node) || node.moduleSpecifier === undefined) return []
  const { exportClause, moduleSpecifier } = node
  if (exportClause === undefined || !ts.isNamedExports(exportClause)) return []
  const names = exportClause.elements.map((element) => element.name.text)
  const from = join(dirname(file), moduleSpecifier.getText().slice(1, -1))
  return exported(from).filter(({ name }) => names.includes(name))
}

function isExported(node: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(node) ? ts.getModifiers(node) : undefined
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
}

function nameOf(node: ts.Statement): string {
  const [variable] = ts.isVariableStatement(node) ? node.declarationList.declarations : []
  const { name } = (variable ?? node) as { name?: ts.Node }
  return name?.getText() ?? ''
}

function shapeOf(name: string, node: ts.Node): string | undefined {
  if (ts.isVariableStatement(node)) return name
  if (!ts.isClassDeclaration(node)) return undefined
  const fields = node.members.filter(ts.isPropertyDeclaration).map((one) => one.name.getText())
  return `class ${name} { ${fields.join(', ')} }`
}

function fieldOf(member: ts.TypeElement): string {
  const type = ts.isPropertySignature(member) ? member.type : undefined
  const mark = member.questionToken === undefined ? '' : '?'
  return `${member.name?.getText()}${mark}: ${typeText(type)}`
}

function item(shown: string, documented: ts.Node): string {
  const about = firstSentenceOf(documented)
  return listItem(about === '' ? code(shown) : `${code(shown)}: ${about}`)
}
