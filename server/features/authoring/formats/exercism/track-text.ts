import { proseLines } from '../../../../lib/markdown/lines.ts'

/** Text of a track with the line in its file of each of its lines. */
export interface TrackText {
  lines: { text: string; line: number }[]
}

const special = /^(~{3,}|`{3,})exercism\/(\w{1,20})[ \t]*$/u

/** The text without its first heading, which only says what every file of that name says. */
export function partOf(source: string): TrackText {
  const lines = source.split('\n').map((text, index) => ({ text, line: index + 1 }))
  const first = lines.findIndex(({ text }) => /\S/u.test(text))
  return { lines: /^# /u.test(lines[first]?.text ?? '') ? lines.slice(first + 1) : lines }
}

export function isEmpty({ lines }: TrackText): boolean {
  return lines.every(({ text }) => !/\S/u.test(text) || /^\s*(?:TODO|<!--)/iu.test(text))
}

/** The text below a heading, its own headings one level lower. */
export function underHeading(heading: string, { lines }: TrackText): TrackText {
  const prose = new Set([...proseLines(lines.map(({ text }) => text))].map(([index]) => index))
  const lowered = lines.map(({ text, line }, index) => ({
    text: prose.has(index) ? text.replace(/^(#{1,5})(?= )/u, '#$1') : text,
    line,
  }))
  return { lines: [{ text: `## ${heading}`, line: 1 }, { text: '', line: 1 }, ...lowered] }
}

/** ` ~~~~exercism/note ` and its like as quotes. */
export function quoteNotes({ lines }: TrackText): TrackText {
  let open: string | undefined
  return {
    lines: lines.map(({ text, line }) => {
      const [, mark, kind] = special.exec(text) ?? []
      if (open === undefined && mark !== undefined && kind !== undefined) {
        open = mark
        return { text: `> **${kind[0]?.toUpperCase()}${kind.slice(1)}:**`, line }
      }
      if (open === undefined) return { text, line }
      if (text.trimEnd() !== open) return { text: `> ${text}`.trimEnd(), line }
      open = undefined
      return { text: '', line }
    }),
  }
}

export function join(parts: readonly TrackText[]): TrackText {
  return {
    lines: parts.flatMap(({ lines }, index) =>
      index === 0 ? lines : [{ text: '', line: 1 }, ...lines],
    ),
  }
}
