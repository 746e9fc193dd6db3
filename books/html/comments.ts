import { verbatimSpansOf } from '../../content/markdown/code-spans.ts'
import { proseLines } from '../../content/markdown/lines.ts'

const opening = '<!--'
const closing = '-->'

/**
 * Returns the lines without comments outside code, each with its former index; drops a line that
 * held nothing else. A comment that never ends loses only its mark, and stands in `open`.
 */
export function withoutComments(lines: readonly string[]): {
  lines: string[]
  places: number[]
  open: number[]
} {
  const kept: { lines: string[]; places: number[]; open: number[] } = {
    lines: [],
    places: [],
    open: [],
  }
  const lastEnd = lines.findLastIndex((line) => line.includes(closing))
  if (!lines.some((line) => line.includes(opening)))
    return { ...kept, lines: [...lines], places: [...lines.keys()] }
  const keep = (text: string, place: number) => {
    kept.lines.push(text)
    kept.places.push(place)
  }
  // Blanks comments first: a fence within one opens no code.
  const blocks = blankedComments(lines, lastEnd)
  const prose = new Set(Array.from(proseLines(blocks, { commentsAreText: true }), ([at]) => at))
  let isComment = false
  for (const [index, line] of lines.entries()) {
    if (!isComment && !prose.has(index)) {
      keep(line, index)
      continue
    }
    const { words, goesOn, isUnclosed } = cut(line, { isComment, mayGoOn: index < lastEnd })
    if (isUnclosed) kept.open.push(index)
    const wasEmptied = words !== line && !/[^\s>]/u.test(words)
    isComment = goesOn
    if (wasEmptied && /\S/u.test(line)) continue
    keep(words, index)
  }
  return kept
}

/** Blanks the lines that are in a comment from their beginning. */
function blankedComments(lines: readonly string[], lastEnd: number): string[] {
  const blanked = [...lines]
  let isComment = false
  let fence: string | undefined
  for (const [index, line] of lines.entries()) {
    const mark = /^[ \t>]*(`{3,}|~{3,})/u.exec(line)?.[1]
    if (isComment) {
      blanked[index] = ''
      isComment = !line.includes(closing)
    } else if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined
    } else if (mark !== undefined) fence = mark
    else isComment = cut(line, { isComment: false, mayGoOn: index < lastEnd }).goesOn
  }
  return blanked
}

/** Returns a line's words outside comments; keeps those in code between backticks. */
function cut(
  line: string,
  { isComment, mayGoOn }: { isComment: boolean; mayGoOn: boolean },
): { words: string; goesOn: boolean; isUnclosed: boolean } {
  let at = 0
  if (isComment) {
    const end = line.indexOf(closing)
    if (end < 0) return { words: '', goesOn: true, isUnclosed: false }
    at = end + closing.length
  }
  let words = ''
  let isUnclosed = false
  const codeEnds = new Map(verbatimSpansOf(line).map(({ start, end }) => [start, end]))
  const marks = /\\[\\<`]|`+|<!--/gu
  marks.lastIndex = at
  for (let mark = marks.exec(line); mark !== null; mark = marks.exec(line)) {
    if (mark[0] !== opening) {
      marks.lastIndex = codeEnds.get(mark.index) ?? marks.lastIndex
      continue
    }
    words += line.slice(at, mark.index)
    const end: number = isUnclosed ? -1 : line.indexOf(closing, mark.index + opening.length)
    if (end < 0 && mayGoOn) return { words, goesOn: true, isUnclosed }
    isUnclosed ||= end < 0
    at = end < 0 ? mark.index + opening.length : end + closing.length
    marks.lastIndex = at
  }
  return { words: words + line.slice(at), goesOn: false, isUnclosed }
}
