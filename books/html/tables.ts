import { type Line, tidyBlock, wordsOf } from './written-lines.ts'

export interface Cell {
  lines: Line[]
  isHeader: boolean
  columns: number
  rows: number
}

const maxColumns = 100

/** Makes a Markdown table; or the blocks of its cells if it is no table but a layout. */
export function tableOf(rows: readonly (readonly Cell[])[], caption: readonly Line[]): Line[] {
  const grid = gridOf(rows)
  const width = grid.reduce((most, row) => Math.max(most, row.length), 0)
  const cells = rows.flat().map(({ lines }) => tidyBlock(lines))
  const hasBlocks = cells.some((lines) =>
    lines.some(({ text }) => /^\s*(?:`{3,}|~{3,}|\|)/u.test(text)),
  )
  const place = cells.find(([first]) => first !== undefined)?.[0]?.place ?? 0
  const line = (text: string) => ({ text, place, isCode: false })
  const above = caption.length === 0 ? [] : [line(`*${wordsOf(caption)}*`), line('')]
  if (width < 2 || hasBlocks || cells.every((lines) => lines.length === 0))
    return [...above, ...joined(cells)]

  const isHeader = rows[0]?.every((cell) => cell.isHeader) ?? false
  const shown = isHeader ? grid : [[], ...grid]
  const lines = shown.map((row) => ({
    ...line(`| ${Array.from({ length: width }, (_, at) => textOf(row[at])).join(' | ')} |`),
    place: row.find((cell) => cell?.lines[0] !== undefined)?.lines[0]?.place ?? place,
  }))
  return [...above, ...lines.toSpliced(1, 0, line(`|${' --- |'.repeat(width)}`))]
}

/** Returns the cells of each row, with gaps where one spans several. */
function gridOf(rows: readonly (readonly Cell[])[]): (Cell | undefined)[][] {
  const below = new Map<number, number>()
  return rows.map((cells) => {
    const row: (Cell | undefined)[] = []
    const skip = () => {
      for (let rest = below.get(row.length) ?? 0; rest > 0; rest = below.get(row.length) ?? 0) {
        below.set(row.length, rest - 1)
        row.push(undefined)
      }
    }
    for (const cell of cells) {
      skip()
      for (let column = 0; column < cell.columns && row.length < maxColumns; column++) {
        below.set(row.length, cell.rows - 1)
        row.push(column === 0 ? cell : undefined)
      }
    }
    skip()
    return row
  })
}

function textOf(cell: Cell | undefined): string {
  if (cell === undefined) return ''
  const blocks: string[][] = [[]]
  for (const { text } of cell.lines) {
    const words = text.trim().replace(/^(?:[-*+]|\d{1,9}[.)])\s+/u, '')
    if (words === '' || words !== text.trim()) blocks.push([])
    if (words !== '') blocks.at(-1)?.push(words.replace(/\\$/u, ''))
    if (words.endsWith('\\')) blocks.push([])
  }
  const parts = blocks.filter((block) => block.length > 0).map((block) => block.join(' '))
  return parts.join(' / ').replaceAll(/(?<!\\)\|/gu, '\\|')
}

/** Puts blocks below one another. */
function joined(blocks: readonly (readonly Line[])[]): Line[] {
  return blocks
    .filter((block) => block.length > 0)
    .flatMap((block, index) => {
      const [first] = block
      return index === 0 || first === undefined ? block : [{ ...first, text: '' }, ...block]
    })
}
