import { z } from 'zod'
import {
  dayOf,
  daysAfter,
  type Period,
  periodOf,
  startOfDay,
} from '../../../../lib/lists/periods.ts'
import { field, Instant, pageInput } from '../../../../lib/schema.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'

/** Input of a list of days or months, besides that of `withPeriod`. */
const periodLengths = ['day', 'month'] as const

export const periodPages = {
  per: field(z.enum(periodLengths).default('month'), 'The length of each period', 'month'),
  limit: pageInput.limit,
  cursor: field(
    z
      .string()
      .max(40)
      .refine(
        (cursor) => z.iso.date().safeParse(cursor).success,
        'is not a nextCursor of this list',
      )
      .optional(),
    'Where the page starts: `nextCursor` of the previous page',
    '2026-11-21',
  ),
}

/** Fields of each period, besides its numbers. */
export const shownPeriod = {
  from: Instant.describe('The first instant of the period'),
  until: Instant.describe('The first instant after the period'),
}

export const namedPeriod = {
  period: field(z.string(), 'The day, or the month', '2026-11'),
  ...shownPeriod,
}

export const PeriodCursor = field(
  z.string().nullable(),
  'Pass it as `cursor` to get the next page; null on the last page',
  '2026-12-01',
)

interface AskedPeriod {
  from?: string | undefined
  to?: string | undefined
  timeZone?: string | undefined
}

/** A period with both ends. */
export type ClosedPeriod = { [end in keyof Period]: Date }

/** Ends today by default, and begins on the first of that end's month. */
export function closedPeriodOf(
  asked: AskedPeriod,
  { config, now: clock }: Pick<Deps, 'config' | 'now'>,
  firstDayOf = firstOfMonth,
): ClosedPeriod {
  const [now, timeZone] = [clock(), asked.timeZone ?? config.timeZone]
  const today = dayOf(now, timeZone)
  const until = periodOf({ to: asked.to ?? today }, timeZone).until ?? now
  const lastDay = dayOf(new Date(until.getTime() - 1), timeZone)
  const from = periodOf({ from: asked.from ?? firstDayOf(lastDay) }, timeZone).from ?? now
  if (from < until) return { from, until }
  throw new AppError('InvalidFields', {
    issues: [{ path: 'from', message: 'is after today: say until when with `to`' }],
  })
}

export interface NamedPeriod extends ClosedPeriod {
  /** Name such as `2026-11-21` or `2026-11`. */
  name: string
  firstDay: string
}

/** Yields the days or months of a period that begin on a day or later. */
export function* splitPeriod(
  { from, until }: ClosedPeriod,
  {
    per,
    timeZone,
    since,
  }: { per: (typeof periodLengths)[number]; timeZone: string; since: string | undefined },
): Generator<NamedPeriod> {
  const beginningOf = (day: string) => (per === 'day' ? day : firstOfMonth(day))
  const first = beginningOf(dayOf(from, timeZone))
  let day = since !== undefined && since > first ? beginningOf(since) : first
  let start = startOfDay(day, timeZone)
  while (start < until) {
    const next = per === 'day' ? daysAfter(day, 1) : nextMonth(day)
    const end = startOfDay(next, timeZone)
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

/** Returns the first of the twelve months up to a day. */
export function firstOfYearUpTo(day: string): string {
  return nextMonth(`${Number(day.slice(0, 4)) - 1}${day.slice(4)}`)
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`
}

function nextMonth(day: string): string {
  return firstOfMonth(daysAfter(firstOfMonth(day), 31))
}
