import { expect, test } from 'vitest'
import { formatMoney } from './money-format.ts'

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
