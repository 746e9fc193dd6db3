import fc from 'fast-check'
import { expect, test } from 'vitest'
import { discountsOf } from './discount.ts'

const usd = (amounts: number[]) =>
  amounts.map((amount, index) => ({
    courseId: `course-${index}`,
    price: { amount, currency: 'USD' },
  }))
const percent = (percent: number) => ({ percent, amount: null, currency: null })
const fixed = (amount: number, currency = 'USD') => ({ percent: null, amount, currency })
const sum = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

const prices = fc.array(fc.integer({ min: 0, max: 20_000_000 }), { minLength: 1, maxLength: 100 })
const coupon = fc.oneof(
  fc.integer({ min: 1, max: 100 }).map(percent),
  fc.integer({ min: 1, max: 2_147_483_647 }).map((amount) => fixed(amount)),
)

test('no line ever costs less than zero or more than its price', () => {
  fc.assert(
    fc.property(prices, coupon, (prices, coupon) => {
      const discounts = discountsOf(coupon, usd(prices), [])
      for (const [index, discount] of discounts.entries())
        expect(discount >= 0 && discount <= (prices[index] ?? 0)).toBe(true)
    }),
  )
})

test('a fixed amount is deducted exactly, or the whole sum if that is less', () => {
  fc.assert(
    fc.property(prices, fc.integer({ min: 1, max: 2_147_483_647 }), (prices, amount) => {
      expect(sum(discountsOf(fixed(amount), usd(prices), []))).toBe(Math.min(amount, sum(prices)))
    }),
  )
})

test('a percentage applies to the sum, to the nearest unit, and a hundred percent is the whole sum', () => {
  fc.assert(
    fc.property(prices, fc.integer({ min: 1, max: 100 }), (prices, given) => {
      const off = sum(discountsOf(percent(given), usd(prices), []))
      expect(Math.abs(off - (sum(prices) * given) / 100)).toBeLessThanOrEqual(0.5)
      expect(discountsOf(percent(100), usd(prices), [])).toEqual(prices)
    }),
  )
})

test.each([
  ['for one course does not discount the others', fixed(500), ['course-1'], [0, 500, 0]],
  ['for courses that are not bought gives no discount', percent(50), ['course-9'], [0, 0, 0]],
  ['in a different currency gives no discount', fixed(500, 'EUR'), [], [0, 0, 0]],
  ['of more than the sum deducts the sum', fixed(9999), [], [1000, 2000, 0]],
  ['rounds halves up, in favor of the learner', percent(50), ['course-2'], [0, 0, 0]],
])('a coupon %s', (_, coupon, onlyFor, discounts) => {
  expect(discountsOf(coupon, usd([1000, 2000, 0]), onlyFor)).toEqual(discounts)
})

test('half a unit is rounded in favor of the learner', () => {
  expect(discountsOf(percent(50), usd([5]), [])).toEqual([3])
})
