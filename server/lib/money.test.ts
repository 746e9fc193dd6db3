import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromStripeAmount, toStripeAmount } from '../adapters/payments/stripe-amounts.ts'
import { currencies, exponentOf, formatMoney, toDecimal } from './money.ts'

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
  const money = fc.record({
    amount: fc.integer({ min: 1, max: 2_147_483_647 }),
    currency: fc.constantFrom(...currencies),
  })
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

test.each([
  [{ amount: 2900, currency: 'USD' }, 'en', '$29.00'],
  [{ amount: 5, currency: 'USD' }, 'en', '$0.05'],
  [{ amount: 0, currency: 'USD' }, 'en', '$0.00'],
  [{ amount: 500, currency: 'JPY' }, 'en', '¥500'],
  [{ amount: 12345, currency: 'KWD' }, 'en', 'KWD 12.345'],
  [{ amount: 1_000_000_000, currency: 'USD' }, 'en', '$10,000,000.00'],
  [{ amount: 2_147_483_647, currency: 'USD' }, 'en', '$21,474,836.47'],
  [{ amount: 123456, currency: 'EUR' }, 'de', '1.234,56 €'],
])('%j is shown to people who read %s as %s', (money, language, shown) => {
  expect(formatMoney(money, language).replace(/\s/gu, ' ')).toBe(shown)
})
