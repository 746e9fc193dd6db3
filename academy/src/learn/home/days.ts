import { language } from '../../texts/texts.ts'
import { dayOf } from '../../ui/format.ts'

export function daysAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00`)
  date.setDate(date.getDate() + days)
  return dayOf(date)
}

/** Returns the first day of the week with the day, where the reader's language begins weeks. */
export function weekOf(day: string): string {
  const locale: Intl.Locale & { getWeekInfo?: () => { firstDay: number } } = new Intl.Locale(
    language,
  )
  const first = locale.getWeekInfo?.().firstDay ?? 1
  const weekday = new Date(`${day}T00:00`).getDay()
  return daysAfter(day, -((weekday - first + 7) % 7))
}
