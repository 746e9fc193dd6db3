import { type Place, placeOf } from '../../lib/lists/sorted-pages.ts'
import { AppError } from './errors.ts'

/**
 * Reads where a page of a sorted list begins; undefined for the first page. `fits` knows what the
 * list is sorted by: anybody can write a cursor.
 * @throws InvalidFields
 */
export function requirePlace<Value extends Place['value']>(
  cursor: string | undefined,
  list: unknown,
  fits: (value: Place['value']) => value is Value,
): { value: Value; id: string } | undefined {
  if (cursor === undefined) return undefined
  const place = placeOf(cursor, list)
  if (place !== undefined && fits(place.value)) return { value: place.value, id: place.id }
  const message = 'is not a nextCursor of this list: begin without a cursor when filters change'
  throw new AppError('InvalidFields', { issues: [{ path: 'cursor', message }] })
}
