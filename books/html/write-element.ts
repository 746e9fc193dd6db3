import Parser from 'markdown-it'
import { codeOf } from '../../content/markdown/code-spans.ts'
import { type ElementKind, escaped, kindOf, linkOf, pictureOf, raisedOf } from './html-elements.ts'
import type { Attributes, HtmlTag } from './html-tags.ts'
import { type Cell, tableOf } from './tables.ts'
import {
  createWriting,
  indentOf,
  type Line,
  lastOf,
  marksOf,
  tidyBlock,
  type Writing,
  wordsOf,
  write,
  writeBlock,
} from './written-lines.ts'

/** An open element, with its content so far. */
export interface Element {
  name: string
  kind: ElementKind
  attributes: Attributes
  /** The index of its line. */
  place: number
  /** The beginning of its text's further lines, for the quotes and lists around it. */
  indent: string
  writing: Writing
  items: Line[][]
  cells: Cell[]
  rows: Cell[][]
  caption: Line[]
  summary: string
  source: string | undefined
}

/** The surroundings of an element. */
export interface Surroundings {
  /** The open elements, innermost first. */
  around: readonly Element[]
  /** The indent of the lists around it. */
  deepest: number
  /** Whether it stands in a row of a Markdown table, which has one line. */
  isInRow: boolean
}

export function elementOf(
  { name, attributes }: Pick<HtmlTag, 'name' | 'attributes'>,
  { place, indent }: { place: number; indent: string },
): Element {
  return {
    name,
    kind: kindOf(name) ?? { kind: 'text' },
    attributes,
    place,
    indent,
    writing: createWriting(place),
    items: [],
    cells: [],
    rows: [],
    caption: [],
    summary: '',
    source: undefined,
  }
}

const specialInline = new Set(['a', 'audio', 'embed', 'iframe', 'object', 'q', 'rp', 'video'])

/** Whether it is a caption or a file's name, which books write in a span. */
export function isCaption({ name, attributes }: Pick<Element, 'name' | 'attributes'>): boolean {
  return name === 'span' && /^(?:caption|filename)$/u.test(attributes.class ?? '')
}

export function isInline({ kind, name }: Element): boolean {
  if (kind.kind === 'special') return specialInline.has(name)
  return ['marked', 'code', 'raised', 'text', 'told'].includes(kind.kind)
}

/** Writes a closed element into the one around it. */
export function closeElement(element: Element, surroundings: Surroundings): void {
  const [parent] = surroundings.around
  if (parent === undefined) return
  if (isInline(element)) writeInline(element, parent)
  else if (!takeIntoParent(element, surroundings)) {
    putBlock(blockOf(element), surroundings, element.name === 'li' ? '• ' : '')
  }
}

/** Writes an element that is never closed: its text stays. */
export function abandonElement(element: Element, surroundings: Surroundings): void {
  const [parent] = surroundings.around
  const isList = ['ul', 'ol', 'menu', 'li', 'table', 'tr', 'td', 'th', 'p'].includes(element.name)
  if (isList) closeElement(element, surroundings)
  else if (parent !== undefined) copy(element, parent)
}

function copy({ writing }: Element, parent: Element): void {
  write(parent.writing, writing.lines)
  if (writing.ended !== undefined) parent.writing.ended = writing.ended
}

export function putBlock(
  block: readonly Line[],
  { around: [parent], deepest, isInRow }: Surroundings,
  mark = '',
): void {
  if (parent === undefined) return
  const place = block[0]?.place ?? 0
  const words = () => wordsOf(block.map((it) => ({ ...it, text: withoutListMark(it.text) })))
  if (!isInRow) writeBlock(parent.writing, block, Math.max(0, deepest - parent.indent.length))
  else if (block.length > 0)
    write(parent.writing, [{ text: ` ${mark}${words()} `, place, isCode: false }])
}

function withoutListMark(text: string): string {
  return text.replace(/^\s*(?:[-*+]|>|\d{1,9}[.)])\s+/u, '')
}

function writeInline(element: Element, parent: Element): void {
  const { kind, name, writing, place } = element
  const text = writing.lines.map((line) => line.text).join('\n')
  const hasBlocks = /\n[ \t>]*\n/u.test(text) || writing.ended !== undefined
  const inner = text.trim()
  const say = (words: string) => {
    const [before = '', after = ''] = [/^\s*/u.exec(text)?.[0], /\s*$/u.exec(text)?.[0]]
    const around = inner === '' ? words : (before && ' ') + words + (after && ' ')
    const lines = around.split('\n')
    write(
      parent.writing,
      lines.map((line, index) => ({
        text: line,
        place: writing.lines[index]?.place ?? place,
        isCode: false,
      })),
    )
  }
  if (specialInline.has(name) && name !== 'a' && name !== 'q') {
    if (name !== 'rp') say(mediaOf(element))
  } else if (isCaption(element) && inner !== '') say(`*${inner}*`)
  else if (hasBlocks || inner === '' || kind.kind === 'text' || kind.kind === 'told')
    copy(element, parent)
  else if (kind.kind === 'marked') say(kind.mark + inner + kind.mark)
  else if (kind.kind === 'raised') say(raisedOf(inner, kind))
  else if (kind.kind === 'code') say(/\]\(/u.test(inner) ? inner : codeOf(plainOf(inner)))
  else if (name === 'q') say(`“${inner}”`)
  else say(linkOf(inner, element.attributes.href ?? ''))
}

function mediaOf({ name, attributes, source }: Element): string {
  const address = (attributes.src ?? attributes.data ?? source ?? '').trim()
  const [, id] =
    /^(?:https?:)?\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]{11})(?=$|[?#/])/u.exec(
      address,
    ) ?? []
  const target = id === undefined ? address : `https://www.youtube.com/watch?v=${id}`
  const label = attributes.title ?? attributes['aria-label']
  const usual = name === 'video' || id !== undefined ? 'Video' : name === 'audio' ? 'Audio' : target
  return linkOf(escaped(label?.trim() || usual), target)
}

/** Lets the element around it keep it in a way of its own; returns whether that one does. */
function takeIntoParent(element: Element, { around, isInRow }: Surroundings): boolean {
  const { name, writing, attributes } = element
  const nearest = (names: string[]) => around.find((it) => names.includes(it.name))
  if (isInRow) return false
  if (name === 'li') {
    const list = nearest(['ul', 'ol', 'menu'])
    list?.items.push(tidyBlock(writing.lines))
    return list !== undefined
  }
  if (name === 'td' || name === 'th') {
    const isHeader = name === 'th' || nearest(['thead', 'table'])?.name === 'thead'
    const span = (given = '') => Math.min(20, Math.max(1, Math.trunc(Number(given)) || 1))
    const row = nearest(['tr'])
    const size = { columns: span(attributes.colspan), rows: span(attributes.rowspan) }
    row?.cells.push({ lines: writing.lines, isHeader, ...size })
    return row !== undefined
  }
  if (name === 'tr') {
    const table = nearest(['table'])
    table?.rows.push(element.cells)
    return table !== undefined
  }
  if (name === 'caption') {
    const table = nearest(['table'])
    if (table !== undefined) table.caption = tidyBlock(writing.lines)
    return table !== undefined
  }
  if (name !== 'summary') return false
  const details = nearest(['details'])
  if (details !== undefined) details.summary = wordsOf(writing.lines)
  return details !== undefined
}

function blockOf(element: Element): Line[] {
  const { name, kind, writing, attributes, place } = element
  const lines = tidyBlock(writing.lines)
  const line = (text: string): Line => ({ text, place, isCode: false })
  const words = wordsOf(lines)
  if (kind.kind === 'heading')
    return words === '' ? [] : [line(`${'#'.repeat(kind.level)} ${words}`)]
  switch (name) {
    case 'ul':
    case 'ol':
    case 'menu':
      return listOf(element, lines)
    case 'table':
      return [...tableOf(element.rows, element.caption), ...lines]
    case 'details': {
      const title = element.summary.replace(/^#{1,6}\s+/u, '').replaceAll('**', '')
      return quoted([...(title === '' ? [] : [line(`**${title}**`), line('')]), ...lines])
    }
    case 'blockquote':
      return quoted(lines)
    case 'dt':
    case 'summary':
      return words === '' ? [] : [line(`**${words.replaceAll('**', '')}**`)]
    case 'caption':
    case 'figcaption':
      return words === '' ? [] : [line(words.startsWith('*') ? words : `*${words}*`)]
    case 'listing': {
      const { number, caption, 'file-name': file } = attributes
      const below = [number && `Listing ${number}`, caption].filter(Boolean).join(': ')
      return [
        ...(file ? [line(`*${file}*`), line('')] : []),
        ...lines,
        ...(below ? [line(''), line(`*${below}*`)] : []),
      ]
    }
    default:
      return lines
  }
}

function listOf({ name, items, attributes }: Element, lines: Line[]): Line[] {
  const all = items.filter((item) => item.length > 0)
  if (lines.length > 0) all.push([...(all.pop() ?? []), ...lines])
  const first = Math.trunc(Number(attributes.start ?? 1)) || 1
  return all.flatMap((item, index) => {
    const mark = name === 'ol' ? `${first + index}. ` : '- '
    return item.map((it, at) => ({
      ...it,
      text: at === 0 ? mark + it.text : it.text && ' '.repeat(mark.length) + it.text,
    }))
  })
}

function quoted(lines: readonly Line[]): Line[] {
  return lines.map((line) => ({ ...line, text: `> ${line.text}`.trimEnd() }))
}

const { unescapeAll } = new Parser().utils

/** Returns the characters that entities and backslashes stand for. */
function plainOf(markdown: string): string {
  return unescapeAll(markdown).replaceAll('\u00A0', ' ')
}

/** Writes a code block, whose text is not Markdown. */
export function preOf(
  source: readonly Line[],
  { attributes, language }: { attributes: Attributes; language: string | undefined },
): Line[] {
  const lines = source.map((line) => ({
    ...line,
    isCode: true,
    text: plainOf(
      line.text.replaceAll(/<\/?[a-zA-Z][^<>]{0,1000}>/gu, '').replaceAll('\\', '\\\\'),
    ),
  }))
  while (lines.length > 0 && !/\S/u.test(lines[0]?.text ?? '')) lines.shift()
  while (lines.length > 0 && !/\S/u.test(lines.at(-1)?.text ?? '')) lines.pop()
  const [first] = lines
  if (first === undefined) return []
  const [, named = ''] = /(?:^|\s)(?:language-)?([\w+-]{1,30})$/u.exec(attributes.lang ?? '') ?? []
  const runs = lines.flatMap(({ text }) => Array.from(text.matchAll(/`{3,}/gu), ([run]) => run))
  const fence = '`'.repeat(runs.reduce((most, run) => Math.max(most, run.length + 1), 3))
  const mark = { ...first, text: fence }
  return [{ ...mark, text: fence + (language ?? named) }, ...lines, mark]
}

/** Breaks the line: the rest of the paragraph begins a new one. */
export function breakLine(
  { writing }: Element,
  { isInRow, rest, place }: { isInRow: boolean; rest: string; place: number },
): void {
  const last = lastOf(writing)
  if (writing.ended !== undefined || !/[^\s>]/u.test(last.text) || last.text.endsWith('\\')) return
  if (isInRow || /^ {0,3}#{1,6}\s/u.test(last.text)) last.text += isInRow ? ' / ' : ' '
  else if (/^[ \t]*(?:$|\n[ \t>]*(?:\n|$))/u.test(rest)) return
  else {
    last.text = `${last.text.trimEnd()}\\`
    const text = indentOf(marksOf(last.text))
    if (!/^[ \t]*\n/u.test(rest)) writing.lines.push({ text, place, isCode: false })
  }
}

/** Writes the Markdown for an element without an end. */
export function standAlone({ name, attributes }: HtmlTag, { around }: Surroundings): string {
  // Skips the second of two pictures for light and dark surroundings.
  const isTwin = /(?:^|\s)hidden(?:\s|$)/u.test(attributes.class ?? '')
  if (name === 'img') return isTwin ? '' : pictureOf(attributes)
  if (name === 'source' || name === 'param') {
    const media = around.find((it) => ['video', 'audio', 'object'].includes(it.name))
    if (media !== undefined) media.source ??= attributes.src
  }
  return ['iframe', 'video', 'audio', 'embed', 'object'].includes(name)
    ? mediaOf(elementOf({ name, attributes }, { place: 0, indent: '' }))
    : ''
}
