import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromStripeAmount, toStripeAmount } from '../adapters/payments/stripe-amounts.ts'
import { currencies, exponentOf, toDecimal } from './currencies.ts'

test.each([
  ['USD', 2],
  ['JPY', 0],
  ['KWD', 3],
  ['HUF', 2],
  ['CLF', 4],
])('%s is counted with %i digits after the point, as ISO 4217 has it', (currency, digits) => {
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
  [2900, 'USD', 2900],
  [500, 'JPY', 500],
  [500, 'ISK', 50_000],
  [500, 'UGX', 50_000],
  [1250, 'KWD', 1250],
  [500, 'MGA', 5],
])('%i of %s is %i for Stripe', (amount, currency, told) => {
  expect(toStripeAmount({ amount, currency })).toBe(told)
  expect(fromStripeAmount(told, currency.toLowerCase())).toEqual({ amount, currency })
})

test('an amount that Stripe cannot express is refused, all others come back as they went', () => {
  const money = fc.record({ amount: fc.integer({ min: 1, max: 2_147_483_647 }), currency: fc.constantFrom(...currencies) })
  fc.assert(
    fc.property(money, (money) => {
      let told: number | undefined
      try {
        told = toStripeAmount(money)
      } catch (error) {
        expect(error).toMatchObject({ name: 'PaymentRefused' })
        return
      }
      expect(Number.isInteger(told)).toBe(true)
      expect(fromStripeAmount(told, money.currency.toLowerCase())).toEqual(money)
    }),
  )
})
