import { isUtf8 } from 'node:buffer'
import { blank, withoutCodeSpans } from './code-spans.ts'
import { proseLines } from './lines.ts'

/** Something in a lesson that points outside its own text. */
export interface Reference {
  kind: 'link' | 'picture' | 'include'
  /** The URL as written; for an include all of it, braces included. */
  target: string
  /** 1-based. */
  line: number
  /** Offset of the target in the text. */
  at: number
  /** Set for a target in HTML without quotes, which another target may need. */
  isUnquoted?: true
}

// Bounds every part: a lesson can be a megabyte of brackets. A URL ends where the next one begins,
// as in [![alt](picture)](link).
const inline = /\]\(\s{0,9}(?:<([^<>\n]{1,2000})>|((?:(?!\]\()[^\s<>]){1,2000}))/dgu
const inlineAt = new RegExp(inline.source, 'uy')
const definition =
  /^ {0,3}\[(?!\^)[^\][\n]{1,200}\]:[ \t]{0,9}(?:<([^<>\n]{1,2000})>|([^\s<>]{1,2000}))/dgmu
/** The attributes before it; a quoted value may look like the one wanted. */
const before = `(?:"[^"<>]{0,500}"|'[^'<>]{0,500}'|[^<>"'])`
const value = `"([^"\\n]{1,2000})|'([^'\\n]{1,2000})|([^\\s"'=<>\`]{1,2000}?)(?=/?>|\\s)`
const element = new RegExp(
  `<(img|a)\\s(?:${before}{0,500}?\\s)?(?:src|href)\\s?=\\s?(?:${value})`,
  'dgiu',
)
const include = /(?<!\\)\{\{#[^{}\n]{0,500}\}\}/gu

/**
 * Finds links and pictures outside code and comments, and includes (`{{#…}}`) everywhere: books
 * include their listings within code.
 */
export function findReferences(markdown: string): Reference[] {
  const prose = proseOf(markdown)
  const openings = findOpenings(prose)
  const found = [
    ...Array.from(prose.matchAll(inline), (match) => {
      const { target, at } = targetOf(match, [1, 2])
      return { kind: kindOf(prose, openings.get(match.index)), target: upToClosing(target), at }
    }),
    ...Array.from(prose.matchAll(definition), (match) => {
      return { kind: 'link' as const, ...targetOf(match, [1, 2]) }
    }),
    ...Array.from(prose.matchAll(element), (match) => {
      const kind = match[1]?.toLowerCase() === 'img' ? ('picture' as const) : ('link' as const)
      const isUnquoted = match[4] === undefined ? {} : { isUnquoted: true as const }
      return { kind, ...targetOf(match, [2, 3, 4]), ...isUnquoted }
    }),
    ...Array.from(markdown.matchAll(include), ({ index, 0: target }) => {
      return { kind: 'include' as const, target, at: index }
    }),
  ].sort((one, other) => one.at - other.at)

  let line = 1
  let counted = 0
  return found.flatMap(({ kind, at, ...reference }) => {
    line += markdown.slice(counted, at).split('\n').length - 1
    counted = at
    return kind === undefined ? [] : [{ kind, line, at, ...reference }]
  })
}

/** Replaces the targets of a text's links. Links without a replacement stay as they are. */
export function replaceLinkTargets(
  markdown: string,
  replace: (target: string) => string | undefined,
): string {
  return replaceTargets(markdown, ({ kind, target }) =>
    kind === 'link' ? replace(target) : undefined,
  )
}

/** Replaces the targets of a text's links and pictures. */
export function replaceTargets(
  markdown: string,
  replace: (reference: Reference) => string | undefined,
): string {
  let replaced = ''
  let end = 0
  for (const reference of findReferences(markdown)) {
    const { kind, target, at, isUnquoted } = reference
    const replacement = kind === 'include' || at < end ? undefined : replace(reference)
    if (replacement === undefined) continue
    replaced += markdown.slice(end, at) + (isUnquoted ? `"${replacement}"` : replacement)
    end = at + target.length
  }
  return replaced + markdown.slice(end)
}

/** Returns the path of a URL without scheme and host; undefined for other URLs and `#section`. */
export function localPath(target: string): string | undefined {
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/|#|\?)/iu.test(target)) return undefined
  return decoded(target.replace(/[?#].*$/su, '').replace(/\\(?=\p{P})/gu, ''))
}

/**
 * Works like decodeURIComponent(), but returns the text itself instead of throwing: a lesson can be
 * a megabyte of mistakes, and throwing a hundred thousand times takes seconds.
 */
export function decoded(text: string): string {
  if (/%(?![\da-f]{2})/iu.test(text)) return text
  let isText = true
  const result = text.replace(/(?:%[\da-f]{2})+/giu, (encoded) => {
    const bytes = Buffer.from(encoded.replaceAll('%', ''), 'hex')
    isText &&= isUtf8(bytes)
    return bytes.toString()
  })
  return isText ? result : text
}

/** Returns the group that matched: one holds a quoted URL, the other a plain one. */
function targetOf(
  match: RegExpExecArray,
  groups: readonly number[],
): { target: string; at: number } {
  const group = groups.find((it) => match[it] !== undefined) ?? 0
  return { target: match[group] ?? '', at: match.indices?.[group]?.[0] ?? match.index }
}

/** Blanks code and comments in the text, so that every offset stays. */
export function proseOf(markdown: string, options: { commentsAreText?: boolean } = {}): string {
  const lines = markdown.split('\n')
  const kept = lines.map(blank)
  for (const [index, line] of proseLines(lines, options)) kept[index] = line
  return kept
    .join('\n')
    .split(/(\n[ \t]*\n)/u)
    .map(withoutCodeSpans)
    .join('')
}

/** Finds the opening bracket of each closing one before a parenthesis, up to blank lines. */
function findOpenings(prose: string): Map<number, number> {
  const openings = new Map<number, number>()
  let open: number[] = []
  let done = 0
  for (const { 0: found, index } of prose.matchAll(/\\[^\n]|\n[ \t]*\n|[[\]]/gu)) {
    if (index < done) continue
    if (found === '[') open.push(index)
    else if (found.startsWith('\n')) open = []
    else if (found === ']') {
      const opening = open.pop()
      if (opening === undefined || prose[index + 1] !== '(') continue
      openings.set(index, opening)
      // Brackets in an address, like x].png, close nothing.
      inlineAt.lastIndex = index
      const [whole = '', , bare = ''] = inlineAt.exec(prose) ?? []
      done = index + whole.length - bare.length + upToClosing(bare).length
    }
  }
  return openings
}

/** Tells the kind of the brackets that open there; undefined if there are none. */
function kindOf(prose: string, opening: number | undefined): 'link' | 'picture' | undefined {
  if (opening === undefined) return undefined
  return prose[opening - 1] === '!' && prose[opening - 2] !== '\\' ? 'picture' : 'link'
}

/** Cuts a URL where its parentheses are balanced: `a_(b)` of `a_(b))`. */
function upToClosing(target: string): string {
  let depth = 0
  for (const [at, character] of [...target].entries()) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (depth < 0) return [...target].slice(0, at).join('')
  }
  return target
}
