import { type Column, gt, lt, type SQL } from 'drizzle-orm'

/** A page of a list: the rows after a place, or the first page. */
export interface PageAfter<Place = string> {
  after: Place | undefined
  limit: number
}

/** A page of a list, newest first: the rows older than this id, or the first page. */
export interface PageBefore {
  before: string | undefined
  limit: number
}

/**
 * Ids where a first page begins: an optional comparison such as `$1 is null or id > $1` would read
 * every page from the beginning of its list.
 */
export const lowestId = '00000000-0000-0000-0000-000000000000'
export const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Returns SQL for a page's beginning in rising order: a null parameter comes before all ids. */
export const afterId = (parameter: string) => `coalesce(${parameter}::uuid, '${lowestId}')`
/** Returns the same for falling order. */
export const beforeId = (parameter: string) => `coalesce(${parameter}::uuid, '${highestId}')`

/** Keeps rows with an id below the page's beginning: all of them, if it is the first page. */
export function isBefore(id: Column, before: string | undefined): SQL | undefined {
  return before === undefined ? undefined : lt(id, before)
}

/** Keeps rows with an id above the page's beginning: all of them, if it is the first page. */
export function isAfter(id: Column, after: string | undefined): SQL | undefined {
  return after === undefined ? undefined : gt(id, after)
}
