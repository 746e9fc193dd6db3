import { isDay } from '../lists/periods.ts'
import { readTyped } from './typed-text.ts'

/** A day such as 2027-12-31, or the two that it may mean. */
export type ReadDay = { day: string } | { readings: [dayFirst: string, monthFirst: string] }

/**
 * Reads a day in figures as people write it: 31.12.2027, 31/12/2027, 12/31/2027, 2027/12/31. Does
 * not guess what may mean two, like 04/05/2027; with points the day comes first everywhere.
 * Undefined for no day.
 */
export function readDay(text: string): ReadDay | undefined {
  // Drops the midnight that spreadsheets append.
  const typed = readTyped(text).replace(/[ T]0?0:00(:00)?$/u, '')
  const [, first, sign, second, year] = /^(\d\d?)([./-]) ?(\d\d?)\2 ?(\d{4})$/u.exec(typed) ?? []
  if (first === undefined || second === undefined) {
    const parts = /^(\d{4})[./-](\d\d?)[./-](\d\d?)$/u.exec(typed) ?? []
    return oneOf([dayAs(parts[1], parts[2], parts[3])])
  }
  const dayFirst = dayAs(year, second, first)
  return oneOf(sign === '.' ? [dayFirst] : [dayFirst, dayAs(year, first, second)])
}

function dayAs(year = '', month = '', day = ''): string | undefined {
  const written = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
  return isDay(written) ? written : undefined
}

function oneOf(days: (string | undefined)[]): ReadDay | undefined {
  const [one, other] = new Set(days.filter((day) => day !== undefined))
  if (one === undefined) return undefined
  return other === undefined ? { day: one } : { readings: [one, other] }
}
