import type { SalesPeriod } from '../../../../db/queries/shop/receipts/sales.ts'
import { AppError } from '../../../errors/errors.ts'
import { dayOf, periodOf } from '../../../lib/lists/periods.ts'

export interface AskedPeriod {
  from?: string | undefined
  to?: string | undefined
  timeZone: string
}

/** The period of a report: to today, and from the first of the month in which it ends. */
export function salesPeriodOf(asked: AskedPeriod, now: Date): SalesPeriod {
  const { timeZone } = asked
  const today = dayOf(now, timeZone)
  const until = periodOf({ to: asked.to ?? today, timeZone }).until ?? now
  const lastDay = dayOf(new Date(until.getTime() - 1), timeZone)
  const from = periodOf({ from: asked.from ?? firstOfMonth(lastDay), timeZone }).from ?? now
  if (from < until) return { from, until }
  throw new AppError('InvalidFields', {
    issues: [{ path: 'from', message: 'is after today: say until when with `to`' }],
  })
}

export interface NamedPeriod extends SalesPeriod {
  /** `2026-11-21` or `2026-11`. */
  name: string
  firstDay: string
}

/** The days or months of a period, those that begin on a day or later; at most `limit`. */
export function* splitPeriod(
  { from, until }: SalesPeriod,
  { per, timeZone, since }: { per: 'day' | 'month'; timeZone: string; since: string | undefined },
): Generator<NamedPeriod> {
  const beginningOf = (day: string) => (per === 'day' ? day : firstOfMonth(day))
  const first = beginningOf(dayOf(from, timeZone))
  let day = since !== undefined && since > first ? beginningOf(since) : first
  let start = startOf(day, timeZone)
  while (start < until) {
    const next = per === 'day' ? addDays(day, 1) : firstOfMonth(addDays(firstOfMonth(day), 31))
    const end = startOf(next, timeZone)
    yield {
      name: per === 'day' ? day : day.slice(0, 7),
      firstDay: day,
      from: start < from ? from : start,
      until: end > until ? until : end,
    }
    day = next
    start = end
  }
}

function startOf(day: string, timeZone: string): Date {
  return periodOf({ from: day, timeZone }).from ?? new Date(day)
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`
}

function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
