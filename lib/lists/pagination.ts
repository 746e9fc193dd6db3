import type { PageRequest } from '../schema.ts'

/** Returns the id after which a page starts; undefined for the first page. */
export function startOf({ cursor }: PageRequest): string | undefined {
  return cursor === undefined ? undefined : Buffer.from(cursor, 'base64url').toString('utf8')
}

/** Makes a page of rows. The query must fetch one row more than the page holds. */
export function toPage<Row extends { id: string }, Item>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => Item,
) {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const nextCursor =
    rows.length > limit && last !== undefined ? Buffer.from(last.id).toString('base64url') : null
  return { items: shown.map(toItem), nextCursor }
}
