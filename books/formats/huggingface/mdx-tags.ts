import { type Literal, MdxFault, readBracedLiteral } from './mdx-literal.ts'

export interface MdxTag {
  name: string
  kind: 'open' | 'close' | 'alone'
  /** The attributes without those in braces alone, like `{fw}`. */
  attributes: ReadonlyMap<string, Literal>
  /** Offset after it. */
  end: number
}

const maxAttributes = 50
const maxString = 20_000
const name = /<(\/?)([A-Za-z][\w.]{0,100})/uy
const space = /\s*/uy
const attributeName = /[A-Za-z_][\w:.-]{0,100}/uy
/** An unquoted value of HTML; a slash at the end of a tag closes the tag. */
const unquoted = /[^\s"'=<>`{}]{1,2000}?(?=\/?>|\s)/uy
const shorthand = /\{[\w$]{1,100}\}/uy

/**
 * Reads the tag that begins at this offset; values in its braces are literals.
 * @throws MdxFault
 */
export function readTag(text: string, start: number): MdxTag {
  const [begin = '', slash, tagName = ''] = take(name, text, start) ?? []
  const notClosed = new MdxFault(start, `<${tagName} has no closing >: add it`)
  const attributes = new Map<string, Literal>()
  let at = start + begin.length
  for (let count = 0; count <= maxAttributes; count += 1) {
    at += lengthOf(take(space, text, at))
    if (text.startsWith('/>', at)) return { name: tagName, kind: 'alone', attributes, end: at + 2 }
    if (text[at] === '>')
      return { name: tagName, kind: slash === '/' ? 'close' : 'open', attributes, end: at + 1 }

    const short = take(shorthand, text, at)
    const attribute = take(attributeName, text, at)
    if (short === undefined && attribute === undefined) throw notClosed
    at += lengthOf(short ?? attribute)
    if (attribute === undefined) continue
    const { value, end } = readValue(text, at, tagName)
    attributes.set(attribute[0], value)
    at = end
  }
  throw new MdxFault(start, `<${tagName} has too many attributes: remove some`)
}

function readValue(text: string, at: number, tagName: string): { value: Literal; end: number } {
  if (text[at] !== '=') return { value: true, end: at }
  const start = at + 1 + lengthOf(take(space, text, at + 1))
  const mark = text[start]
  if (mark === '{') return readBracedLiteral(text, start)
  if (mark !== '"' && mark !== "'") {
    // Allows an unquoted value in HTML, but not in components.
    const [bare] = /^[a-z]/u.test(tagName) ? (take(unquoted, text, start) ?? []) : []
    if (bare === undefined)
      throw new MdxFault(start, 'this value has neither quotes nor braces: add them')
    return { value: bare, end: start + bare.length }
  }
  const length = text.slice(start + 1, start + 1 + maxString).indexOf(mark)
  if (length < 0) throw new MdxFault(start, 'this quote has no closing one: add it')
  const end = start + 1 + length
  return { value: text.slice(start + 1, end), end: end + 1 }
}

function take(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(text) ?? undefined
}

function lengthOf(match: RegExpExecArray | undefined): number {
  return match?.[0].length ?? 0
}
