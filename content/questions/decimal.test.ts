import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../lib/test/property-runs.ts'
import { compareDecimals, minus, readDecimal, sizeOf } from './decimal.ts'

const decimal = fc
  .tuple(fc.constantFrom('', '-', '+'), fc.nat({ max: 99_999 }), fc.option(fc.nat({ max: 999 })))
  .map(([sign, whole, part]) => `${sign}${whole}${part === null ? '' : `.${part}`}`)
const read = (text: string) => readDecimal(text) ?? { digits: 0n, scale: -1 }

test('decimals are compared as numbers are', () => {
  fc.assert(
    fc.property(decimal, decimal, (one, other) => {
      const sign = Math.sign(Number(one) - Number(other))
      expect(compareDecimals(read(one), read(other))).toBe(sign)
      expect(compareDecimals(read(other), read(one))).toBe(sign === 0 ? 0 : -sign)
      expect(compareDecimals(read(one), read(one))).toBe(0)
    }),
    propertyRuns(300),
  )
})

test('a difference is exact where floats are not', () => {
  const difference = (one: string, other: string) => minus(read(one), read(other))
  expect(difference('0.3', '0.1')).toEqual({ digits: 2n, scale: 1 })
  expect(difference('1', '0.999999999999999999999')).toEqual({ digits: 1n, scale: 21 })
  expect(difference('-1.5', '1.5')).toEqual({ digits: -30n, scale: 1 })
  expect(sizeOf(difference('-1.5', '1.5'))).toEqual({ digits: 30n, scale: 1 })
  expect(sizeOf(difference('1.5', '-1.5'))).toEqual({ digits: 30n, scale: 1 })
})

test('what is no plain decimal is none', () => {
  const none = ['', ' ', '.5', '5.', '1e3', 'NaN', 'Infinity', '1,000.5', '0x10', '1 000', '٣']
  expect(none.filter((text) => readDecimal(text) !== undefined)).toEqual([])
  expect(readDecimal('1'.repeat(41))).toBeUndefined()
  expect(readDecimal(`1.${'1'.repeat(41)}`)).toBeUndefined()
  expect(readDecimal(` −0,50 `)).toEqual({ digits: -50n, scale: 2 })
})
