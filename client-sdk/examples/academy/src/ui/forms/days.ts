import { language } from '../../texts/texts.ts'

/** Where the days of the reader begin and end. */
export const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The first instant of a day that was typed; null for none. */
export const startOf = (day = '') => (day === '' ? null : new Date(`${day}T00:00`).toISOString())

export const endOf = (day = '') => (day === '' ? null : new Date(`${day}T23:59:59`).toISOString())

/** The day of an instant, as fields for days take it. */
export const dayOf = (instant: string | Date | null = null) =>
  instant === null ? '' : new Date(instant).toLocaleDateString('sv')

const periods = {
  day: new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
  month: new Intl.DateTimeFormat(language, { month: 'short', year: 'numeric', timeZone: 'UTC' }),
}

/** A day or a month as the API names them: `2026-11-21` or `2026-11`. */
export const showPeriod = (period: string) =>
  periods[period.length > 7 ? 'day' : 'month'].format(new Date(period))
