import { exponentOf } from './currencies.ts'
import type { Money } from './schema.ts'

/** An amount for people: `$29.00`, `¥500`. */
export function formatMoney({ amount, currency }: Money, language = 'en'): string {
  const digits = exponentOf(currency)
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return format.format(amount / 10 ** digits)
}
