import Parser, { type Env, type MarkdownIt, type MarkdownItOptions, type Token } from 'markdown-it'
import { codeSpansOf } from './code-spans.ts'

/** A target that a browser would run, not open. */
export interface UnsafeTarget {
  /** 1-based. */
  line: number
  /** Its beginning, as written. */
  target: string
  /** Set if the text around it is more than is read: it may be harmless. */
  isUndecided?: true
}

/** A place in a text that may be such a target. */
interface Candidate {
  at: number
  target: string
}

/**
 * Matches where a target may begin: in a link, definition, autolink or HTML attribute; the next
 * line of a quote begins with `>`. None begins within another: a megabyte of them is read once.
 */
const beginning =
  /(?:\]\(|\]:|<|(?:href|src|action|poster|data)\s{0,9}=)[\s\p{Cc}\p{Cf}>"'\\]*(?=[jd][\s\p{Cc}\p{Cf}>]*[a&]|v[\s\p{Cc}\p{Cf}>]*[b&]|&)/giu
/** A part of an address as Markdown and as browsers read it; browsers skip the last kind. */
const part =
  /&(?:#0{0,99}(\d{1,7})|#x0{0,99}([\da-f]{1,6})|(colon|tab|newline));?|\\(?=\p{P})|([^\s\p{Cc}\p{Cf}>])|[\s\p{Cc}\p{Cf}>]+/giuy
const schemes = ['javascript:', 'vbscript:', 'data:']
/** Pictures that hold nothing to run. */
const plainPicture = /^data:image\/(?:png|gif|jpeg|webp|avif)[;,]/u

// Bounds hostile input: markdown-it needs time that grows with its square.
const maxCharacters = 100_000
const maxCharactersOfParagraphs = 20_000
const maxLinesReadAgain = 1_000_000
/** The deepest nesting of quotes and lists: markdown-it leaves out what is deeper. */
const maxNesting = 50

/**
 * Finds links and pictures outside code whose address would run in a browser, however its scheme is
 * disguised. Frontends must refuse them too: a text may predate this check. markdown-it decides
 * about the few places that may be one.
 */
export function findUnsafeTargets(markdown: string, { limit }: { limit: number }): UnsafeTarget[] {
  const first = candidatesIn(markdown).next()
  if (first.done) return []
  if (markdown.length > maxCharacters || linesReadAgain(markdown) > maxLinesReadAgain)
    return [...undecided(markdown, first.value)]

  const found = new Map<number, UnsafeTarget>()
  for (const reader of readersOf(markdown))
    for (const target of unsafeIn(markdown, { reader, suspect: first.value })) {
      if (!found.has(target.line)) found.set(target.line, target)
      if (found.size >= limit) break
    }
  return [...found.values()].sort((one, other) => one.line - other.line).slice(0, limit)
}

/**
 * Counts the lines that markdown-it may read again: all of them, for each line without `>` after a
 * quote.
 */
function linesReadAgain(markdown: string): number {
  const ends = markdown.match(/^[\s\d.)*+-]{0,200}>.*\n(?=[ \t]*[^\s>])/gmu) ?? []
  return ends.length * markdown.split('\n').length
}

/** Describes the fault and its remedy. */
export function describeUnsafe({ target, isUndecided }: UnsafeTarget): string {
  const address = JSON.stringify(target)
  return isUndecided === true
    ? `${address} may run in a browser, and the text around it is too long or too nested to tell: ` +
        'shorten it, or link to an https URL instead'
    : `${address} would run in a browser: link to an https URL instead`
}

const withHtml = readerOf({ html: true })
const htmlAsText = readerOf({ html: false })
const withoutTables = readerOf({ html: true }).disable('table')
const withoutDefinitions = readerOf({ html: true }).disable('reference')

/**
 * Returns readers as frontends differ: some show HTML as text, and with it the links in comments;
 * some know no tables; and what follows a definition belongs to its paragraph.
 */
function readersOf(markdown: string): MarkdownIt[] {
  return [
    withHtml,
    ...(markdown.includes('<') ? [htmlAsText] : []),
    ...(markdown.includes('|') ? [withoutTables] : []),
    ...(markdown.includes(']:') ? [withoutDefinitions] : []),
  ]
}

/** Returns a reader of blocks, which reads a paragraph's links only when told to. */
function readerOf(options: Pick<MarkdownItOptions, 'html'>): MarkdownIt {
  const reader = new Parser({ ...options, maxNesting })
  reader.core.ruler.enableOnly(['normalize', 'block'])
  reader.validateLink = () => true
  reader.normalizeLink = (target) => target
  return reader
}

function* unsafeIn(
  markdown: string,
  { reader, suspect }: { reader: MarkdownIt; suspect: Candidate },
): Generator<UnsafeTarget> {
  const env: Env = {}
  // Readers differ on what is indented code in a list with an empty item.
  const hasEmptyItem = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]*$/mu.test(markdown)
  let characters = 0
  // Keeps the last known line: cells of a table have none of their own.
  let before = 0
  for (const { type, content, map, level } of reader.parse(markdown, env)) {
    before = map?.[0] ?? before
    const first = candidatesIn(content, { isHtml: type === 'html_block' }).next()
    const isText =
      type === 'inline' || type === 'html_block' || (type === 'code_block' && hasEmptyItem)
    if (first.done || !isText) {
      if (level >= maxNesting - 2) return yield* undecided(markdown, suspect)
      continue
    }
    characters += content.length
    const isTooMuch = characters > maxCharactersOfParagraphs
    const places = isTooMuch
      ? undecided(content, first.value)
      : placesOf(content, liveIn(content, { type, reader, env }))
    for (const place of places) yield { ...place, line: before + place.line }
    if (isTooMuch) return
  }
  if (Object.values(env.references ?? {}).some(({ href }) => isUnsafeTarget(href)))
    yield* placesOf(markdown, definitionsIn(markdown, suspect))
}

/** Returns the candidates of a paragraph or of HTML outside code, if one of them is a target. */
function liveIn(
  content: string,
  { type, reader, env }: { type: string; reader: MarkdownIt; env: Env },
): Candidate[] {
  const candidates = [...candidatesIn(content, { isHtml: type === 'html_block' })]
  const isLive =
    type === 'html_block' ||
    candidates.some(({ at }) => isDefinition(content.slice(0, at))) ||
    hasUnsafe(tokensOf(content, { reader, env }))
  if (!isLive) return []
  const spans = codeSpansOf(content)
  const outside = candidates.filter(
    ({ at }) => !spans.some(({ start, end }) => start < at && at < end),
  )
  return outside.length === 0 ? candidates : outside
}

/** Whether a definition's target may follow: readers differ on what ends a quote or a list item. */
function isDefinition(before: string): boolean {
  return /\n[ \t]*\[[^\]\n]{1,200}\]:\s*<?$/u.test(before.slice(-400))
}

function* undecided(text: string, candidate: Candidate): Generator<UnsafeTarget> {
  for (const place of placesOf(text, [candidate])) yield { ...place, isUndecided: true }
}

function tokensOf(paragraph: string, { reader, env }: { reader: MarkdownIt; env: Env }): Token[] {
  const tokens: Token[] = []
  reader.inline.parse(paragraph, reader, env, tokens)
  return tokens
}

function hasUnsafe(tokens: readonly Token[]): boolean {
  return tokens.some((token) => {
    if (token.type === 'html_inline')
      return !candidatesIn(token.content, { isHtml: true }).next().done
    const target = token.attrGet('href') ?? token.attrGet('src') ?? ''
    return isUnsafeTarget(String(target)) || hasUnsafe(token.children ?? [])
  })
}

/** Finds candidates. In HTML only attributes count, and a backslash in them is one. */
function* candidatesIn(
  text: string,
  { isHtml = false }: { isHtml?: boolean } = {},
): Generator<Candidate> {
  for (const { index, 0: start } of text.matchAll(beginning)) {
    if (isHtml && (/^[\](<]/u.test(start) || start.includes('\\'))) continue
    const at = index + start.length
    if (runsAt(text, at, isHtml)) yield { at, target: text.slice(at, at + 200) }
  }
}

/** Returns at least one candidate: a definition may begin far before its target. */
function definitionsIn(markdown: string, suspect: Candidate): Candidate[] {
  const found = [...candidatesIn(markdown)].filter(({ at }) =>
    /\]:[^\]]*$/u.test(markdown.slice(Math.max(0, at - 100), at)),
  )
  return found.length === 0 ? [suspect] : found
}

/** Adds the lines of the candidates, which come in the text's order. */
function* placesOf(text: string, candidates: Iterable<Candidate>): Generator<UnsafeTarget> {
  let line = 1
  let counted = 0
  for (const { at, target } of candidates) {
    for (let next = text.indexOf('\n', counted); next >= 0 && next < at; ) {
      line += 1
      counted = next + 1
      next = text.indexOf('\n', counted)
    }
    yield { line, target: beginningOf(target) }
  }
}

/** Cuts off what follows the link, unless the scheme is torn apart: readers must recognize it. */
function beginningOf(target: string): string {
  const [first = ''] = /^[^\s"'<>]+/u.exec(target) ?? []
  const shown = isUnsafeTarget(first)
    ? first.replace(/^([^()]*(?:\([^()]*\))?)\).*$/u, '$1')
    : target.replace(/["<>\n].*$/su, '')
  return shown.slice(0, 40)
}

/** Whether a browser would run this address, as Markdown or as the browser reads it. */
export function isUnsafeTarget(target: string): boolean {
  return runsAt(target, 0, false)
}

function runsAt(text: string, at: number, isHtml: boolean): boolean {
  let read = ''
  part.lastIndex = at
  // Reads as much as the longest name of a plain picture.
  while (read.length < 24) {
    const match = part.exec(text)
    if (match === null) break
    const [entity, decimal, hexadecimal, name, character] = match
    if (isHtml && entity === '\\') return false
    const next = character ?? decoded({ entity, decimal, hexadecimal, name })
    read += next.replace(/[\s\p{Cc}\p{Cf}]/gu, '').toLowerCase()
    if (!schemes.some((scheme) => scheme.startsWith(read) || read.startsWith(scheme))) return false
  }
  return schemes.some((scheme) => read.startsWith(scheme)) && !plainPicture.test(read)
}

const named: Readonly<Record<string, string>> = { colon: ':', tab: '\t', newline: '\n' }

interface Entity {
  entity: string
  decimal: string | undefined
  hexadecimal: string | undefined
  name: string | undefined
}

/** Returns nothing for what only disguises the scheme. */
function decoded({ entity, decimal, hexadecimal, name }: Entity): string {
  if (!entity.startsWith('&')) return ''
  if (name !== undefined) return named[name.toLowerCase()] ?? ''
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
  return code <= 0x10ffff ? String.fromCodePoint(code) : entity
}
