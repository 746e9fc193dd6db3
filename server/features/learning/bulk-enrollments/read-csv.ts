import { CsvError, parse } from 'csv-parse/sync'
import { decodeText } from '../../../../lib/typed-text/decode-text.ts'
import { maxRows } from './schema.ts'
import { invalid, type TableRow } from './table.ts'

const delimiters = [',', ';', '\t'] as const

interface ParsedRecord {
  record: string[]
  info: { lines: number }
}

/**
 * Reads the rows of a CSV with a header (RFC 4180), as spreadsheets save it: separated by commas,
 * semicolons or tabs, in UTF-8, UTF-16 or Windows-1252.
 *
 * @throws InvalidFields with the line at fault, for what makes the whole file unreadable
 */
export function readCsv(bytes: Uint8Array): TableRow[] {
  return parseRecords(decode(bytes)).map((parsed) => ({
    line: firstLine(parsed),
    cells: parsed.record,
  }))
}

/** Leaves one kind of line break, so that lines are counted as editors count them. */
function decode(bytes: Uint8Array): string {
  const text = decodeText(bytes).replace(/\r\n?/g, '\n')
  const line = text.split('\0', 1)[0]?.split('\n').length
  if (text.includes('\0'))
    throw invalid(line, 'is not text: save the list as .xlsx, or as "CSV UTF-8"')
  return text
}

/** Counts empty lines and lines within quotes as well: reading them takes time. */
const maxLines = 5 * maxRows

function parseRecords(whole: string): ParsedRecord[] {
  // Reads Excel's own way to name the delimiter. Its line stays, so that line numbers hold.
  const [first, named] = /^sep=([,;\t|])(?=\n)/i.exec(whole) ?? ['']
  const text = whole.slice(first.length)
  const breaks = text.matchAll(/\n/g).drop(maxLines)
  if (breaks.next().done !== true)
    throw invalid(maxLines + 1, `is one too many: send ${maxRows} rows`)
  try {
    return parse(text, {
      delimiter: named ?? delimiterOf(text),
      record_delimiter: '\n',
      info: true,
      // Reads the header, the rows, and one more to see that there are too many.
      to: maxRows + 2,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    }) as unknown as ParsedRecord[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const message =
      error.code === 'CSV_QUOTE_NOT_CLOSED'
        ? 'or one above it has a quote that is never closed'
        : 'has a quote within a value: put the whole value in quotes, and double each within it'
    throw invalid(Number(error.lines ?? 1), message)
  }
}

/** Returns the delimiter that occurs most in the header. */
function delimiterOf(text: string): string {
  const header = text.trimStart().split('\n', 1)[0] ?? ''
  const unquoted = header.replace(/"[^"]*"/g, '')
  const countOf = (delimiter: string) => unquoted.split(delimiter).length
  return delimiters.reduce((best, next) => (countOf(next) > countOf(best) ? next : best))
}

/** Computes the first line of a record, which states only its last. */
function firstLine({ record, info }: ParsedRecord): number {
  const breaks = record.join('').match(/\n/g)?.length ?? 0
  return info.lines - breaks
}
