import { code, codes } from 'currency-codes'

/** The currencies of ISO 4217 that are in use. Not those of Intl, which counts some otherwise: the forint without its hundredths, for example. */
export const currencies: ReadonlySet<string> = new Set(codes())

/** How many digits the smallest unit stands after the point: 2 for USD, 0 for JPY, 3 for KWD; and 2 for what is in use no more. */
export function exponentOf(currency: string): number {
  return code(currency)?.digits ?? 2
}

/** As a decimal number with all its digits and nothing else: `29.00`, `500`, `1.250`. */
export function toDecimal(amount: number, currency: string): string {
  const exponent = exponentOf(currency)
  const digits = String(Math.abs(amount)).padStart(exponent + 1, '0')
  const sign = amount < 0 ? '-' : ''
  return exponent === 0 ? sign + digits : `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}
