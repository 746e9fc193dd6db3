import { exponents } from './generated/currencies.ts'
import type { Money } from './generated/router.ts'

/**
 * The digits after the decimal point of a currency's amounts, by ISO 4217: 2 for USD, 0 for JPY, 3
 * for KWD. Not those of `Intl`, which differ for some, such as the Iraqi dinar.
 */
export function currencyExponent(currency: string): number {
  return (exponents as Record<string, number>)[currency] ?? 2
}

/**
 * Formats an amount for people: `formatMoney(course.price, 'de')` is `19,90 €`.
 *
 * @param locales Default: the user's.
 * @param options Of `Intl.NumberFormat`, such as `{ currencyDisplay: 'code' }`.
 */
export function formatMoney(
  { amount, currency }: Money,
  locales?: string | string[],
  options?: Intl.NumberFormatOptions,
): string {
  const digits = currencyExponent(currency)
  const { minimumFractionDigits: least = digits, maximumFractionDigits: most = digits } =
    options ?? {}
  return new Intl.NumberFormat(locales, {
    style: 'currency',
    currency,
    ...options,
    // Where one of the two is given, the other adapts.
    minimumFractionDigits: options?.minimumFractionDigits ?? Math.min(digits, most),
    maximumFractionDigits: options?.maximumFractionDigits ?? Math.max(digits, least),
  }).format(amount / 10 ** digits)
}
