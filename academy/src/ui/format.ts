import { formatMoney, type Money } from '@lyceum/sdk'
import { language, t } from '../texts/texts.ts'
import { inLanguageOf } from './in-language.ts'

const numbers = new Intl.NumberFormat(language)
const plainNumbers = new Intl.NumberFormat(language, {
  useGrouping: false,
  maximumFractionDigits: 40,
})
const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium' })
const instants = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
// As exact as a certificate is: a grade reads the same here and on paper.
const percents = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 })

export const showNumber = (value: number) => numbers.format(value)

/** Without groups, which may be read as decimals. @param digits with a point, of any length */
export const showPlainNumber = (digits: string) => plainNumbers.format(digits as `${number}`)

const choices = new Intl.ListFormat(language, { type: 'disjunction' })

/** Lists what one may choose from: “pictures or PDF”. */
export const listed = (names: readonly string[]) => choices.format(names)

const lists = new Intl.ListFormat(language, { type: 'unit' })

/** Lists what there is: “9 lessons, 1 quiz”. */
export const showList = (parts: readonly string[]) => lists.format(parts)

const isFromRight = inLanguageOf(language).dir === 'rtl'

/** @param percent 0 to 100 */
export const showPercent = (percent: number) => percents.format(percent / 100)

export function showMoney(money: Money): string {
  if (money.amount === 0) return t('field.price.free')
  const text = formatMoney(money, language)
  // Reads in the direction of the currency's own letters: from the right, `US$` would fall apart.
  return isFromRight ? `\u2068${text.replace(/^\u200F/, '')}\u2069` : text
}

/** Formats an instant as date and time, in the reader's time zone. */
export const showInstant = (instant: string) => instants.format(new Date(instant))

/** The day of an instant, or a day (`2026-11-28`), which is the same in every time zone. */
export const showDay = (day: string) =>
  days.format(new Date(day.length === 10 ? `${day}T00:00` : day))

const times = new Intl.DateTimeFormat(language, { timeStyle: 'short' })

/** Formats the time of an instant, in the reader's time zone. */
export const showTime = (instant: string) => times.format(new Date(instant))

const weekdays = new Intl.DateTimeFormat(language, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
})

/** Formats a day with its name. */
export const showWeekday = (day: string) => weekdays.format(new Date(`${day}T00:00`))

/** The reader's day of an instant, as fields for days take it. */
export const dayOf = (instant: Date) => instant.toLocaleDateString('sv')

const periods = {
  day: new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
  month: new Intl.DateTimeFormat(language, { month: 'short', year: 'numeric', timeZone: 'UTC' }),
}

/** Formats a day or month as the API names them: `2026-11-21` or `2026-11`. */
export const showPeriod = (period: string) =>
  periods[period.length > 7 ? 'day' : 'month'].format(new Date(period))

export function showMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return inUnit(rest, 'minute')
  return rest === 0 ? inUnit(hours, 'hour') : `${inUnit(hours, 'hour')} ${inUnit(rest, 'minute')}`
}

export function showBytes(bytes: number): string {
  const power = bytes < 1e3 ? 0 : bytes < 1e6 ? 1 : bytes < 1e9 ? 2 : 3
  const unit = `${['', 'kilo', 'mega', 'giga'][power]}byte`
  return inUnit(bytes / 1e3 ** power, unit, power ? 'short' : 'long')
}

const inUnit = (value: number, unit: string, unitDisplay: 'short' | 'long' = 'short') =>
  new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay,
    maximumFractionDigits: 1,
  }).format(value)

/** The name of a language in the language of the reader; the tag itself if it is unknown. */
export const showLanguage = (tag: string) => nameOfLanguage(tag, language)

/** The name of a language as those who speak it know it. */
export const showOwnName = (tag: string) => nameOfLanguage(tag, tag)

function nameOfLanguage(tag: string, reader: string): string {
  try {
    return new Intl.DisplayNames(reader, { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}
