import { withoutCodeSpans } from '../../../../lib/markdown/code-spans.ts'
import { proseLines } from '../../../../lib/markdown/lines.ts'

const mostLines = 20
/** Every part is bounded: a line can be a megabyte of marks. */
const longestTag = 4_000
/** In quotes, or without blanks and marks: a slash at the end of a tag closes it. */
const value = `"([^"]{0,3000})"|'([^']{0,3000})'|([^\\s"'=<>\`]{1,3000}?)(?=/?>|\\s)`
const attribute = new RegExp(`\\s([\\w-]{1,30})\\s?=\\s?(?:${value})`, 'gu')
const opening = /<img(?=\s|$)|<Listing(?=\s|$)|<span class="/giu

/**
 * The text with HTML that books use as Markdown: captions (`<span class="caption">`), listings
 * (`<Listing>`), and pictures (`<img>`) unless HTML is shown. Frontends show other HTML as text.
 * `places` has the index that each of its lines had before.
 */
export function writeAsMarkdown(
  text: string,
  { showsHtml }: { showsHtml: boolean },
): { text: string; places: number[] } {
  const all = text.split('\n')
  if (!/<(?:img|span|\/?Listing)\b/iu.test(text)) return { text, places: [...all.keys()] }
  const prose = new Map(proseLines(all))
  const written: string[] = []
  const places: number[] = []
  let caption = ''
  for (let index = 0; index < all.length; index++) {
    const place = index
    let line = all[index] ?? ''
    if (prose.has(index))
      for (let joined = 0; joined < mostLines && isOpen(line); joined++) {
        const next = prose.get(index + 1)
        if (next === undefined || next.trim() === '') break
        line += ` ${next.trim()}`
        index += 1
      }
    const opened = prose.has(index) ? /^\s*<Listing(\s.*)?>\s*$/u.exec(line) : null
    if (opened !== null) {
      const { number: listing, 'file-name': file, caption: words } = attributesOf(opened[1] ?? '')
      caption = [listing && `Listing ${listing}`, words].filter(Boolean).join(': ')
      line = file === undefined ? '' : `*${file}*\n`
    } else if (prose.has(index) && /^\s*<\/Listing>\s*$/u.test(line)) {
      line = caption === '' ? '' : `\n*${caption}*`
      caption = ''
    } else if (prose.has(index)) line = inlineMarks(line, { showsHtml })
    for (const part of line.split('\n')) {
      written.push(part)
      places.push(place)
    }
  }
  return { text: written.join('\n'), places }
}

/** Whether a mark begins in this line and ends in a later one. */
function isOpen(line: string): boolean {
  const start = [...withoutCodeSpans(line).matchAll(opening)].at(-1)?.index
  if (start === undefined) return false
  const end = endOfTag(line, start)
  return end < 0 || (line.startsWith('<span', start) && closingOf(line, end) < 0)
}

/** The place after the `>` of a tag, which quotes may hold as well; -1 without one. */
function endOfTag(line: string, start: number): number {
  let quote = ''
  const last = Math.min(line.length, start + longestTag)
  for (let at = start; at < last; at++) {
    const character = line[at] ?? ''
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '>') return at + 1
  }
  return -1
}

function closingOf(line: string, end: number): number {
  const found = line.slice(end, end + longestTag).indexOf('</span>')
  return found < 0 ? -1 : end + found
}

const inlineMark = new RegExp(
  `\`+|<img(?:\\s{1,20}[\\w-]{1,30}(?:\\s?=\\s?(?:${value}))?){1,20}\\s{0,9}/?>|` +
    '<span class="(?:caption|filename)">',
  'giu',
)

/** Pictures and captions outside code. */
function inlineMarks(line: string, { showsHtml }: { showsHtml: boolean }): string {
  let written = ''
  let at = 0
  for (const { 0: found, index } of line.matchAll(inlineMark)) {
    if (index < at) continue
    const end = index + found.length
    if (found.startsWith('`')) {
      const closing = line.indexOf(found, end)
      if (closing < 0) continue
      written += line.slice(at, closing + found.length)
      at = closing + found.length
      continue
    }
    const isPicture = /^<img/iu.test(found)
    if (isPicture && showsHtml) continue
    const closing = isPicture ? end : closingOf(line, end)
    const mark = isPicture ? pictureOf(found) : `*${line.slice(end, closing).trim()}*`
    if (mark === undefined || closing < 0) continue
    written += line.slice(at, index) + mark
    at = isPicture ? end : closing + '</span>'.length
  }
  return written + line.slice(at)
}

function pictureOf(tag: string): string | undefined {
  const { src, alt = '' } = attributesOf(tag)
  if (src === undefined || src === '') return undefined
  const words = alt.replace(/\s+/gu, ' ').trim()
  const target = /[\s()]/u.test(src) ? `<${src}>` : src
  return `![${words.replace(/[[\]\\]/gu, '\\$&')}](${target})`
}

function attributesOf(tag: string): Record<string, string | undefined> {
  const found = Array.from(tag.matchAll(attribute), ([, name = '', double, single, bare]) => {
    return [name.toLowerCase(), double ?? single ?? bare ?? ''] as const
  })
  return Object.fromEntries(found)
}
