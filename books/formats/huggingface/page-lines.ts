const heading = /^ {0,3}#{1,6}\s/u
const anchor = /\[\[[^[\]]{1,200}\]\]\s{0,20}$/u

/** The lines of a page that becomes Markdown, each with the line in its file. */
export interface PageLines {
  /** Appends a piece of the page that begins on this line of its file. */
  write(text: string, line: number, options: { isCode: boolean }): void
  openQuote(): void
  closeQuote(): void
  /**
   * Takes the prompt of the question here out of the page: everything since the last heading below
   * the title, or the last paragraph.
   */
  cutPrompt(): { prompt: string; line: number }
  /** Whether anything but headings was written. */
  hasText(): boolean
  finish(): { text: string; lines: number[] }
}

export function createPageLines(): PageLines {
  const written: string[] = []
  const lines: number[] = []
  /** The indents of the open quotes. */
  const quotes: number[] = []
  let current = { text: '', line: 1, isCode: false }
  let hasText = false
  /** The place of the last question. */
  let cut = 0

  const endLine = () => {
    const { text, line, isCode } = current
    const shown = isCode ? text : tidyLine(text)
    const quoted = quote(shown, quotes)
    current = { text: '', line: line + 1, isCode: false }
    const isBlank = !isCode && !/\S/u.test(shown)
    if (isBlank && /^[>\s]*$/u.test(written.at(-1) ?? '')) return
    written.push(quoted)
    lines.push(line)
    hasText ||= !isBlank && !heading.test(shown)
  }
  const endStartedLine = () => {
    if (/\S/u.test(current.text)) endLine()
  }
  return {
    write: (text, line, { isCode }) => {
      const [first = '', ...others] = text.split('\n')
      if (current.text === '') current.line = line
      current.text += first
      current.isCode ||= isCode
      for (const [index, other] of others.entries()) {
        endLine()
        current = { text: other, line: line + index + 1, isCode: isCode && other !== '' }
      }
    },
    openQuote: () => {
      endStartedLine()
      quotes.push(current.text.length)
    },
    closeQuote: () => {
      endStartedLine()
      if (written.at(-1) === quote('', quotes)) {
        written.pop()
        lines.pop()
      }
      quotes.pop()
      endLine()
    },
    cutPrompt: () => {
      endStartedLine()
      const last = written.findLastIndex((line) => /\S/u.test(line)) + 1
      const title = written.findLastIndex((line) => /^#{2,6} /u.test(line))
      const blank = written.findLastIndex((line, index) => index < last && !/\S/u.test(line))
      const start = Math.max(title >= cut ? title : blank + 1, cut)
      const line = lines[start] ?? current.line
      const own = written.splice(start).filter((one) => !/^# /u.test(one))
      lines.splice(start)
      cut = start
      return { prompt: own.join('\n'), line }
    },
    hasText: () => hasText || (/\S/u.test(current.text) && !heading.test(current.text)),
    finish: () => {
      endLine()
      return { text: written.join('\n'), lines }
    },
  }
}

function quote(text: string, quotes: readonly number[]): string {
  const [indent] = quotes
  if (indent === undefined) return text
  const inner = text.slice(Math.min(indent, text.length - text.trimStart().length))
  return `${' '.repeat(indent)}${'> '.repeat(quotes.length)}${inner}`.trimEnd()
}

function tidyLine(line: string): string {
  return heading.test(line) ? line.replace(anchor, '').trimEnd() : line
}
