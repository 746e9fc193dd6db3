import { changeProse } from '../../../content/markdown/code-spans.ts'
import { createFences } from '../../../content/markdown/lines.ts'
import { quote } from '../../reading/course-folder-error.ts'
import { type Directive, directiveAt, styleOf } from './directives.ts'
import { attribute, plainRoles } from './roles.ts'

/** Facts about the book that converting a page needs. */
export interface PageScope {
  /** The values of `{{ name }}`. */
  substitutions: ReadonlyMap<string, string>
  /** The language of code cells. */
  language: string
  /** Returns the address and title of what a label stands for; undefined if it is unknown. */
  findLabel(label: string): { target: string; title: string } | undefined
  /** Returns the text of a file named by the page; undefined, with a warning, without one. */
  include(name: string, line: number): Promise<string | undefined>
  warn(line: number, message: string): void
}

export interface PlacedLine {
  text: string
  /** 1-based. */
  line: number
}

const deepest = 20
const listMark = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/u
/** A formula that ends here, and its label. */
const labelled = /^(.*\$\$)[ \t]*\(([\w:./-]{1,100})\)[ \t]*$/u
const label = /^[ \t]*\(([\w:./ -]{1,100})\)=[ \t]*$/u
const attributes = new RegExp(`^[ \\t]*\\{((?:${attribute}){1,20})[ \\t]{0,9}\\}[ \\t]*$`, 'u')
const substitution = /\{\{[ \t]*([\w.-]{1,60})[ \t]*\}\}/gu

/** Turns MyST into the Markdown and HTML that every book may have. */
export async function mystToMarkdown(
  lines: readonly PlacedLine[],
  scope: PageScope,
  depth = 0,
): Promise<PlacedLine[]> {
  const texts = lines.map(({ text }) => text)
  const written: PlacedLine[] = []
  const fences = createFences()
  let listIndent = 0
  let isFormula = false
  for (let at = 0; at < lines.length; ) {
    const { text = '', line = 1 } = lines[at] ?? {}
    fences.leave(text)
    const isPlain = !fences.isOpen() && !isFormula
    const found = isPlain ? directiveAt(texts, at) : undefined
    if (found !== undefined) {
      const { directive, indent, end } = found
      const inner = lines.slice(directive.bodyAt, directive.bodyAt + directive.body.length)
      const body = inner.map((it, index) => ({ ...it, text: directive.body[index] ?? '' }))
      const block = await writeDirective({ ...directive, line, body }, scope, depth)
      if (/\S/u.test(written.at(-1)?.text ?? '')) written.push({ text: '', line })
      written.push(...block.map((it) => ({ ...it, text: it.text && indent + it.text })))
      if (block.length > 0 && /\S/u.test(texts[end] ?? '')) written.push({ text: '', line })
      at = end
      continue
    }
    at += 1
    const [marker] = listMark.exec(text) ?? []
    if (isPlain && marker !== undefined) listIndent = marker.length
    else if (isPlain && /^\S/u.test(text)) listIndent = 0
    const [, formula = '', name] = labelled.exec(text) ?? []
    const marks = text.split('$$').length - 1
    if (!isFormula && fences.read(text, listIndent)) written.push({ text, line })
    else if (isFormula ? marks > 0 : marks % 2 === 1 || name !== undefined) {
      written.push({ text: name === undefined ? text : formula, line })
      if (name !== undefined) written.push({ text: anchorOf(name), line })
      isFormula = !isFormula && marks % 2 === 1
    } else if (isFormula && /\S/u.test(text)) written.push({ text, line })
    else {
      isFormula = false
      written.push(...plainLine(text, line, scope))
    }
  }
  return written
}

function plainLine(text: string, line: number, scope: PageScope): PlacedLine[] {
  if (/^%/u.test(text) || /^\+\+\+/u.test(text)) return []
  const [, name] = label.exec(text) ?? []
  if (name !== undefined) return [{ text: anchorOf(name), line }]
  const [, given] = attributes.exec(text) ?? []
  if (given !== undefined) {
    const [, id] = /#([\w:-]+)/u.exec(given) ?? []
    return id === undefined ? [] : [{ text: anchorOf(id), line }]
  }
  const filled = changeProse(text, (words) =>
    words.replaceAll(substitution, (mark, key: string) => {
      const value = scope.substitutions.get(key)
      if (value === undefined) scope.warn(line, `${quote(mark)} has no value: it is left out`)
      return value ?? ''
    }),
  )
  return [{ text: plainRoles(filled, { ...scope, warn: (it) => scope.warn(line, it) }), line }]
}

function anchorOf(name: string): string {
  return `<a id="${name.trim().toLowerCase()}"></a>`
}

interface PlacedDirective extends Omit<Directive, 'body'> {
  line: number
  body: PlacedLine[]
}

async function writeDirective(
  directive: PlacedDirective,
  scope: PageScope,
  depth: number,
): Promise<PlacedLine[]> {
  const { name, argument, options, line, body } = directive
  const style = styleOf(name)
  const at = (text: string): PlacedLine => ({ text, line })
  const id = options.get('name') ?? options.get('label')
  const anchor = id === undefined ? [] : [at(anchorOf(id))]
  const inner = async () => {
    if (depth < deepest) return trimmed(await mystToMarkdown(body, scope, depth + 1))
    scope.warn(line, 'these directives are nested too deeply: make them simpler')
    return []
  }
  const title = argument === '' ? undefined : argument
  const [said] = title === undefined ? [] : plainLine(title, line, scope)
  switch (style?.kind) {
    case 'quote': {
      const head = [style.label, said?.text].filter((it) => it !== undefined).join(': ')
      const above = head === '' ? [] : [at(`**${head.replaceAll('**', '')}**`), at('')]
      const quoted = [...above, ...(await inner())]
      return [...anchor, ...quoted.map((it) => ({ ...it, text: `> ${it.text}`.trimEnd() }))]
    }
    case 'code':
      return [...anchor, ...codeOf(directive, scope)]
    case 'math':
      return [...anchor, at('$$'), ...(title ? [at(title)] : []), ...trimmed(body), at('$$')]
    case 'picture': {
      const alt = (options.get('alt') ?? '').replaceAll(/[[\]\\]/gu, '\\$&')
      const caption = name === 'figure' ? await inner() : []
      return [...anchor, at(`![${alt}](${targetOf(argument)})`), ...captionOf(caption, at)]
    }
    case 'table':
      return [
        ...anchor,
        ...captionOf(said === undefined ? [] : [said], at),
        at(''),
        ...(await inner()),
      ]
    case 'rows':
      return [...anchor, ...rowsOf(directive, scope)]
    case 'video': {
      const address = /^[\w-]{6,20}$/u.test(argument)
        ? name === 'vimeo'
          ? `https://vimeo.com/${argument}`
          : `https://www.youtube.com/watch?v=${argument}`
        : argument
      return [at(`[Video](${targetOf(address)})`)]
    }
    case 'html':
      if (/html/u.test(argument)) return body
      scope.warn(line, `${quote(`{raw} ${argument}`)} is for another medium: it is left out`)
      return []
    case 'glossary':
      return inner().then((all) => all.map(glossaryLine))
    case 'include': {
      const text = await scope.include(argument, line)
      if (text === undefined) return []
      const included = text.split('\n').map(at)
      if (!style.isCode) return depth < deepest ? mystToMarkdown(included, scope, depth + 1) : []
      return codeOf(
        { ...directive, body: part(included, options), argument: options.get('language') ?? '' },
        scope,
      )
    }
    case 'silent':
      return []
    case 'plain':
      return [...anchor, ...(await inner())]
    default:
      scope.warn(line, `the directive {${name}} is not known: only its text is shown`)
      return name === 'eval-rst' ? [] : [...anchor, ...(await inner())]
  }
}

function codeOf(
  { name, argument, options, line, body }: PlacedDirective,
  scope: PageScope,
): PlacedLine[] {
  const given = argument === '' && name === 'code-cell' ? scope.language : argument
  const runs = body.flatMap(({ text }) =>
    Array.from(text.matchAll(/`{3,}/gu), ([run]) => run.length + 1),
  )
  const mark = '`'.repeat(runs.reduce((most, run) => Math.max(most, run), 3))
  const caption = options.get('caption')
  const lines = trimmed(body)
  if (lines.length === 0 || options.get('tags')?.includes('remove-input')) return []
  return [
    ...(caption
      ? [
          { text: `*${caption}*`, line },
          { text: '', line },
        ]
      : []),
    { text: mark + plainLanguage(given), line },
    ...lines,
    { text: mark, line: lines.at(-1)?.line ?? line },
  ]
}

/** Names a language that highlighters know: `ipython3` is Python. */
export function plainLanguage(given: string): string {
  const [word = ''] = given.split(/\s/u)
  return /^(?:ipython\d?|python\d)$/iu.test(word) ? 'python' : word
}

function captionOf(lines: readonly PlacedLine[], at: (text: string) => PlacedLine): PlacedLine[] {
  const [first = '', ...others] = lines
    .map(({ text }) => text)
    .join('\n')
    .split(/\n[ \t]*\n/u)
  const words = first.replaceAll(/\s+/gu, ' ').trim()
  if (words === '') return []
  const legend = others.flatMap((text) => [at(''), ...text.split('\n').map(at)])
  return [at(''), at(words.startsWith('*') ? words : `*${words}*`), ...legend]
}

/** Converts a line of a glossary, where `:` stands before the meaning of a term. */
function glossaryLine({ text, line }: PlacedLine): PlacedLine {
  const [, meaning] = /^:[ \t]+(.*)$/u.exec(text) ?? []
  if (meaning !== undefined) return { text: meaning, line }
  return { text: /^\S/u.test(text) ? `**${text.trim()}**\\` : text.trim(), line }
}

/** Returns the lines of a file that the options choose. */
function part(lines: readonly PlacedLine[], options: ReadonlyMap<string, string>): PlacedLine[] {
  const from = (mark: string | undefined, start: number) =>
    mark === undefined ? -1 : lines.findIndex(({ text }, at) => at >= start && text.includes(mark))
  const [, first, last] = /^(\d+)?(?:-(\d+)?)?$/u.exec(options.get('lines') ?? '') ?? []
  if (options.has('lines'))
    return lines.slice(Number(first ?? 1) - 1, Number(last ?? first ?? lines.length))
  const after = from(options.get('start-after'), 0)
  const before = from(options.get('end-before'), after + 1)
  return lines.slice(after + 1, before < 0 ? undefined : before)
}

/** Makes table rows of a list of lists, or of comma-separated values. */
function rowsOf(
  { name, argument, options, body, line }: PlacedDirective,
  scope: PageScope,
): PlacedLine[] {
  const rows: string[][] = []
  for (const { text } of body) {
    if (name === 'csv-table') {
      const cells = Array.from(
        text.matchAll(/(?:^|,)\s*(?:"((?:[^"]|"")*)"|([^,]*))/gu),
        ([, quoted, plain = '']) => (quoted?.replaceAll('""', '"') ?? plain).trim(),
      )
      if (text.trim() !== '') rows.push(cells)
      continue
    }
    const [, isRow, cell = ''] = /^[ \t]*([*-][ \t]+)?[-*][ \t]+(.*)$/u.exec(text) ?? []
    if (isRow !== undefined) rows.push([cell])
    else if (/^[ \t]*[-*](?:[ \t]|$)/u.test(text))
      rows.at(-1)?.push(cell || text.replace(/^[ \t]*[-*][ \t]*/u, ''))
    else if (text.trim() !== '') {
      const row = rows.at(-1)
      row?.push(`${row.pop() ?? ''} ${text.trim()}`.trim())
    }
  }
  const header = options.get('header')
  if (header !== undefined)
    rows.unshift(header.split(',').map((cell) => cell.trim().replaceAll('"', '')))
  else if (['0', undefined].includes(options.get('header-rows'))) rows.unshift([])
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const textOf = (cell = '') => plainLine(cell, line, scope)[0]?.text.replaceAll('|', '\\|') ?? ''
  const [first = '', ...others] = rows.map(
    (row) => `| ${Array.from({ length: width }, (_, at) => textOf(row[at])).join(' | ')} |`,
  )
  const at = (text: string): PlacedLine => ({ text, line })
  const above = captionOf(argument === '' ? [] : [at(argument)], at)
  return [...above, at(''), ...[first, `|${' --- |'.repeat(width)}`, ...others].map(at)]
}

function targetOf(address: string): string {
  return /[\s()]/u.test(address) ? `<${address}>` : address
}

function trimmed(lines: readonly PlacedLine[]): PlacedLine[] {
  const isFull = ({ text }: PlacedLine) => /\S/u.test(text)
  const first = lines.findIndex(isFull)
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex(isFull) + 1)
}
