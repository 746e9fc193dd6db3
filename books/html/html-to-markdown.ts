import { proseLines } from '../../content/markdown/lines.ts'
import { proseOf } from '../../content/markdown/references.ts'
import { type Anchor, placeAnchors } from './anchors.ts'
import { withoutComments } from './comments.ts'
import { endedBy, kindOf } from './html-elements.ts'
import { type HtmlTag, tagsOf } from './html-tags.ts'
import {
  abandonElement,
  breakLine,
  closeElement,
  type Element,
  elementOf,
  isCaption,
  isInline,
  preOf,
  putBlock,
  type Surroundings,
  standAlone,
} from './write-element.ts'
import { indentOf, type Line, marksOf, withoutIndent, write } from './written-lines.ts'

export interface PlainMarkdown {
  text: string
  /** The former index of each of its lines. */
  places: number[]
  /** Headings by the names that links give them. */
  anchors: ReadonlyMap<string, string>
  /** Messages about what is not shown, with the index of its line. */
  notShown: { place: number; message: string }[]
}

const deepestNested = 100
const mostTold = 20
/** Matches a note or warning in GitHub's form. */
const alert = /^([ \t>]{0,20}>[ \t]{0,20})\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]/iu
const boldKind = (_: string, mark: string, kind: string) =>
  `${mark}**${kind[0]?.toUpperCase()}${kind.slice(1).toLowerCase()}:**`
const listMark = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/u
const delimiterRow = /^[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-*:?[ \t]*)+$/u

/**
 * Turns HTML in Markdown into Markdown: drops comments, converts elements that Markdown has, and
 * reports the rest, keeping its text. Where a course shows HTML, its elements stay. Code stays.
 */
export function htmlToMarkdown(
  markdown: string,
  { showsHtml }: { showsHtml: boolean },
): PlainMarkdown {
  const { lines, places, open } = withoutComments(markdown.split('\n'))
  const notShown = open.map((place) => ({ place, message: 'this comment has no -->: add it' }))
  const page = createPage(lines, { showsHtml })
  if (lines.some((line) => line.includes('<'))) page.read()
  const written = page.finish()
  for (const [index] of proseLines(written.map(({ text }) => text))) {
    const line = written[index]
    if (line?.text.includes('[!')) line.text = line.text.replace(alert, boldKind)
  }
  const anchors = placeAnchors(written, page.anchors)
  return {
    text: written.map(({ text }) => text).join('\n'),
    places: written.map(({ place }) => places[place] ?? place),
    anchors,
    notShown: [
      ...notShown,
      ...page.told.map(({ place, message }) => ({ place: places[place] ?? place, message })),
    ].slice(0, mostTold),
  }
}

function createPage(lines: readonly string[], { showsHtml }: { showsHtml: boolean }) {
  const source = lines.join('\n')
  const prose = proseOf(source, { commentsAreText: true })
  const proseIndices = new Set(
    Array.from(proseLines(lines, { commentsAreText: true }), ([index]) => index),
  )
  const deepest = listIndents(lines, proseIndices)
  const rows = tableRows(lines, proseIndices)
  const starts = offsetsOf(lines)
  const front = frontMatterEnd(lines)
  const root = elementOf({ name: '', attributes: {} }, { place: 0, indent: '' })
  const stack: Element[] = [root]
  const anchors: Anchor[] = []
  const told: { place: number; message: string }[] = []
  const names = new Set<string>()
  const unclosed = new Set<string>()
  let closedNames: Set<string> | undefined
  let done = 0
  let line = 0

  const top = () => stack.at(-1) ?? root
  const placeOf = (at: number) => {
    while (line + 1 < starts.length && (starts[line + 1] ?? 0) <= at) line += 1
    return line
  }
  const surroundings = (place: number): Surroundings => ({
    around: stack.toReversed(),
    deepest: deepest[place] ?? 0,
    isInRow: rows.has(place),
  })
  const pieces = (from: number, to: number, indent: string): Line[] => {
    const first = placeOf(from)
    return source
      .slice(from, to)
      .split('\n')
      .map((text, index) => ({
        text: index === 0 ? text : withoutIndent(text, indent),
        place: first + index,
        isCode: !proseIndices.has(first + index) && /\S/u.test(lines[first + index] ?? ''),
      }))
  }
  const copyUpTo = (end: number) => {
    if (end > done) write(top().writing, pieces(done, end, top().indent))
    done = Math.max(done, end)
  }
  const tell = (name: string, place: number, message: string) => {
    if (names.has(name)) return
    names.add(name)
    told.push({ place, message })
  }
  const closeTop = (isClosed: boolean) => {
    const element = stack.pop()
    if (element === undefined) return
    const around = surroundings(element.place)
    if (isClosed) closeElement(element, around)
    else abandonElement(element, around)
  }
  const close = (name: string) => {
    const at = stack.findLastIndex((element) => element.name === name)
    if (at <= 0) return
    const closed = stack[at]
    const isHeld = stack.slice(at + 1).some((element) => !isInline(element))
    if (closed === undefined || (isInline(closed) && isHeld)) return
    while (stack.length > at + 1) closeTop(false)
    closeTop(true)
  }
  const openElement = (tag: HtmlTag, place: number) => {
    const implied = endedBy[tag.name]
    if (implied !== undefined) {
      const within = stack.findLastIndex(({ name }) => implied.within.includes(name))
      const ended = stack.findIndex(({ name }, at) => at > within && implied.ends.includes(name))
      if (ended > 0) while (stack.length > ended) closeTop(true)
    }
    if (stack.length > deepestNested) {
      tell('deep', place, 'these elements are nested too deeply: make them simpler')
      return
    }
    const made = elementOf(tag, { place, indent: '' })
    const ofLine = indentOf(marksOf(lines[place] ?? ''))
    const isIndented = !/\S/u.test(ofLine)
    const indent = isIndented ? ofLine.slice(0, deepest[place] ?? 0) : ofLine
    stack.push({ ...made, indent: isInline(made) ? top().indent : indent })
  }
  /** Returns the text up to the closing tag, which is no Markdown; undefined without one. */
  const rawUntil = ({ name, end }: HtmlTag): { end: number; after: number } | undefined => {
    if (unclosed.has(name)) return undefined
    const closing = new RegExp(`</${name}\\s{0,20}>`, 'giu')
    closing.lastIndex = end
    const found = closing.exec(source)
    if (found !== null) return { end: found.index, after: closing.lastIndex }
    unclosed.add(name)
    return undefined
  }
  const turn = (tag: HtmlTag, place: number) => {
    const { name, kind, attributes } = tag
    const id = attributes.id ?? (name === 'a' ? attributes.name : undefined)
    if (kind !== 'close' && id !== undefined && id !== '') anchors.push({ id, place })
    const known = kindOf(name)
    if (known === undefined || known.kind === 'told')
      tell(name, place, `<${tag.written}> is not known: only its text is shown`)
    if (kind === 'close') close(name)
    else if (name === 'br')
      breakLine(top(), { isInRow: rows.has(place), rest: source.slice(done, done + 400), place })
    else if (name === 'hr') putBlock([{ text: '---', place, isCode: false }], surroundings(place))
    else if (known?.kind === 'dropped' || name === 'pre') {
      const raw = kind === 'open' ? rawUntil(tag) : undefined
      if (raw !== undefined && name === 'pre') {
        const code = pieces(tag.end, raw.end, indentOf(marksOf(lines[place] ?? '')))
        const [, language] =
          /<code[^>]{0,200}\blanguage-([\w+-]{1,30})/u.exec(source.slice(tag.end, tag.end + 300)) ??
          []
        putBlock(preOf(code, { attributes, language }), surroundings(place))
      } else if (known?.kind === 'dropped' && known.isTold)
        tell(name, place, `<${name}> cannot be shown: it is left out`)
      if (raw !== undefined) done = raw.after
    } else if (name === 'a' && attributes.href === undefined) {
      // Skips an anchor, which holds nothing: its end is often forgotten.
    } else if (kind === 'open') openElement(tag, place)
    else {
      const words = standAlone(tag, surroundings(place))
      write(top().writing, [{ text: words, place, isCode: false }])
    }
  }
  /** Whether a tag is only words in angle brackets, like `<T>` or `<your name>`. */
  const isWord = ({ name, kind, attributes }: HtmlTag) => {
    closedNames ??= new Set(
      Array.from(prose.matchAll(/<\/([a-zA-Z][\w-]{0,50})/gu), ([, it = '']) => it.toLowerCase()),
    )
    const isPlain = kind === 'open' && Object.values(attributes).every((value) => value === '')
    return name !== '' && kindOf(name) === undefined && isPlain && !closedNames.has(name)
  }
  return {
    anchors,
    told,
    read: () => {
      for (const [at, tag] of tagsOf(prose, source)) {
        if (at < done || at < front) continue
        const isOfBook =
          tag.name === 'listing' ||
          (tag.name === 'span' && (isCaption(tag) || (tag.kind === 'close' && isCaption(top()))))
        if (showsHtml && !isOfBook && !isWord(tag)) continue
        copyUpTo(at)
        const place = placeOf(at)
        if (isWord(tag)) {
          write(top().writing, [{ text: '\\', place, isCode: false }])
          copyUpTo(tag.end)
        } else {
          done = tag.end
          turn(tag, place)
        }
      }
    },
    finish: () => {
      copyUpTo(source.length)
      while (stack.length > 1) {
        const { name, place } = top()
        if (name === 'details')
          tell(`open ${name}`, place, `this <${name}> has no </${name}>: add it`)
        closeTop(false)
      }
      return root.writing.lines
    },
  }
}

function offsetsOf(lines: readonly string[]): number[] {
  let at = 0
  return lines.map((line) => {
    const start = at
    at += line.length + 1
    return start
  })
}

/** Returns how far the lists around each line are indented. */
function listIndents(lines: readonly string[], prose: ReadonlySet<number>): number[] {
  let indent = 0
  let wasBlank = true
  return lines.map((line, index) => {
    if (!prose.has(index)) return indent
    const isBlank = !/\S/u.test(line)
    const mark = listMark.exec(line)?.[0]
    if (mark !== undefined) indent = mark.length
    else if (!isBlank && wasBlank) indent = Math.min(indent, line.length - line.trimStart().length)
    wasBlank = isBlank
    return indent
  })
}

/** Returns the lines of Markdown tables. */
function tableRows(lines: readonly string[], prose: ReadonlySet<number>): Set<number> {
  const rows = new Set<number>()
  for (const [index, line] of lines.entries()) {
    const isDelimiter = line.includes('|') && delimiterRow.test(line) && prose.has(index)
    if (isDelimiter && (lines[index - 1] ?? '').includes('|')) rows.add(index - 1).add(index)
    else if (rows.has(index - 1) && prose.has(index) && line.includes('|')) rows.add(index)
  }
  return rows
}

/** Returns the offset after the front matter. */
function frontMatterEnd(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== '---') return 0
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---')
  return end < 0 ? 0 : lines.slice(0, end + 1).join('\n').length
}
