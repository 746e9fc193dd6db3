import type { Money } from './schema.ts'

/** An amount for people: `$29.00`, `¥500`. */
export function formatMoney({ amount, currency }: Money, language = 'en'): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency })
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions()
  return format.format(amount / 10 ** digits)
}
