import { codeSpansOf } from './code-spans.ts'
import { proseLines } from './lines.ts'

export interface Heading {
  title: string
  /** The number of lines before it. */
  line: number
  /** The Markdown without it. */
  rest: string
}

/**
 * Finds the first heading of a Markdown text, of any level and in either style, outside code and
 * comments.
 */
export function findHeading(markdown: string): Heading | undefined {
  const lines = markdown.split('\n')
  for (const [line] of proseLines(lines)) {
    const found = headingAt(lines, line)
    if (found === undefined) continue
    const rest = lines.toSpliced(line, found.height).join('\n')
    return { title: plainText(found.title), line, rest }
  }
  return undefined
}

export function headingAt(
  lines: string[],
  line: number,
): { title: string; height: number } | undefined {
  const current = lines[line] ?? ''
  const hashes = /^ {0,3}#{1,6}(?:[ \t]+(.*))?$/u.exec(current)
  if (hashes !== null)
    return { title: (hashes[1] ?? '').replace(/(^|[ \t])#+[ \t]*$/u, ''), height: 1 }

  const startsParagraph =
    /^ {0,3}[^\s>|<:#+*-]/u.test(current) && !/\S/u.test(lines[line - 1] ?? '')
  const isUnderlined = /^ {0,3}(?:=+|-+)[ \t]*$/u.test(lines[line + 1] ?? '')
  return startsParagraph && isUnderlined ? { title: current, height: 2 } : undefined
}

const emphasis = /(?<![\p{L}\p{N}*_\\])([*_])(?=\S)([^*_\\]{1,300})(?<=\S)\1(?![\p{L}\p{N}*_])/gu

/** Keeps the words and drops the markup: a title is shown as plain text. */
function plainText(inline: string): string {
  const markup = inline
    .replace(/!?\[([^[\]]{0,500})\]\([^()]{0,500}\)/gu, '$1')
    .replace(/[ \t]\{[^{}]{0,200}\}[ \t]*$/u, '')
  let words = ''
  let done = 0
  for (const { start, end } of codeSpansOf(markup)) {
    words += plainWords(markup.slice(done, start)) + markup.slice(start, end).replaceAll('`', '')
    done = end
  }
  return (words + plainWords(markup.slice(done))).trim()
}

function plainWords(text: string): string {
  return text
    .replace(/\*\*|__|`/gu, '')
    .replace(emphasis, '$2')
    .replace(/\\(?=[\p{P}\p{S}])/gu, '')
}
