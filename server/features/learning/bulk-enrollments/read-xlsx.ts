import { posix } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { SaxesParser } from 'saxes'
import { type Entry, fromBufferPromise } from 'yauzl'
import { AppError } from '../../../errors/errors.ts'
import { invalid, type TableRow } from './table.ts'

// A list of 10,000 rows unpacks to 4 MB.
const maxUnpackedBytes = 16 * 1024 * 1024
const maxEntries = 500
const maxColumns = 200
const maxRowsRead = 10_002
const pieceLength = 64 * 1024
const maxElements = 1_000_000
const maxDepth = 50
/** Stands in for a part that a workbook may lack. */
const none = '<none/>'

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4
}

type Read = (name: string) => Promise<string | undefined>

/**
 * Reads the rows of the first visible sheet (ECMA-376): formulas as their values, dates as days.
 *
 * @throws InvalidFields
 */
export async function readXlsx(
  bytes: Uint8Array,
): Promise<{ rows: TableRow[]; otherSheets: string[] }> {
  try {
    return await readWorkbook(await openWorkbook(Buffer.from(bytes)))
  } catch (error) {
    if (error instanceof AppError) throw error
    throw invalid(1, 'cannot be read: save the list as .xlsx again, with at most 10000 rows')
  }
}

/** Reads no more than the sizes that the zip states, whose sum is bounded. */
async function openWorkbook(bytes: Buffer): Promise<Read> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false })
  if (zip.entryCount > maxEntries) throw new RangeError('too many files')
  const entries = new Map<string, Entry>()
  let size = 0
  for await (const entry of zip.eachEntry()) {
    size += entry.uncompressedSize
    if (size > maxUnpackedBytes) throw new RangeError('unpacks to too much')
    entries.set(entry.fileName, entry)
  }
  return async (name) => {
    const entry = entries.get(name)
    if (entry === undefined) return undefined
    const pieces: Buffer[] = []
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece)
    return Buffer.concat(pieces).toString('utf8')
  }
}

async function readWorkbook(read: Read) {
  const workbook = await read('xl/workbook.xml')
  if (workbook === undefined) throw invalid(1, 'is of no Excel workbook (.xlsx) and of no CSV')
  const sheets: { name: string; id: string }[] = []
  let from1904 = false
  await parse(workbook, (name, attributes) => {
    if (name === 'workbookPr') from1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
    if (name === 'sheet' && !/hidden/i.test(attributes.state ?? ''))
      sheets.push({ name: attributes.name ?? '', id: attributes['r:id'] ?? '' })
  })
  const files = new Map<string, string>()
  await parse(
    (await read('xl/_rels/workbook.xml.rels')) ?? none,
    (name, { Id = '', Target = '' }) => {
      if (name === 'Relationship') files.set(Id, posix.resolve('/xl', Target).slice(1))
    },
  )
  const [first, ...others] = sheets
  const file = files.get(first?.id ?? '')
  const sheet = file === undefined ? undefined : await read(file)
  if (sheet === undefined) throw invalid(1, 'is missing: the workbook has no sheet that is shown')
  const texts = await textsIn((await read('xl/sharedStrings.xml')) ?? none, 'si')
  const dates = await dateStyles((await read('xl/styles.xml')) ?? none)
  return {
    rows: await rowsOf(sheet, { texts, dates, from1904 }),
    otherSheets: others.map(({ name }) => `sheet "${name}"`),
  }
}

interface Book {
  texts: readonly string[]
  /** Whether each style shows days. */
  dates: readonly boolean[]
  from1904: boolean
}

async function rowsOf(sheet: string, book: Book): Promise<TableRow[]> {
  const rows: TableRow[] = []
  let row: TableRow = { line: 0, cells: [] }
  let cell = { place: 0, type: '', style: 0, text: '' }
  let isValue = false
  await parse(
    sheet,
    (name, { r, t, s }) => {
      if (name === 'row') row = { line: lineOf(r) ?? row.line + 1, cells: [] }
      if (name === 'c')
        cell = { place: placeOf(r) ?? row.cells.length, type: t ?? 'n', style: Number(s), text: '' }
      isValue = name === 'v' || name === 't'
    },
    (name) => {
      isValue = false
      if (name === 'c' && cell.place < maxColumns) {
        while (row.cells.length < cell.place) row.cells.push('')
        row.cells[cell.place] = shown(cell, book)
      }
      if (
        name === 'row' &&
        row.cells.some((text) => text.trim() !== '') &&
        rows.length < maxRowsRead
      )
        rows.push(row)
    },
    (text) => {
      if (isValue) cell.text += text
    },
  )
  return rows
}

/** Returns the line of a cell; undefined for what is no row of Excel. */
function lineOf(reference: string | undefined): number | undefined {
  return /^[1-9]\d{0,6}$/.test(reference ?? '') ? Number(reference) : undefined
}

/** Returns the column, counted from 0: C5 is in column 2. */
function placeOf(reference: string | undefined): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(reference ?? '') ?? []
  if (letters === undefined) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function shown({ type, style, text }: { type: string; style: number; text: string }, book: Book) {
  if (text === '') return ''
  if (type === 's') return book.texts[Number(text)] ?? ''
  if (type !== 'n') return text
  const number = Number(text)
  if (!book.dates[style]) return String(number)
  // Corrects for day 60 of 1900, which Excel counts but which never existed.
  const days = book.from1904 ? number + 1462 : number < 60 ? number + 1 : number
  const at = new Date(Date.UTC(1899, 11, 30) + Math.round(days * 86_400) * 1000)
  if (Number.isNaN(at.getTime())) return text
  return at
    .toISOString()
    .replace(/T00:00:00\.000Z$/, '')
    .slice(0, 16)
}

/** Returns which cell styles show a day: built-in ones, and formats with a year or day. */
async function dateStyles(styles: string): Promise<boolean[]> {
  const formats = new Map<number, string>()
  const dates: boolean[] = []
  let isOfCells = false
  await parse(
    styles,
    (name, { numFmtId, formatCode = '' }) => {
      const id = Number(numFmtId)
      if (name === 'numFmt') formats.set(id, formatCode.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, ''))
      if (name === 'cellXfs') isOfCells = true
      if (name === 'xf' && isOfCells)
        dates.push(
          (id >= 14 && id <= 22 && id !== 18 && id !== 20) || /[yd]/i.test(formats.get(id) ?? ''),
        )
    },
    (name) => {
      if (name === 'cellXfs') isOfCells = false
    },
  )
  return dates
}

/** Returns the texts of all such elements, joining their runs and leaving out phonetic hints. */
async function textsIn(xml: string, element: string): Promise<string[]> {
  const texts: string[] = []
  let isText = false
  let isSpoken = false
  await parse(
    xml,
    (name) => {
      if (name === element) texts.push('')
      if (name === 'rPh') isSpoken = true
      isText = name === 't' && !isSpoken
    },
    (name) => {
      isText = false
      if (name === 'rPh') isSpoken = false
    },
    (text) => {
      if (isText) texts.push((texts.pop() ?? '') + text)
    },
  )
  return texts
}

/**
 * Parses without name prefixes, which differ from program to program. Yields to other work: sixteen
 * megabytes take seconds.
 */
async function parse(
  xml: string,
  onOpen: (name: string, attributes: Record<string, string>) => void,
  onClose: (name: string) => void = () => undefined,
  onText: (text: string) => void = () => undefined,
): Promise<void> {
  const bare = (name: string) => name.slice(name.indexOf(':') + 1)
  const parser = new SaxesParser()
  let [elements, depth] = [0, 0]
  parser.on('opentag', ({ name, attributes }) => {
    elements += 1
    depth += 1
    if (elements > maxElements || depth > maxDepth) throw new RangeError('holds too much')
    onOpen(bare(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    depth -= 1
    onClose(bare(name))
  })
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('error', () => {
    throw invalid(1, 'cannot be read: save the list as .xlsx again')
  })
  for (let at = 0; at < xml.length; at += pieceLength) {
    parser.write(xml.slice(at, at + pieceLength))
    await setImmediate()
  }
  parser.close()
}
