import { proseLines } from './markdown-lines.ts'

/** Something in a lesson that points outside its own text. */
export interface Reference {
  kind: 'link' | 'picture' | 'include'
  /** The URL as written; for an include all of it, braces included. */
  target: string
  /** 1-based. */
  line: number
}

// Every part is bounded: a lesson can be a megabyte of brackets. A URL ends where the next
// one begins, as in [![alt](picture)](link).
const inline = /\]\(\s{0,9}(?:<([^<>\n]{1,2000})>|((?:(?!\]\()[^\s<>]){1,2000}))/gu
const definition =
  /^ {0,3}\[[^\][\n]{1,200}\]:[ \t]{0,9}(?:<([^<>\n]{1,2000})>|([^\s<>]{1,2000}))/gmu
const element =
  /<(img|a)\s[^<>]{0,500}?(?:src|href)\s?=\s?(?:"([^"\n]{1,2000})|'([^'\n]{1,2000}))/giu
const include = /(?<!\\)\{\{#[^{}\n]{0,500}\}\}/gu
const maximalLinkText = 500

/**
 * Finds links and pictures outside code and comments, and includes (`{{#…}}`) everywhere: books
 * include their listings within code.
 */
export function findReferences(markdown: string): Reference[] {
  const prose = proseOf(markdown)
  const found = [
    ...Array.from(prose.matchAll(inline), ({ index, 1: quoted, 2: plain = '' }) => {
      const kind = isPicture(prose, index) ? ('picture' as const) : ('link' as const)
      return { kind, target: quoted ?? upToClosing(plain), at: index }
    }),
    ...Array.from(prose.matchAll(definition), ({ index, 1: quoted, 2: plain = '' }) => {
      return { kind: 'link' as const, target: quoted ?? plain, at: index }
    }),
    ...Array.from(prose.matchAll(element), ({ index, 1: name = '', 2: double, 3: single = '' }) => {
      const kind = name.toLowerCase() === 'img' ? ('picture' as const) : ('link' as const)
      return { kind, target: double ?? single, at: index }
    }),
    ...Array.from(markdown.matchAll(include), ({ index, 0: target }) => {
      return { kind: 'include' as const, target, at: index }
    }),
  ].sort((one, other) => one.at - other.at)

  let line = 1
  let counted = 0
  return found.map(({ kind, target, at }) => {
    line += markdown.slice(counted, at).split('\n').length - 1
    counted = at
    return { kind, target, line }
  })
}

/** The text with blanks in place of code and comments, so that every offset stays. */
function proseOf(markdown: string): string {
  const lines = markdown.split('\n')
  const kept = lines.map(blank)
  for (const [index, line] of proseLines(lines)) kept[index] = line
  return kept
    .join('\n')
    .split(/(\n[ \t]*\n)/u)
    .map(withoutCodeSpans)
    .join('')
}

/** A code span ends at the next run of as many backticks as began it. */
function withoutCodeSpans(paragraph: string): string {
  const runs = [...paragraph.matchAll(/`+/gu)]
  const following = new Map<number, number>()
  const closings = runs
    .map(({ 0: { length } }, index) => ({ length, index }))
    .reverse()
    .map(({ length, index }) => {
      const closing = following.get(length)
      following.set(length, index)
      return closing
    })
    .reverse()

  let prose = ''
  let end = 0
  let closed = -1
  for (const [index, run] of runs.entries()) {
    const closing = runs[closings[index] ?? -1]
    if (index <= closed || closing === undefined) continue
    closed = closings[index] ?? -1
    const spanEnd = closing.index + closing[0].length
    prose += paragraph.slice(end, run.index) + blank(paragraph.slice(run.index, spanEnd))
    end = spanEnd
  }
  return prose + paragraph.slice(end)
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ')
}

/** Whether the bracket that closes at `end` was opened by `![`. */
function isPicture(text: string, end: number): boolean {
  let depth = 1
  for (let at = end - 1; at >= Math.max(0, end - maximalLinkText); at--) {
    if (text[at] === ']') depth += 1
    if (text[at] === '[') depth -= 1
    if (depth === 0) return text[at - 1] === '!'
  }
  return false
}

/** `a_(b)` of `a_(b))`: the parentheses of a URL are balanced. */
function upToClosing(target: string): string {
  let depth = 0
  for (const [at, character] of [...target].entries()) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (depth < 0) return [...target].slice(0, at).join('')
  }
  return target
}
