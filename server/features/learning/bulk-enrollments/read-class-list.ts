import { type Column, type ReadColumns, readColumns } from './columns.ts'
import { readCsv } from './read-csv.ts'
import { isZip, readXlsx } from './read-xlsx.ts'
import { type GivenRow, maxRows } from './schema.ts'
import { invalid, type TableRow } from './table.ts'

/** A line of the file, as given. */
export interface GivenLine extends GivenRow {
  line: number
  /** What is wrong with the line itself. */
  problem?: string
}

export interface ClassList extends Pick<ReadColumns, 'columns' | 'unused'> {
  rows: GivenLine[]
}

/**
 * Reads a school's list: a CSV or an Excel workbook, whose first row names the columns.
 *
 * @throws InvalidFields with the line at fault, for what makes the whole file unreadable
 */
export async function readClassList(
  bytes: Uint8Array,
  { hasCourse }: { hasCourse: boolean },
): Promise<ClassList> {
  const { rows: table, otherSheets } = isZip(bytes)
    ? await readXlsx(bytes)
    : { rows: readCsv(bytes), otherSheets: [] }
  const [header, ...rows] = table
  if (header === undefined) throw invalid(1, 'is missing: the file is empty')
  const { order, columns, unused } = readColumns(header, { hasCourse })

  const last = rows[maxRows]
  if (last !== undefined) throw invalid(last.line, `is one too many: send ${maxRows} rows`)
  if (rows.length === 0) throw invalid(2, 'is missing: there is a header, and no row below it')
  return {
    rows: rows.map((row) => toLine(row, order)),
    columns,
    unused: [...unused, ...untitled(rows, header), ...otherSheets],
  }
}

/** Finds cells that stand below no title. */
function untitled(rows: readonly TableRow[], header: TableRow): string[] {
  return header.cells.flatMap((title, place) =>
    title.trim() === '' && rows.some(({ cells }) => cells[place]?.trim())
      ? [`column ${place + 1}`]
      : [],
  )
}

function toLine({ line, cells: given }: TableRow, order: ReadColumns['order']): GivenLine {
  const cells = given.map((cell) => harmful(cell.trim()))
  const values: Partial<Record<Column, string>> = {}
  for (const [place, column] of order.entries())
    if (column !== undefined && cells[place]) values[column] = cells[place]
  const { email = '', name, firstName, lastName, ...others } = values
  const whole = name ?? [firstName, lastName].filter((part) => part !== undefined).join(' ')
  const hasMore = cells.slice(order.length).some((cell) => cell !== '')
  return {
    email,
    ...(whole !== '' && { name: whole }),
    ...others,
    line,
    ...(hasMore && { problem: `has ${cells.length} values; the header has ${order.length}` }),
  }
}

/** Undoes the guard of csvLines(), whose exports are lists, too. */
function harmful(cell: string): string {
  return cell.replace(/^'(?=[=+\-@＝＋－＠])/u, '')
}
