import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencies } from '../../../lib/money.ts'
import { fromStripeAmount, toStripeAmount } from './stripe-amounts.ts'

test.each([
  [2900, 'USD', 2900],
  [500, 'JPY', 500],
  [500, 'ISK', 50_000],
  [500, 'UGX', 50_000],
  [1250, 'KWD', 1250],
  [500, 'MGA', 5],
])('%i of %s is %i for Stripe', (amount, currency, atStripe) => {
  expect(toStripeAmount({ amount, currency })).toBe(atStripe)
  expect(fromStripeAmount(atStripe, currency.toLowerCase())).toEqual({ amount, currency })
})

test('an amount that Stripe cannot express is refused; all others survive the round trip', () => {
  const money = fc.record({
    amount: fc.integer({ min: 1, max: 2_147_483_647 }),
    currency: fc.constantFrom(...currencies),
  })
  fc.assert(
    fc.property(money, (money) => {
      let atStripe: number | undefined
      try {
        atStripe = toStripeAmount(money)
      } catch (error) {
        expect(error).toMatchObject({ name: 'PaymentRefused' })
        return
      }
      expect(Number.isInteger(atStripe)).toBe(true)
      expect(fromStripeAmount(atStripe, money.currency.toLowerCase())).toEqual(money)
    }),
  )
})
