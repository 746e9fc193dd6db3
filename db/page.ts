import { type Column, gt, lt, type SQL } from 'drizzle-orm'

/** A page of a list: what comes after a place in it, or the first. */
export interface PageAfter<Place = string> {
  after: Place | undefined
  limit: number
}

/** A page of a list, newest first: what is older than the row with this id, or the first. */
export interface PageBefore {
  before: string | undefined
  limit: number
}

/**
 * Where a page begins that begins with the first id: a comparison that may be absent, such as
 * `$1 is null or id > $1`, reads every page from the beginning of its list.
 */
export const lowestId = '00000000-0000-0000-0000-000000000000'
export const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Where a page begins in SQL, in an order that rises: a null parameter is before all ids. */
export const afterId = (parameter: string) => `coalesce(${parameter}::uuid, '${lowestId}')`
/** The same in an order that falls. */
export const beforeId = (parameter: string) => `coalesce(${parameter}::uuid, '${highestId}')`

/** Keeps rows with a lower id than where the page begins: all of them, if it is the first. */
export function isBefore(id: Column, before: string | undefined): SQL | undefined {
  return before === undefined ? undefined : lt(id, before)
}

/** Keeps rows with a greater id than where the page begins: all of them, if it is the first. */
export function isAfter(id: Column, after: string | undefined): SQL | undefined {
  return after === undefined ? undefined : gt(id, after)
}
