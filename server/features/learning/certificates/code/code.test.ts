import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCode, makeCertificateCode, readCode } from './code.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const zeros = makeCertificateCode((size) => new Uint8Array(size))
const nines = makeCertificateCode((size) => new Uint8Array(size).fill(31))
const codes = [zeros, nines, ...Array.from({ length: 20 }, () => makeCertificateCode())]

test('a code is 16 symbols of Crockford’s base32 and a check symbol, shown in fours', () => {
  for (const code of codes) {
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{17}$/)
    expect(formatCode(code)).toMatch(/^(\w{4}-){4}\w$/)
    expect(formatCode(code).replaceAll('-', '')).toBe(code)
  }
})

test('ten thousand codes are all different, and every symbol is as likely as any other', () => {
  const made = Array.from({ length: 10_000 }, () => makeCertificateCode())
  const counts = new Map<string, number>()
  for (const symbol of made.join('')) counts.set(symbol, (counts.get(symbol) ?? 0) + 1)

  expect(new Set(made).size).toBe(made.length)
  const expected = (10_000 * 17) / 32
  const chiSquare = [...alphabet].reduce(
    (sum, symbol) => sum + ((counts.get(symbol) ?? 0) - expected) ** 2 / expected,
    0,
  )
  // Has 31 degrees of freedom: exceeds 80 about once in more than a hundred thousand runs.
  expect(chiSquare).toBeLessThan(80)
})

test('every single wrong symbol is detected, at every place of every code', () => {
  for (const code of codes) {
    for (const [place, right] of [...code].entries()) {
      for (const wrong of alphabet.replace(right, '')) {
        expect(readCode(code.slice(0, place) + wrong + code.slice(place + 1)).kind).toBe('mistyped')
      }
    }
  }
})

test('every swap of two symbols is detected, adjacent or not', () => {
  for (const code of codes) {
    for (let one = 0; one < code.length; one++) {
      for (let other = one + 1; other < code.length; other++) {
        const symbols = [...code]
        ;[symbols[one], symbols[other]] = [symbols[other] ?? '', symbols[one] ?? '']
        const swapped = symbols.join('')
        expect(readCode(swapped).kind).toBe(swapped === code ? 'code' : 'mistyped')
      }
    }
  }
})

test('a code is read in any case, with dashes and spaces anywhere, with O for 0 and I or L for 1', () => {
  const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 })
  const habit = fc.record({
    lower: fc.boolean(),
    zero: fc.constantFrom('0', 'O', 'o'),
    one: fc.constantFrom('1', 'I', 'i', 'L', 'l'),
    between: fc.constantFrom('', '-', ' ', ' - ', '\n', '\u00a0'),
  })
  fc.assert(
    fc.property(bytes, habit, (bytes, { lower, zero, one, between }) => {
      const code = makeCertificateCode(() => bytes)
      const cased = lower ? code.toLowerCase() : code
      const typed = [...cased.replaceAll('0', zero).replaceAll('1', one)].join(between)

      expect(readCode(typed)).toEqual({ kind: 'code', code })
    }),
  )
})

test.each([
  '',
  ' ',
  '-----',
  'U'.repeat(17),
  zeros.slice(1),
  `${zeros}0`,
  `${zeros}\0`,
  '💩'.repeat(17),
  '../../etc/passwd',
  'ß'.repeat(17),
])('%j is no code at all', (typed) => {
  expect(readCode(typed)).toEqual({ kind: 'no code' })
})

test('one in 32 random guesses of the right form passes the check symbol, and none fails otherwise', () => {
  const kinds = Array.from(
    { length: 6_400 },
    () => readCode([...randomBytes(17)].map((byte) => alphabet[byte % 32]).join('')).kind,
  )
  const passed = kinds.filter((kind) => kind === 'code').length

  expect(new Set(kinds)).toEqual(new Set(['code', 'mistyped']))
  expect(passed).toBeGreaterThan(120)
  expect(passed).toBeLessThan(290)
})
