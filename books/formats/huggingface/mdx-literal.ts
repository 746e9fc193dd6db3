import { type Expression, parseExpressionAt, tokenizer, tokTypes } from 'acorn'

/** A value written out in JavaScript. Fields are a map: no field name is special. */
export type Literal =
  | string
  | number
  | boolean
  | null
  | readonly Literal[]
  | ReadonlyMap<string, Literal>

/** Something unreadable, and its place. */
export class MdxFault extends Error {
  override readonly name = 'MdxFault'
  /** Offset in the text. */
  readonly at: number

  constructor(at: number, message: string) {
    super(message)
    this.at = at
  }
}

const maxCharacters = 100_000
const maxDepth = 32
const options = { ecmaVersion: 'latest' } as const

/**
 * Reads the literal in the braces that open at this offset. Parses and never evaluates it, and
 * accepts only strings, numbers, lists and fields.
 * @throws MdxFault
 */
export function readBracedLiteral(text: string, open: number): { value: Literal; end: number } {
  const end = findClosingBrace(text, open)
  const source = text.slice(open + 1, end - 1)
  const start = open + 1
  try {
    const expression = parseExpressionAt(source, 0, options)
    if (/[^\s;]/u.test(source.slice(expression.end)))
      throw new MdxFault(start + expression.end, 'these braces hold more than one value: keep one')
    return { value: literalOf(expression, start), end }
  } catch (error) {
    throw error instanceof MdxFault ? error : faultOf(error, start)
  }
}

/** Returns the offset after the brace that closes this one. */
function findClosingBrace(text: string, open: number): number {
  const source = text.slice(open, open + maxCharacters)
  let depth = 0
  try {
    for (const { type, end } of tokenizer(source, options)) {
      if (opening.has(type)) depth += 1
      if (closing.has(type)) depth -= 1
      if (depth > maxDepth)
        throw new MdxFault(open + end, 'this is nested too deeply: make it simpler')
      if (depth === 0) return open + end
    }
  } catch (error) {
    throw error instanceof MdxFault ? error : faultOf(error, open)
  }
  throw new MdxFault(open, 'this brace has no closing one: add it')
}

const { braceL, braceR, bracketL, bracketR, parenL, parenR, dollarBraceL } = tokTypes
const opening = new Set([braceL, bracketL, parenL, dollarBraceL])
const closing = new Set([braceR, bracketR, parenR])

function faultOf(error: unknown, start: number): MdxFault {
  const at = error instanceof SyntaxError && 'pos' in error ? Number(error.pos) : 0
  return new MdxFault(start + at, 'this is not JavaScript: correct what stands in the braces')
}

function literalOf(node: Expression, start: number): Literal {
  switch (node.type) {
    case 'Literal': {
      const { value } = node
      if (typeof value === 'string' || typeof value === 'number') return value
      if (typeof value === 'boolean' || value === null) return value
      break
    }
    case 'TemplateLiteral': {
      const [only] = node.quasis
      if (node.expressions.length === 0) return only?.value.cooked ?? ''
      break
    }
    case 'ArrayExpression':
      return node.elements.map((element) => {
        if (element === null || element.type === 'SpreadElement') throw notLiteral(node, start)
        return literalOf(element, start)
      })
    case 'ObjectExpression':
      return new Map(node.properties.map((property) => fieldOf(property, start)))
  }
  throw notLiteral(node, start)
}

type Field = Extract<Expression, { type: 'ObjectExpression' }>['properties'][number]

function fieldOf(node: Field, start: number): [name: string, value: Literal] {
  if (node.type !== 'Property' || node.computed || node.method || node.kind !== 'init')
    throw notLiteral(node, start)
  const { key } = node
  const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? key.value : undefined
  if (node.shorthand || typeof name !== 'string') throw notLiteral(node, start)
  if (name === '__proto__')
    throw new MdxFault(start + key.start, '__proto__ is no field: remove it')
  return [name, literalOf(node.value, start)]
}

function notLiteral(node: { start: number }, start: number): MdxFault {
  return new MdxFault(
    start + node.start,
    'this would have to be computed: write the text, number, list or fields themselves',
  )
}
