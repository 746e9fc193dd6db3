import type { Money } from '../../schema.ts'

const currencyOfNothing = 'USD'

/** The one currency of all prices; undefined when they have several. What is free fits every currency. */
export function currencyOf(prices: Money[]): string | undefined {
  const charged = new Set(prices.filter((price) => price.amount > 0).map((price) => price.currency))
  if (charged.size > 1) return undefined
  const [currency = prices[0]?.currency ?? currencyOfNothing] = charged
  return currency
}

/** The sum of prices in one currency; undefined when they have several, which cannot be added up. */
export function sumOf(prices: Money[]): Money | undefined {
  const currency = currencyOf(prices)
  return currency === undefined ? undefined : { amount: prices.reduce((sum, price) => sum + price.amount, 0), currency }
}
