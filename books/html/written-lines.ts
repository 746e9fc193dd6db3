/** A line of Markdown being made, and its source line's index. */
export interface Line {
  text: string
  place: number
  /** Code keeps its indentation. */
  isCode: boolean
}

/** The lines that an element holds so far; the last one goes on. */
export interface Writing {
  lines: Line[]
  /** Set once a block ends: the next text begins a line, indented like this. */
  ended: string | undefined
}

export function createWriting(place: number): Writing {
  return { lines: [{ text: '', place, isCode: false }], ended: undefined }
}

const container = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t])))*[ \t]*/u

/** Returns the marks of quotes and lists at the beginning of a line. */
export function marksOf(line: string): string {
  return container.exec(line)?.[0] ?? ''
}

/** Returns the beginning of a block's further lines, after these marks. */
export function indentOf(marks: string): string {
  return marks.replace(/\d{1,9}[.)]|[-*+]/gu, (mark) => ' '.repeat(mark.length))
}

/** Returns a source line without the marks of the quotes and lists around its element. */
export function withoutIndent(line: string, indent: string): string {
  let at = 0
  for (const mark of indent) {
    if (mark === '>') {
      const quote = /^[ \t]{0,3}>/u.exec(line.slice(at))?.[0]
      if (quote === undefined) break
      at += quote.length
    } else if (line[at] === ' ' || line[at] === '\t') at += 1
  }
  return line.slice(at)
}

/** Appends pieces of the source; their further lines have lost their indentation. */
export function write(to: Writing, pieces: readonly Line[]): void {
  for (const [index, { text, place, isCode }] of pieces.entries()) {
    if (to.ended !== undefined) {
      const isBlank = !/\S/u.test(text)
      if (index === 0 && isBlank) continue
      const blank = to.ended.trimEnd()
      if (!isBlank) to.lines.push({ text: blank, place, isCode: false })
      const shown = index === 0 ? to.ended + text.trimStart() : text
      to.lines.push({ text: isBlank ? blank : shown, place, isCode })
      to.ended = undefined
    } else if (index > 0) to.lines.push({ text, place, isCode })
    else {
      const last = lastOf(to)
      if (last.text === '') last.place = place
      last.text += text
      last.isCode ||= isCode
    }
  }
}

export function lastOf({ lines }: Writing): Line {
  const last = lines.at(-1)
  if (last === undefined) throw new Error('A text has at least one line.')
  return last
}

/** Appends a block between blank lines. `deepest` is the indent of the lists around it. */
export function writeBlock(to: Writing, block: readonly Line[], deepest: number): void {
  const [first, ...others] = block
  if (first === undefined) return
  if (to.ended !== undefined) {
    const ended = { place: first.place, isCode: false }
    to.lines.push({ text: to.ended.trimEnd(), ...ended }, { text: to.ended, ...ended })
  }
  const last = lastOf(to)
  const marks = marksOf(last.text)
  const isIndented = !/\S/u.test(marks)
  const before = isIndented ? ' '.repeat(Math.min(marks.length, deepest)) : marks
  const indent = indentOf(before)
  const blank = { text: indent.trimEnd(), place: first.place, isCode: false }
  if (/\S/u.test(last.text.slice(marks.length))) {
    last.text = last.text.trimEnd().replace(/(?<!\\)\\$/u, '')
    to.lines.push(blank, { ...first, text: indent + first.text })
  } else {
    to.lines.pop()
    const above = to.lines.at(-1)?.text ?? ''
    if (isIndented && above.slice(marksOf(above).length) !== '') to.lines.push(blank)
    to.lines.push({ ...first, text: before + first.text })
  }
  for (const line of others)
    to.lines.push({ ...line, text: line.text === '' ? blank.text : indent + line.text })
  to.ended = indent
}

/** Returns a block without blank lines around it, and without its common indentation. */
export function tidyBlock(lines: readonly Line[]): Line[] {
  const isBlank = ({ text }: Line) => !/\S/u.test(text)
  const first = lines.findIndex((line) => !isBlank(line))
  if (first < 0) return []
  const last = lines.findLastIndex((line) => !isBlank(line))
  const kept = lines.slice(first, last + 1)
  const indents = kept.flatMap((line, index) =>
    isBlank(line) || line.isCode || (index === 0 && first === 0) ? [] : [widthOf(line.text)],
  )
  const common = indents.length === 0 ? 0 : Math.min(...indents)
  return kept.map((line, index) => {
    if (isBlank(line)) return { ...line, text: '' }
    const isOnTag = index === 0 && first === 0
    const isLast = index === kept.length - 1 && !line.isCode
    if (isLast) line = { ...line, text: line.text.trimEnd().replace(/(?<!\\)\\$/u, '') }
    const width = isOnTag ? widthOf(line.text) : Math.min(widthOf(line.text), common)
    return { ...line, text: line.text.slice(width) }
  })
}

function widthOf(text: string): number {
  return text.length - text.trimStart().length
}

/** Joins all words on one line. */
export function wordsOf(lines: readonly Line[]): string {
  return lines
    .map(({ text }) => text.trim().replace(/\\$/u, ''))
    .filter((text) => text !== '' && !/^(?:`{3,}|~{3,})/u.test(text))
    .join(' ')
    .trim()
}
