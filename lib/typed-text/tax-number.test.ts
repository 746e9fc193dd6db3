import { expect, test } from 'vitest'
import { isTaxNumber, readTaxNumber } from './tax-number.ts'

test.each([
  ...['DE123456789', 'de 123 456 789', 'ATU12345678', 'FR XX 123456789', 'NL123456789B01'],
  ...['EL123456789', 'BE 0123.456.789', 'IE1234567WA', 'XIGD001'],
  // Of other countries only the characters are known.
  ...['CHE-123.456.789', 'GB123456789', '12-3456789'],
])('%s is a tax number', (number) => {
  expect(isTaxNumber(number)).toBe(true)
})

test.each(['DE12345678', 'DE1234567890', 'AT12345678', 'ESABCDEFGHI', 'FR12', 'none', 'x<y>1', ''])(
  '%o is none',
  (number) => {
    expect(isTaxNumber(number)).toBe(false)
  },
)

test('it is kept in capitals, and without what stands between its parts', () => {
  expect(readTaxNumber(' de 123.456-789 ')).toBe('DE123456789')
})
