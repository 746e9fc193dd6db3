import { proseLines } from '../../../content/markdown/lines.ts'

/** Text of a track with the place of each of its lines. */
export interface TrackText {
  lines: TrackLine[]
}

export interface TrackLine {
  text: string
  /** The file as mistakes name it. */
  file: string
  line: number
}

const fence = /^([ \t]*)(~{3,}|`{3,})([^`]*)$/u
const special = /^exercism\/(\w{1,20})[ \t]*$/u

/** Returns the text without its first heading, which is the same in every file of that name. */
export function partOf(file: string, source: string): TrackText {
  const lines = source.split('\n').map((text, index) => ({ text, file, line: index + 1 }))
  const first = lines.findIndex(({ text }) => /\S/u.test(text))
  return { lines: /^# /u.test(lines[first]?.text ?? '') ? lines.slice(first + 1) : lines }
}

export function isEmpty({ lines }: TrackText): boolean {
  return lines.every(({ text }) => !/\S/u.test(text) || /^\s*(?:TODO|<!--)/iu.test(text))
}

/** Returns the text below a heading, its own headings one level lower. */
export function underHeading(heading: string, { lines }: TrackText): TrackText {
  const prose = new Set([...proseLines(lines.map(({ text }) => text))].map(([index]) => index))
  const lowered = lines.map(({ text, ...place }, index) => ({
    text: prose.has(index) ? text.replace(/^(#{1,5})(?= )/u, '#$1') : text,
    ...place,
  }))
  const place = { file: lines[0]?.file ?? '', line: 1 }
  return { lines: [{ text: `## ${heading}`, ...place }, { text: '', ...place }, ...lowered] }
}

/** Turns ` ~~~~exercism/note ` and the like into quotes; other code stays as it is. */
export function quoteNotes({ lines }: TrackText): TrackText {
  let note: { indent: string; mark: string } | undefined
  let code: string | undefined
  const shown = (text: string): string => {
    const [, indent = '', mark = '', info = ''] = fence.exec(text) ?? []
    if (note !== undefined) {
      const { indent: outer, mark: closing } = note
      if (mark === closing && info.trim() === '') note = undefined
      const inner = text.startsWith(outer) ? text.slice(outer.length) : text.trimStart()
      return note === undefined ? '' : `${outer}> ${inner}`.trimEnd()
    }
    if (code !== undefined) {
      if (mark.startsWith(code) && info.trim() === '') code = undefined
      return text
    }
    const [, kind] = special.exec(info) ?? []
    if (kind === undefined) {
      if (mark !== '') code = mark
      return text
    }
    note = { indent, mark }
    return `${indent}> **${kind[0]?.toUpperCase()}${kind.slice(1)}:**`
  }
  return { lines: lines.map(({ text, ...place }) => ({ text: shown(text), ...place })) }
}

export function join(parts: readonly TrackText[]): TrackText {
  return {
    lines: parts.flatMap(({ lines }, index) =>
      index === 0 ? lines : [{ text: '', file: lines[0]?.file ?? '', line: 1 }, ...lines],
    ),
  }
}
