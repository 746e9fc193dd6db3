import { z } from 'zod'
import { field } from '../schema.ts'

export const Day = z.iso.date()

export function isDay(text: string): boolean {
  return Day.safeParse(text).success
}

const dayOrInstant = z.union([Day, z.iso.datetime({ offset: true })], {
  error: 'is neither a day such as 2026-11-21 nor an instant such as 2026-11-21T09:30:00Z',
})
const isInReach = (value: string) => value >= '1970' && value < '3000'
const outOfReach = 'is not between 1970 and 2999'

/** A day or an instant that bounds a period. */
export const bound = dayOrInstant.refine(isInReach, outOfReach)

/** When something begins or ends. UTC instants are not limited: some people write 9999 for ever. */
export const startOrEnd = dayOrInstant.refine(
  (value) => isInReach(value) || value.endsWith('Z'),
  outOfReach,
)

const periodInput = {
  from: field(bound.optional(), 'From this day or instant on, inclusive', '2026-11-01'),
  to: bound.optional().meta({
    description: 'Up to this day or instant, inclusive: a day counts to its end',
    examples: ['2026-11-30'],
  }),
  timeZone: z
    .string()
    .max(64)
    .refine(isTimeZone, 'is not a time zone such as Europe/Berlin')
    .optional()
    .meta({
      description: 'Where the days begin and end (IANA). Default: in the time zone of the school',
      examples: ['Europe/Berlin'],
    }),
}

/** Makes the input of a list or report that can be limited to a period. */
export function withPeriod<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject({ ...shape, ...periodInput }).refine(
    (input) => {
      const { from, until } = periodOf(input as PeriodInput, 'UTC')
      return from === undefined || until === undefined || from < until
    },
    { path: ['to'], error: 'is before `from`' },
  )
}

interface PeriodInput {
  from?: string | undefined
  to?: string | undefined
  timeZone?: string | undefined
}

export interface Period {
  from: Date | undefined
  /** The first instant after the period. */
  until: Date | undefined
}

/** Returns the period of days in the given time zone, or else in the school's. */
export function periodOf({ from, to, timeZone: named }: PeriodInput, ofSchool: string): Period {
  const timeZone = named ?? ofSchool
  return {
    from: from === undefined ? undefined : startOf(from, timeZone),
    until: to === undefined ? undefined : endOf(to, timeZone),
  }
}

/**
 * Returns the day of an instant in the time zone, such as 2026-11-21. Years have four digits: the
 * last such day stands for later ones, which begin in the east before 9999 is over.
 */
export function dayOf(at: Date, timeZone: string): string {
  const day = localDaysOf(timeZone).format(at)
  return day.length > 10 ? '9999-12-31' : day.padStart(10, '0')
}

/** Returns the hour of the day there, from 0 to 23. */
export function hourOf(at: Date, timeZone: string): number {
  const clock = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' })
  return Number(clock.format(at))
}

const localDays = new Map<string, Intl.DateTimeFormat>()

/** Keeps a few formatters: making one takes as long as formatting hundreds of days. */
function localDaysOf(timeZone: string): Intl.DateTimeFormat {
  const kept = localDays.get(timeZone)
  if (kept !== undefined) return kept
  if (localDays.size >= 100) localDays.clear()
  const made = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  localDays.set(timeZone, made)
  return made
}

/** Returns the calendar day of an instant as written, in its own offset. */
export function dayWritten(instant: string): string {
  return instant.slice(0, 10)
}

/** Writes an instant as ISO 8601 in whole seconds, with the offset of the time zone then. */
export function writtenIn(timeZone: string, at: Date): string {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(format.format(at)) ?? []
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1)
  const local = new Date(at.getTime() + offset * 60_000).toISOString()
  return local.replace(/\.\d+Z$/, offset === 0 ? 'Z' : `${sign}${hours}:${minutes}`)
}

/**
 * Returns when something begins that was given as a day or an instant; keeps null and undefined.
 */
export function startMeant<Said extends string | null | undefined>(
  said: Said,
  timeZone: string,
): Date | Exclude<Said, string> {
  return typeof said === 'string' ? startOf(said, timeZone) : (said as Exclude<Said, string>)
}

/** Returns when something ends; a day that was given lasts to its end. */
export function endMeant<Said extends string | null | undefined>(
  said: Said,
  timeZone: string,
): Date | Exclude<Said, string> {
  return typeof said === 'string' ? overAt(said, timeZone) : (said as Exclude<Said, string>)
}

/** Reverses `startMeant`: returns the day that begins then, or the instant. */
export function saidOfStart(at: Date, timeZone: string): string {
  const day = dayOf(at, timeZone)
  return day > lastDayBefore(at, timeZone) ? day : at.toISOString()
}

/** Reverses `endMeant`: returns the day that is over then, or the instant. */
export function saidOfEnd(at: Date, timeZone: string): string {
  const day = lastDayBefore(at, timeZone)
  return day < dayOf(at, timeZone) ? day : at.toISOString()
}

/** Returns the last day, or part of one, before the end; keeps null. */
export function lastDayBefore<End extends Date | null>(
  end: End,
  timeZone: string,
): string | Exclude<End, Date> {
  return end instanceof Date
    ? dayOf(new Date(end.getTime() - 1), timeZone)
    : (end as Exclude<End, Date>)
}

/** Returns when something is over that lasts through a day, or up to an instant. */
export function overAt(bound: string, timeZone: string): Date {
  return isDay(bound) ? startOfDay(daysAfter(bound, 1), timeZone) : new Date(bound)
}

function startOf(bound: string, timeZone: string): Date {
  return isDay(bound) ? startOfDay(bound, timeZone) : new Date(bound)
}

/** Returns the end of a period that includes its last instant. */
function endOf(bound: string, timeZone: string): Date {
  return isDay(bound) ? overAt(bound, timeZone) : new Date(new Date(bound).getTime() + 1)
}

/** Returns the same day this many months later, or the last day of a shorter month. */
export function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 0, dayOfMonth = 0] = day.split('-').map(Number)
  const daysInMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  const date = Date.UTC(year, month - 1 + months, Math.min(dayOfMonth, daysInMonth))
  return dayOf(new Date(date), 'UTC')
}

/** Returns the day this many days later, such as 2026-11-21. */
export function daysAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return dayOf(date, 'UTC')
}

/**
 * Returns the same local time this many days later: Friday 18:00 stays so when clocks change. A
 * time that the change skips becomes the one after it.
 */
export function sameTimeAfter(at: Date, days: number, timeZone: string): Date {
  if (days === 0) return at
  const clock = clockOf(timeZone)
  const wanted = shownBy(clock, at) + days * 86_400_000
  // Corrects by the offset shown: once to come near, once more in case the offset differs there.
  const near = wanted + at.getTime() - shownBy(clock, at)
  const then = near + wanted - shownBy(clock, new Date(near))
  return new Date(shownBy(clock, new Date(then)) === wanted ? then : Math.max(near, then))
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const time = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
  return new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...parts, ...time })
}

/** Reads the clock of the place as if it showed UTC. */
function shownBy(clock: Intl.DateTimeFormat, at: Date): number {
  const parts = new Map(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const [year = 0, month = 1, day, hour, minute, second] = (
    ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
  ).map((name) => parts.get(name))
  return Date.UTC(year, month - 1, day, hour, minute, second, at.getUTCMilliseconds())
}

/**
 * Returns the first instant of a day. Searches for it: where clocks change at midnight, the day
 * begins at one o'clock, and past offsets are not whole hours.
 */
export function startOfDay(day: string, timeZone: string): Date {
  const localDay = localDaysOf(timeZone)
  const midnight = new Date(`${day}T00:00:00Z`).getTime()
  let [before, atOrAfter] = [midnight - 26 * 3_600_000, midnight + 26 * 3_600_000]
  while (atOrAfter - before > 1) {
    const middle = Math.floor((before + atOrAfter) / 2)
    if (localDay.format(middle) < day) before = middle
    else atOrAfter = middle
  }
  return new Date(atOrAfter)
}

/** The name of a place's time zone in its usual spelling; no bare offset, which knows no summer. */
export const TimeZone = z
  .string()
  .max(64)
  .refine(
    (name) => isTimeZone(name) && /^[a-z]/i.test(name),
    'is not a time zone such as Europe/Berlin',
  )
  .overwrite((name) =>
    isTimeZone(name)
      ? new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
      : name,
  )

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
