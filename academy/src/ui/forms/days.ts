import { language } from '../../texts/texts.ts'

/** The reader's day of an instant, as fields for days take it. */
export const dayOf = (instant: Date) => instant.toLocaleDateString('sv')

const periods = {
  day: new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
  month: new Intl.DateTimeFormat(language, { month: 'short', year: 'numeric', timeZone: 'UTC' }),
}

/** A day or a month as the API names them: `2026-11-21` or `2026-11`. */
export const showPeriod = (period: string) =>
  periods[period.length > 7 ? 'day' : 'month'].format(new Date(period))
