import type { Money } from './schema.ts'

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

/**
 * Shares out an amount in proportion to the weights, in whole units that sum to it exactly: each share is rounded down, and what is left goes to the
 * largest remainders, to the first of equal ones. No share is larger than its weight while the amount is not larger than all of them together.
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
    one.remainder === other.remainder ? one.index - other.index : one.remainder < other.remainder ? 1 : -1,
  )
  const lucky = new Set(luckiest.slice(0, left).map(({ index }) => index))
  return parts.map(({ index, share }) => (lucky.has(index) ? share + 1 : share))
}
