import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencyOf, exponentOf, formatMoney, splitByWeights, sumOf, toDecimal } from './money.ts'

test.each([
  ['USD', 2],
  ['JPY', 0],
  ['KWD', 3],
  ['HUF', 2],
  ['CLF', 4],
])('%s has %i decimal digits, as in ISO 4217', (currency, digits) => {
  expect(exponentOf(currency)).toBe(digits)
})

test.each([
  [2900, 'USD', '29.00'],
  [5, 'USD', '0.05'],
  [500, 'JPY', '500'],
  [1250, 'KWD', '1.250'],
  [-1, 'KWD', '-0.001'],
])('%i of %s is written %s', (amount, currency, written) => {
  expect(toDecimal(amount, currency)).toBe(written)
})

test.each([
  [{ amount: 2900, currency: 'USD' }, 'en', '$29.00'],
  [{ amount: 5, currency: 'USD' }, 'en', '$0.05'],
  [{ amount: 0, currency: 'USD' }, 'en', '$0.00'],
  [{ amount: 500, currency: 'JPY' }, 'en', '¥500'],
  [{ amount: 12345, currency: 'KWD' }, 'en', 'KWD 12.345'],
  [{ amount: 1_000_000_000, currency: 'USD' }, 'en', '$10,000,000.00'],
  [{ amount: 2_147_483_647, currency: 'USD' }, 'en', '$21,474,836.47'],
  [{ amount: 123456, currency: 'EUR' }, 'de', '1.234,56 €'],
])('%j is shown to readers of %s as %s', (money, language, shown) => {
  expect(formatMoney(money, language).replace(/\s/gu, ' ')).toBe(shown)
})

const currency = fc.constantFrom('USD', 'EUR', 'JPY')
const charged = fc.integer({ min: 1, max: 1_000_000_000 })
const price = fc.record({ amount: fc.oneof(fc.constant(0), charged), currency })
const prices = fc.array(price, { maxLength: 100 })

test('the currency is that of all charged items, and free items fit every currency', () => {
  fc.assert(
    fc.property(prices, (prices) => {
      const currencies = new Set(
        prices.filter(({ amount }) => amount > 0).map(({ currency }) => currency),
      )
      const found = currencyOf(prices)

      if (currencies.size > 1) expect(found).toBeUndefined()
      if (currencies.size === 1) expect(found).toBe([...currencies][0])
      if (currencies.size === 0) expect(found).toBe(prices[0]?.currency ?? 'USD')
    }),
  )
})

test('the sum does not depend on the order, and there is none over several currencies', () => {
  const withOrder = prices.chain((prices) =>
    fc.tuple(fc.constant(prices), fc.shuffledSubarray(prices, { minLength: prices.length })),
  )
  fc.assert(
    fc.property(withOrder, ([prices, shuffled]) => {
      const sum = sumOf(prices)

      const byHand = prices.reduce((sum, price) => sum + BigInt(price.amount), 0n)
      expect(sum?.amount).toBe(currencyOf(prices) === undefined ? undefined : Number(byHand))
      expect(sumOf(shuffled)?.amount).toBe(sum?.amount)
    }),
  )
})

test('two prices in different currencies are never added up', () => {
  fc.assert(
    fc.property(charged, charged, (one, other) => {
      const mixed = [
        { amount: one, currency: 'USD' },
        { amount: other, currency: 'EUR' },
      ]
      expect([currencyOf(mixed), sumOf(mixed)]).toEqual([undefined, undefined])
    }),
  )
})

test('nothing costs nothing', () => {
  expect(sumOf([])).toEqual({ amount: 0, currency: 'USD' })
})

test('shares add up to the amount, each is its part rounded up or down, and none exceeds its weight', () => {
  const shares = fc
    .array(fc.integer({ min: 0, max: 2_147_483_647 }), { minLength: 1, maxLength: 100 })
    .chain((weights) =>
      fc.tuple(
        fc.constant(weights),
        fc.integer({ min: 0, max: Math.min(2_147_483_647, sum(weights)) }),
      ),
    )
  fc.assert(
    fc.property(shares, ([weights, amount]) => {
      const parts = splitByWeights(amount, weights)

      expect(sum(parts)).toBe(sum(weights) === 0 ? 0 : amount)
      for (const [index, part] of parts.entries()) {
        const weight = weights[index] ?? 0
        expect(Number.isInteger(part) && part >= 0 && part <= weight).toBe(true)
        if (sum(weights) > 0)
          expect(Math.abs(part - (amount * weight) / sum(weights))).toBeLessThan(1 + 1e-3)
      }
    }),
  )
})

test('shares of equal weights differ by one unit at most, and a greater weight never gets less', () => {
  const weights = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 2, maxLength: 20 })
  fc.assert(
    fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (weights, ratio) => {
      const parts = splitByWeights(Math.floor(sum(weights) * ratio), weights)

      for (const [one, weight] of weights.entries()) {
        for (const [other, otherWeight] of weights.entries()) {
          if (weight > otherWeight)
            expect(parts[one]).toBeGreaterThanOrEqual((parts[other] ?? 0) - 1)
          if (weight === otherWeight)
            expect(Math.abs((parts[one] ?? 0) - (parts[other] ?? 0))).toBeLessThanOrEqual(1)
        }
      }
    }),
  )
})

test.each([
  [100, [1, 1, 1], [34, 33, 33]],
  [1, [5, 5], [1, 0]],
  [10, [0, 3, 0, 7], [0, 3, 0, 7]],
  [0, [2, 3], [0, 0]],
  [0, [0, 0], [0, 0]],
])('%i shared out by %j is %j', (amount, weights, parts) => {
  expect(splitByWeights(amount, weights)).toEqual(parts)
})

function sum(amounts: number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}
