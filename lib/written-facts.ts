/**
 * Writes a course's duration in words, the same on paper and on screen: hours and minutes; from ten
 * hours on whole hours, rounded down.
 */
export function writeDuration(totalMinutes: number, locale: string): string {
  const [hours, minutes] = [Math.floor(totalMinutes / 60), Math.floor(totalMinutes % 60)]
  const duration = hours >= 10 ? { hours } : { hours, minutes }
  return new Intl.DurationFormat(locale, { style: 'long' }).format(duration)
}

/** Writes basis points as people read them, like `87.5%`. */
export function writePercent(basisPoints: number, locale: string): string {
  const style = { style: 'percent', maximumFractionDigits: 2 } as const
  return new Intl.NumberFormat(locale, style).format(basisPoints / 10_000)
}

/** Writes a calendar day, such as 2026-11-21, in full. */
export function writeDay(day: string, locale: string): string {
  const style = { dateStyle: 'long', timeZone: 'UTC', calendar: 'gregory' } as const
  return new Intl.DateTimeFormat(locale, style).format(new Date(day))
}
