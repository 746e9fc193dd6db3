import { createHash } from 'node:crypto'
import { z } from 'zod'
import { isId } from '../ids.ts'

/** The start of a page in a list that is sorted by more than ids. */
export interface Place {
  value: string | number
  id: string
}

const Written = z.tuple([z.string(), z.union([z.string().max(400), z.number()]), z.string()])

/** Returns the cursor of a place. It fits only the list it was made for, which `list` describes. */
export function cursorOf({ value, id }: Place, list: unknown): string {
  return Buffer.from(JSON.stringify([fingerprintOf(list), value, id])).toString('base64url')
}

/** Returns the place of a cursor; undefined if it is not one of this list. */
export function placeOf(cursor: string, list: unknown): Place | undefined {
  const [fingerprint, value, id] = read(cursor) ?? []
  if (fingerprint !== fingerprintOf(list) || value === undefined || id === undefined)
    return undefined
  return { value, id }
}

/** Makes a page of rows. The query must fetch one row more than the page holds. */
export function toSortedPage<Row, Item>(
  rows: readonly Row[],
  { limit, list, ...to }: { limit: number; list: unknown } & SortedPage<Row, Item>,
) {
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  const end = last === undefined ? to.end : to.place(last)
  return {
    items: shown.map(to.item),
    nextCursor: end === undefined ? null : cursorOf(end, list),
  }
}

interface SortedPage<Row, Item> {
  place: (row: Row) => Place
  item: (row: Row) => Item
  /** The place where the next page begins although no further row was found. */
  end?: Place | undefined
}

/** Whether a list that is sorted by time can begin there. */
export function isInstant(value: Place['value']): value is string {
  return z.iso.datetime().safeParse(value).success && String(value) >= '1000'
}

/** Whether a list that is sorted by text can begin there. */
export function isText(value: Place['value']): value is string {
  return typeof value === 'string'
}

/** Whether this may be a cursor: an id, or a place in a sorted list. */
export function isCursor(cursor: string): boolean {
  return isId(Buffer.from(cursor, 'base64url').toString('utf8')) || read(cursor) !== undefined
}

function read(cursor: string): z.infer<typeof Written> | undefined {
  try {
    const written = Written.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    const isStorable = !JSON.stringify(written).includes('\\u0000')
    const [, value, id] = written
    const isWhole =
      typeof value === 'string' || (Number.isInteger(value) && Math.abs(value) < 2 ** 31)
    return isStorable && isWhole && isId(id) ? written : undefined
  } catch {
    return undefined
  }
}

function fingerprintOf(list: unknown): string {
  return createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 12)
}
