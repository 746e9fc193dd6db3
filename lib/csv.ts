import { stringify } from 'csv-stringify/sync'

export type CsvCell = string | number | boolean | null

/**
 * Rows of a table as CSV (RFC 4180). A cell that a spreadsheet would run as a formula gets an
 * apostrophe in front (OWASP, "CSV Injection").
 */
export function csvLines(rows: readonly (readonly CsvCell[])[]): string {
  const lines = rows.map((row) => row.map(harmless))
  return stringify(lines, {
    record_delimiter: '\r\n',
    quoted_match: /[\r\n]/,
    cast: { boolean: (value) => String(value) },
  })
}

/** The columns of a file by name, each with the function that fills its cells. */
export type Columns<Item> = Record<string, (item: Item) => CsvCell>

/** Writes a list as CSV while it is read, in parts, however long it is. */
export async function* writeCsv<Item>(
  columns: Columns<Item>,
  parts: AsyncIterable<readonly Item[]>,
): AsyncGenerator<string> {
  const cells = Object.values(columns)
  // Waits for the first part with the heading: if reading fails, nothing is written.
  let heading = [Object.keys(columns)]
  for await (const items of parts) {
    yield csvLines([...heading, ...items.map((item) => cells.map((cell) => cell(item)))])
    heading = []
  }
  if (heading.length > 0) yield csvLines(heading)
}

/**
 * Disarms formulas, which may also begin where a spreadsheet splits the cell: German ones separate
 * by semicolons. Letters of full width count as well. Amounts below zero stay numbers.
 */
function harmless(cell: CsvCell): CsvCell {
  if (typeof cell !== 'string' || /^-\d+(\.\d+)?$/.test(cell)) return cell
  const inside = cell.replace(/([;|\t\r\n][\s"]*)(?=[=+\-@＝＋－＠])/g, "$1'")
  return /^[\s"]*[=+\-@＝＋－＠]|^[\t\r\n]/.test(cell) ? `'${inside}` : inside
}
