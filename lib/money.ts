import { code, codes } from 'currency-codes'
import type { Money } from './schema.ts'

const currencyOfNothing = 'USD'

/** Returns the one currency of all prices; undefined if there are several. Free ones fit any. */
export function currencyOf(prices: Money[]): string | undefined {
  const charged = new Set(prices.filter((price) => price.amount > 0).map((price) => price.currency))
  if (charged.size > 1) return undefined
  const [currency = prices[0]?.currency ?? currencyOfNothing] = charged
  return currency
}

/** Returns the sum of prices in one currency; undefined if they have several. */
export function sumOf(prices: Money[]): Money | undefined {
  const currency = currencyOf(prices)
  return currency === undefined
    ? undefined
    : { amount: prices.reduce((sum, price) => sum + price.amount, 0), currency }
}

/**
 * Splits an amount in proportion to the weights, into whole units that sum to it exactly (largest
 * remainder method): each share is rounded down, and the rest goes to the largest remainders, to
 * the first of equal ones. If the amount is at most the sum of the weights, no share exceeds its
 * weight.
 */
export function splitByWeights(amount: number, weights: number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (whole === 0n) return weights.map(() => 0)

  const parts = weights.map((weight, index) => {
    const product = BigInt(amount) * BigInt(weight)
    return { index, share: Number(product / whole), remainder: product % whole }
  })
  const left = amount - parts.reduce((sum, { share }) => sum + share, 0)
  const luckiest = parts.toSorted((one, other) =>
    one.remainder === other.remainder
      ? one.index - other.index
      : one.remainder < other.remainder
        ? 1
        : -1,
  )
  const lucky = new Set(luckiest.slice(0, left).map(({ index }) => index))
  return parts.map(({ index, share }) => (lucky.has(index) ? share + 1 : share))
}

/** Codes of ISO 4217 that nobody pays in: metals, units of account, funds, tests, no currency. */
const notMoney: ReadonlySet<string> = new Set(
  'BOV CHE CHW CLF COU MXV USN UYI UYW XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'.split(
    ' ',
  ),
)

/**
 * The ISO 4217 currencies in use. Intl has others, and counts some differently: the forint without
 * hundredths, for example.
 */
export const currencies: ReadonlySet<string> = new Set(
  codes().filter((currency) => !notMoney.has(currency)),
)

/**
 * Returns the number of digits after the decimal point: 2 for USD, 0 for JPY, 3 for KWD, and 2 for
 * currencies no longer in use.
 */
export function exponentOf(currency: string): number {
  return code(currency)?.digits ?? 2
}

/** Writes a decimal number with all its digits: `29.00`, `500`, `1.250`. */
export function toDecimal(amount: number, currency: string): string {
  const exponent = exponentOf(currency)
  const digits = String(Math.abs(amount)).padStart(exponent + 1, '0')
  const sign = amount < 0 ? '-' : ''
  return exponent === 0
    ? sign + digits
    : `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

/** Writes an amount for people: `$29.00`, `¥500`. */
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
