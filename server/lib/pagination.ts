import { AppError } from '../errors/errors.ts'
import { isId } from './ids.ts'
import type { PageRequest } from './schema.ts'

/** The id after which a page starts; undefined for the first page. */
export function startOf({ cursor }: PageRequest): string | undefined {
  if (cursor === undefined) return undefined
  const id = Buffer.from(cursor, 'base64url').toString('utf8')
  if (!isId(id))
    throw new AppError('InvalidFields', {
      issues: [{ path: 'cursor', message: 'is not a nextCursor of this list' }],
    })
  return id
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
