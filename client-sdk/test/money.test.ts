import { expect, test } from 'vitest'
import { currencies, exponentOf } from '../../lib/money.ts'
import { currencyExponent, formatMoney } from '../src/index.ts'

const plain = (text: string) => text.replaceAll(/\s/g, ' ')

test.each([
  [{ amount: 1990, currency: 'EUR' }, 'de', '19,90 €'],
  [{ amount: 1990, currency: 'USD' }, 'en', '$19.90'],
  [{ amount: 1990, currency: 'JPY' }, 'ja', '￥1,990'],
  [{ amount: 1990, currency: 'KWD' }, 'en', 'KWD 1.990'],
  // Intl writes both of these without decimals; the bank counts hundredths and thousandths.
  [{ amount: 1990, currency: 'HUF' }, 'en', 'HUF 19.90'],
  [{ amount: 1990, currency: 'IQD' }, 'en', 'IQD 1.990'],
  [{ amount: 0, currency: 'USD' }, 'en', '$0.00'],
  [{ amount: -500, currency: 'USD' }, 'en', '-$5.00'],
])('%o in "%s" is %s', (money, locale, text) => {
  expect(plain(formatMoney(money, locale))).toBe(text)
})

test('options are those of Intl, and without a locale it is the user’s', () => {
  const money = { amount: 1900, currency: 'USD' }
  expect(formatMoney(money, 'en', { minimumFractionDigits: 0 })).toBe('$19')
  expect(formatMoney({ ...money, amount: 1990 }, 'en', { maximumFractionDigits: 0 })).toBe('$20')
  expect(formatMoney(money, 'en', { minimumFractionDigits: 4 })).toBe('$19.0000')
  expect(formatMoney(money, 'en', { maximumFractionDigits: undefined })).toBe('$19.00')
  expect(formatMoney(money)).toMatch(/19/)
})

test('every currency has the decimals that the server counts with', () => {
  for (const currency of currencies)
    expect([currency, currencyExponent(currency)]).toEqual([currency, exponentOf(currency)])
})
