import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencyOf, sumOf } from './money.ts'

const currency = fc.constantFrom('USD', 'EUR', 'JPY')
const charged = fc.integer({ min: 1, max: 1_000_000_000 })
const price = fc.record({ amount: fc.oneof(fc.constant(0), charged), currency })
const prices = fc.array(price, { maxLength: 100 })

test('the currency is that of everything charged, and free items fit every currency', () => {
  fc.assert(
    fc.property(prices, (prices) => {
      const currencies = new Set(prices.filter(({ amount }) => amount > 0).map(({ currency }) => currency))
      const found = currencyOf(prices)

      if (currencies.size > 1) expect(found).toBeUndefined()
      if (currencies.size === 1) expect(found).toBe([...currencies][0])
      if (currencies.size === 0) expect(found).toBe(prices[0]?.currency ?? 'USD')
    }),
  )
})

test('the sum is what one adds up by hand, in any order, and there is none over several currencies', () => {
  const withOrder = prices.chain((prices) => fc.tuple(fc.constant(prices), fc.shuffledSubarray(prices, { minLength: prices.length })))
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
