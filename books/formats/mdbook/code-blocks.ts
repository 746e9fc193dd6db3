import { changeProse } from '../../../content/markdown/code-spans.ts'
import { quote } from '../../reading/course-folder-error.ts'
import type { Notes } from '../../reading/notes.ts'
import type { ExpandedText } from './expand-includes.ts'

const fence = /^((?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*)(`{3,}|~{3,})(.*)$/u
const unknownMarks =
  /\{\{(?:[%>!]|#(?!(?:include|rustdoc_include|playground|playpen|title)\b))[^{}\n]{1,200}\}\}/gu

/** A code block being read. */
interface OpenBlock {
  mark: string
  language: string
  isQuoted: boolean
  /** The prefix of its hidden lines; undefined if there are none. */
  hiddenPrefix: string | undefined
}

interface Rules {
  /** The page's file as mistakes name it. */
  file: string
  /** The prefixes of hidden lines, by language. */
  hiddenLines: Readonly<Record<string, string>>
  notes: Notes
}

/**
 * Returns the text with its code blocks as readers see them: without the lines meant only for the
 * compiler, and labelled only with their language. Drops marks of unknown preprocessors, with a
 * warning.
 */
export function tidyCodeBlocks(
  { text, lines }: ExpandedText,
  { file, hiddenLines, notes }: Rules,
): ExpandedText {
  const kept: string[] = []
  const keptLines: number[] = []
  let open: OpenBlock | undefined
  for (const [index, line] of text.split('\n').entries()) {
    const number = lines[index] ?? 1
    const warn = (message: string) => notes.warnings.push({ file, line: number, message })
    const found = fence.exec(line)
    const [, indent = '', mark = '', info = ''] = found ?? []
    let shown: string | undefined = line
    if (open === undefined && found !== null && !(mark.startsWith('`') && info.includes('`'))) {
      const [language = '', ...attributes] = info.trim().split(/[\s,{]/u)
      const hiddenPrefix = hiddenPrefixOf(language, attributes, hiddenLines)
      open = { mark, language, isQuoted: indent.includes('>'), hiddenPrefix }
      shown = info.trim() === '' ? line : `${indent}${mark}${language}`
      if (language === 'mermaid') warn('this diagram stays text, unless your frontend draws it')
    } else if (open !== undefined && mark.startsWith(open.mark) && info.trim() === '')
      open = undefined
    else if (open !== undefined) shown = visible(line, open)
    else {
      shown = changeProse(line, (words) =>
        words.replaceAll(unknownMarks, (unknown) => {
          warn(`${quote(unknown)} is not understood: it is left out`)
          return ''
        }),
      )
    }
    if (shown === undefined) continue
    kept.push(shown)
    keptLines.push(number)
  }
  return { text: kept.join('\n'), lines: keptLines }
}

/** Returns the block's own prefix, else the book's; Rust has its own rule. */
function hiddenPrefixOf(
  language: string,
  attributes: readonly string[],
  hiddenLines: Readonly<Record<string, string>>,
): string | undefined {
  const own = attributes.find((attribute) => attribute.startsWith('hidelines='))
  const ofBook = Object.hasOwn(hiddenLines, language) ? hiddenLines[language] : undefined
  return (own?.slice('hidelines='.length) ?? ofBook) || undefined
}

/** Returns a line of code as readers see it; undefined for a hidden one. */
function visible(
  line: string,
  { language, isQuoted, hiddenPrefix }: OpenBlock,
): string | undefined {
  const quoteMarks = isQuoted ? (/^(?:[ \t]*>)+/u.exec(line)?.[0] ?? '') : ''
  const code = line.slice(quoteMarks.length)
  if (language !== 'rust') {
    const isHidden = hiddenPrefix !== undefined && code.trimStart().startsWith(hiddenPrefix)
    return isHidden ? undefined : line
  }
  // Requires a blank: #[test], and #" at the end of a raw string, are code.
  if (/^\s*#(?:\s|$)/u.test(code)) return undefined
  return quoteMarks + code.replace(/^(\s*)##/u, '$1#')
}
