import { stringify } from 'csv-stringify/sync'

export type CsvCell = string | number | boolean | null

/**
 * A table as CSV (RFC 4180), its first row the names of the columns. A cell that a spreadsheet
 * would run as a formula gets an apostrophe in front (OWASP, "CSV Injection").
 */
export function toCsv(columns: readonly string[], rows: Iterable<readonly CsvCell[]>): string {
  const lines = Array.from(rows, (row) => row.map(harmless))
  return stringify([columns, ...lines], {
    record_delimiter: '\r\n',
    quoted_match: /[\r\n]/,
    cast: { boolean: (value) => String(value) },
  })
}

/** Letters of full width count as well. Amounts below zero stay numbers. */
function harmless(cell: CsvCell): CsvCell {
  const isFormula =
    typeof cell === 'string' && /^[=+\-@\t\r＝＋－＠]/.test(cell) && !/^-\d+(\.\d+)?$/.test(cell)
  return isFormula ? `'${cell}` : cell
}
