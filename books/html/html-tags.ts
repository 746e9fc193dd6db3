/** A tag of HTML, a declaration or an instruction; comments are removed before. */
export interface HtmlTag {
  /** In lower case; empty for a declaration. */
  name: string
  /** The tag as written. */
  written: string
  kind: 'open' | 'close' | 'alone'
  attributes: Attributes
  /** Offset after it. */
  end: number
}

export type Attributes = Readonly<Record<string, string | undefined>>

/** Bounds every part: a line can be a megabyte of marks. */
const space = '[ \\t]{0,200}(?:\\n[ \\t>]{0,200})?'
/** Quoted, or without blanks and marks: a slash at the end of a tag closes it. */
const value = `"([^"]{0,3000})"|'([^']{0,3000})'|([^\\s"'=<>\`]{1,3000}?)(?=/?>|\\s)`
const attribute = `([a-zA-Z_:@][\\w.:@-]{0,100})(?:${space}=${space}(?:${value}))?`
const start = /<(?:(\/?)([a-zA-Z][a-zA-Z0-9-]{0,50})(?=[\s/>])|[!?][a-zA-Z[][^<>]{0,1000}>)/gu
const rest = new RegExp(`${space}(?:(/?)>|${attribute})`, 'duy')
const maxAttributes = 50

const voids = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
)

/** Yields the tags of a text, each with its offset; in `prose` its code is blank. */
export function* tagsOf(prose: string, text: string): Generator<[at: number, tag: HtmlTag]> {
  start.lastIndex = 0
  const find = new RegExp(start)
  for (let found = find.exec(prose); found !== null; found = find.exec(prose)) {
    if (isEscaped(prose, found.index)) continue
    const tag = readTag({ prose, text }, found)
    if (tag === undefined) continue
    find.lastIndex = tag.end
    yield [found.index, tag]
  }
}

function readTag(
  { prose, text }: { prose: string; text: string },
  found: RegExpExecArray,
): HtmlTag | undefined {
  const [mark, slash, written] = found
  let end = found.index + mark.length
  if (written === undefined)
    return { name: '', written: mark.slice(1, 2), kind: 'alone', attributes: {}, end }
  const name = written.toLowerCase()
  const attributes: Record<string, string> = {}
  for (let count = 0; count <= maxAttributes; count += 1) {
    rest.lastIndex = end
    const part = rest.exec(prose)
    if (part === null) return undefined
    end += part[0].length
    const [, closing, key] = part
    if (key !== undefined) attributes[key.toLowerCase()] ??= writtenValue(part, text)
    else {
      const isAlone = closing === '/' || voids.has(name)
      const kind = slash === '/' ? 'close' : isAlone ? 'alone' : 'open'
      return { name, written, kind, attributes, end }
    }
  }
  return undefined
}

/** Returns a value as written, since it may hold code. */
function writtenValue({ indices }: RegExpExecArray, text: string): string {
  const [from = 0, to = 0] = indices?.slice(3).find((place) => place !== undefined) ?? []
  return text.slice(from, to).replaceAll(/\s+/gu, ' ')
}

function isEscaped(prose: string, at: number): boolean {
  let marks = 0
  while (prose[at - 1 - marks] === '\\') marks += 1
  return marks % 2 === 1
}
