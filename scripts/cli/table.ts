import { printable } from './output.ts'

/** Rows under a heading, in columns as wide as their content. */
export function table(heading: string[], rows: string[][]): string {
  const lines = [heading, ...rows].map((row) => row.map(printable))
  const widths = heading.map((_, column) =>
    Math.max(...lines.map((row) => widthOf(row[column] ?? ''))),
  )
  return lines
    .map(
      (row) =>
        `${row
          .map((cell, column) => pad(cell, widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

function pad(cell: string, width: number): string {
  return cell + ' '.repeat(width - widthOf(cell))
}

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Columns in a terminal: East Asian characters and emoji take two. */
function widthOf(text: string): number {
  return [...characters.segment(text)].reduce(
    (width, { segment }) => width + (isWide(segment) ? 2 : 1),
    0,
  )
}

function isWide(character: string): boolean {
  return /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303f\uff00-\uff60]/u.test(
    character,
  )
}
