import { CsvError, parse } from 'csv-parse/sync'
import { AppError } from '../../../errors/errors.ts'
import { type GivenRow, maxRows } from './schema.ts'

/** A line of the file, as it is given. */
export interface GivenLine extends GivenRow {
  line: number
  /** What is wrong with the line as such. */
  problem?: string
}

const columns = ['email', 'name', 'course', 'cohort', 'endsAt'] as const
type Column = (typeof columns)[number]
const knownColumns = `The columns are ${columns.join(', ')}`

const delimiters = [',', ';', '\t'] as const

interface ParsedRecord {
  record: string[]
  info: { lines: number }
}

/**
 * The rows of a CSV with a header (RFC 4180), as spreadsheets save it: separated by commas,
 * semicolons or tabs, in UTF-8 or UTF-16.
 *
 * @throws InvalidFields with the line at fault, for what makes the whole file unreadable
 */
export function readCsv(bytes: Uint8Array, { hasCourse }: { hasCourse: boolean }): GivenLine[] {
  const [header, ...records] = parseRecords(decode(bytes))
  if (header === undefined) throw invalid(1, `is missing: the file is empty. ${knownColumns}`)
  const order = readHeader(header, { hasCourse })

  const last = records[maxRows]
  if (last !== undefined) throw invalid(firstLine(last), `is one too many: send ${maxRows} rows`)
  if (records.length === 0) throw invalid(2, 'is missing: there is a header, and no row below it')
  return records.map((parsed) => toLine(parsed, order))
}

/** A byte order mark says UTF-16; without one it is UTF-8, and nothing else is guessed. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    // One kind of line break, so that lines are counted as editors count them.
    if (!text.includes('\0')) return text.replace(/\r\n?/g, '\n')
  } catch {
    // Refused below, with the line.
  }
  throw invalid(lineOfBadByte(bytes), 'is not in UTF-8: save the file as "CSV UTF-8"')
}

function lineOfBadByte(bytes: Uint8Array): number {
  const whole = Buffer.from(bytes).toString('utf8')
  return whole.slice(0, whole.search(/[\ufffd\0]/)).split('\n').length
}

/** Empty lines and lines within quotes count as well: reading them takes time. */
const maxLines = 5 * maxRows

function parseRecords(text: string): ParsedRecord[] {
  const breaks = text.matchAll(/\n/g).drop(maxLines)
  if (breaks.next().done !== true)
    throw invalid(maxLines + 1, `is one too many: send ${maxRows} rows`)
  try {
    return parse(text, {
      delimiter: delimiterOf(text),
      record_delimiter: '\n',
      info: true,
      // The header, the rows, and the one that is too many.
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

/** The one that the header has most of. */
function delimiterOf(text: string): string {
  const header = text.trimStart().split('\n', 1)[0] ?? ''
  const unquoted = header.replace(/"[^"]*"/g, '')
  const countOf = (delimiter: string) => unquoted.split(delimiter).length
  return delimiters.reduce((best, next) => (countOf(next) > countOf(best) ? next : best))
}

function readHeader(header: ParsedRecord, { hasCourse }: { hasCourse: boolean }): Column[] {
  const line = header.info.lines
  const order = header.record.map((name) => {
    const column = columns.find((known) => known.toLowerCase() === name.trim().toLowerCase())
    if (column === undefined)
      throw invalid(line, `has the unknown column "${name.slice(0, 100)}". ${knownColumns}`)
    return column
  })
  const twice = order.find((column, place) => order.indexOf(column) !== place)
  if (twice !== undefined) throw invalid(line, `has the column ${twice} twice`)
  const needed: Column[] = hasCourse ? ['email'] : ['email', 'course']
  const missing = needed.find((column) => !order.includes(column))
  if (missing !== undefined)
    throw invalid(line, `has no column ${missing}. ${knownColumns}, in any order`)
  return order
}

function toLine(parsed: ParsedRecord, order: readonly Column[]): GivenLine {
  const { record } = parsed
  const cells = record.map((cell) => cell.trim())
  const values: Partial<Record<Column, string>> = {}
  for (const [place, column] of order.entries()) if (cells[place]) values[column] = cells[place]
  const { email = '', ...others } = values
  const hasMore = cells.slice(order.length).some((cell) => cell !== '')
  return {
    email,
    ...others,
    line: firstLine(parsed),
    ...(hasMore && { problem: `has ${cells.length} values; the header has ${order.length}` }),
  }
}

/** A record says on which line it ends. */
function firstLine({ record, info }: ParsedRecord): number {
  const breaks = record.join('').match(/\n/g)?.length ?? 0
  return info.lines - breaks
}

function invalid(line: number, message: string): AppError {
  return new AppError('InvalidFields', { issues: [{ path: `line ${line}`, message }] })
}
