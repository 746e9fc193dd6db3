import { formula } from './formulas.ts'

/** Code between backticks, by its offsets in the text, backticks included. */
export interface CodeSpan {
  start: number
  end: number
}

/**
 * Returns the code spans of a paragraph. One ends at the next run of as many backticks as began it;
 * a run without such an end is text.
 */
export function codeSpansOf(paragraph: string): CodeSpan[] {
  if (!paragraph.includes('`')) return []
  const runs = Array.from(paragraph.matchAll(/`+/gu), ({ index, 0: { length } }) => ({
    start: index,
    length,
  }))
  const following = new Map<number, number>()
  const ends = new Map<number, number>()
  for (const { start, length } of runs.toReversed()) {
    const closing = following.get(length)
    if (closing !== undefined) ends.set(start, closing + length)
    following.set(length, start)
  }
  const spans: CodeSpan[] = []
  let done = 0
  for (const { start } of runs) {
    const end = ends.get(start)
    if (start < done || end === undefined) continue
    spans.push({ start, end })
    done = end
  }
  return spans
}

/** Finds the parts of a paragraph that are no Markdown: its code spans and its formulas. */
export function verbatimSpansOf(paragraph: string): CodeSpan[] {
  const code = codeSpansOf(paragraph)
  if (!paragraph.includes('$')) return code
  const spans: CodeSpan[] = []
  let done = 0
  const addFormulas = (end: number) => {
    const words = paragraph.slice(done, end)
    for (const { index, 1: found } of words.matchAll(formulas)) {
      const start = done + index
      if (found !== undefined) spans.push({ start, end: start + found.length })
    }
  }
  for (const span of code) {
    addFormulas(span.start)
    spans.push(span)
    done = span.end
  }
  addFormulas(paragraph.length)
  return spans
}

const formulas = new RegExp(`\\\\[^]|(${formula.source})|\\$+`, 'gu')

/** Puts code between as many backticks as it needs. */
export function codeOf(code: string): string {
  const longest = Math.max(0, ...Array.from(code.matchAll(/`+/gu), ([run]) => run.length))
  const mark = '`'.repeat(longest + 1)
  const pad = /^`|`$/u.test(code) ? ' ' : ''
  return `${mark}${pad}${code}${pad}${mark}`
}

/** Blanks code and formulas in a paragraph, so that every offset stays. */
export function withoutCodeSpans(paragraph: string): string {
  return changeProse(paragraph, (words) => words, blank)
}

/** Changes the words of a paragraph outside code and formulas. */
export function changeProse(
  paragraph: string,
  change: (words: string, place: { isAfterCode: boolean }) => string,
  changeCode: (code: string) => string = (code) => code,
): string {
  let changed = ''
  let done = 0
  for (const { start, end } of verbatimSpansOf(paragraph)) {
    changed += change(paragraph.slice(done, start), { isAfterCode: done > 0 })
    changed += changeCode(paragraph.slice(start, end))
    done = end
  }
  return changed + change(paragraph.slice(done), { isAfterCode: done > 0 })
}

export function blank(text: string): string {
  return text.replace(/[^\n]+/g, (line) => ' '.repeat(line.length))
}
