/**
 * The duration of a course in words, the same on paper and on screen: hours and minutes; from ten
 * hours on whole hours, rounded down.
 */
export function writeDuration(totalMinutes: number, locale: string): string {
  const [hours, minutes] = [Math.floor(totalMinutes / 60), Math.floor(totalMinutes % 60)]
  const duration = hours >= 10 ? { hours } : { hours, minutes }
  return new Intl.DurationFormat(locale, { style: 'long' }).format(duration)
}
