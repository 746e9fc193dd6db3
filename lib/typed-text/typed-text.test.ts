import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Email } from '../email.ts'
import { propertyRuns } from '../test/property-runs.ts'
import { readNumber } from './read-number.ts'
import {
  foldText,
  readCaseless,
  readGroupedCode,
  readTyped,
  readTypedCode,
  wordsToSpell,
} from './typed-text.ts'

/** Characters that keyboards and word processors put for a plain one, or beside it. */
const standIns: Readonly<Record<string, readonly string[]>> = {
  "'": ['’', '‘', '‚', '‹', '′', '´', 'ʼ', '＇'],
  '"': ['“', '”', '„', '«', '»', '″', '＂'],
  '-': ['–', '—', '‑', '−', '－', '\u00ad-', '-\u200d'],
  ' ': ['\u00a0', '\u202f', '\u3000', '  ', '\t'],
  '7': ['٧', '۷', '७', '７', '𝟕'],
  a: ['ａ', 'a\u200b', '\u200ea', 'a\ufeff', '\u2066a\u2069', 'a\u00ad'],
  é: ['e\u0301', 'é\u2060'],
}
const plain = fc.string({ unit: fc.constantFrom(...Object.keys(standIns), 'ß', 'İ', 'Σ', 'か') })
const typedAs = (text: string) =>
  fc
    .tuple(...[...text].map((one) => fc.constantFrom(one, ...(standIns[one] ?? []))))
    .map((all) => all.join(''))

test('whatever stands for the same is read as the same, once and for all', () => {
  fc.assert(
    fc.property(
      plain.chain((text) => fc.tuple(fc.constant(text), typedAs(text))),
      ([text, typed]) => {
        for (const read of [readTyped, readCaseless, readTypedCode, foldText]) {
          expect(read(typed)).toBe(read(text))
        }
      },
    ),
    propertyRuns(200),
  )
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const read of [readTyped, readCaseless, readTypedCode, foldText])
        expect(read(read(text))).toBe(read(text))
    }),
    propertyRuns(200),
  )
})

test('letters and marks stay what was said, and words stay apart', () => {
  const said = ['é', 'e', 'ß', 'ss', 'I', 'ı', 'か', 'が', 'a b', 'ab', 'a-b', 'а', 'a', '0', 'o']
  expect(new Set(said.map(readTyped)).size).toBe(said.length)
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'ab09éßЖا') }), (text) => {
      expect(readTyped(text)).toBe(text)
    }),
    propertyRuns(50),
  )
})

test.each([
  ['İSTANBUL', 'istanbul'],
  ['İstanbul', 'ISTANBUL'],
  ['ISPARTA', 'ısparta'],
  ['STRASSE', 'Straße'],
  ['STRAẞE', 'strasse'],
  ['ΟΔΟΣ', 'οδος'],
  ['ﬁgure', 'FIGURE'],
])('without capitals %s is %s', (one, other) => {
  expect(readCaseless(one)).toBe(readCaseless(other))
})

describe('a number is read as people write it', () => {
  test.each<[string, ...string[]]>([
    ['3.14', '٣٫١٤', '３．１４', '3,14', '٣،١٤', '314e-2'],
    ['0.5', '.5', ',5', '0.5', '5e-1'],
    ['5', '5.', '+5'],
    ['-2', '−2', '–2', '- 2', '\u200e-2'],
    ['1000', '1 000', "1'000", '1’000', '1\u202f000', '1e3', '1٬000', '1,000.'],
    ['1000.5', '1.000,5', '1,000.5', '1 000,5', "1'000.5", '١٬٠٠٠٫٥'],
    ['1000000', '1,000,000', '1.000.000', '10,00,000'],
    ['0.125', '0,125'],
    ['1234.567', '1234,567'],
    ['602200', '6.022e5'],
    ['1.0000', '١٫٠٠٠'],
  ])('%s', (number, ...typed) => {
    for (const one of typed) expect([one, readNumber(one)]).toEqual([one, { number }])
  })

  test.each<[string, string, string]>([
    ['1,000', '1000', '1'],
    ['1.000', '1000', '1'],
    ['−2,500', '-2500', '-2.5'],
    ['3.142', '3142', '3.1420'],
    ['1,000e3', '1000000', '1000'],
  ])('%s may be %s or %s, and each of them is read as nothing else', (typed, ...readings) => {
    expect(readNumber(typed)).toEqual({ readings })
    for (const number of readings) expect(readNumber(number)).toEqual({ number })
  })

  test('what is no number is none', () => {
    const others = [
      '',
      '.',
      '3 4',
      '1 00',
      '1.2.3',
      '12,34,5',
      '1e',
      '½',
      '1/2',
      '10²',
      '030 123 456',
      '①',
      '1e99',
      'NaN',
      '5%',
    ]
    expect(others.map(readNumber)).toEqual(others.map(() => undefined))
  })

  test('a plain number is read as itself, in every notation of a locale as that number', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.nat({ max: 99 }), (whole, part) => {
        const number = Math.abs(whole) < 1000 ? `${whole}` : `${whole}.${part + 100}7`
        expect(readNumber(number)).toEqual({ number })
        for (const locale of ['en', 'de', 'fr', 'de-CH', 'hi', 'ar-EG']) {
          const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 9 })
          expect(readNumber(format.format(number as `${number}`))).toEqual({ number })
        }
      }),
      propertyRuns(50),
    )
  })
})

test('codes are found as they are pasted, and what is no code is none', () => {
  for (const typed of [
    'spring-20',
    '“SPRING‑20”.',
    'ＳＰＲＩＮＧ－２０，',
    'SPRING\u200b-٢٠',
    '(Spring–20)',
  ])
    expect(readTypedCode(typed)).toBe('SPRING-20')
  for (const typed of ['01234567', ' 0123 4567.\n', '01–23–45–67', '０１２３４５６７', '०१२३-४५६७'])
    expect(readGroupedCode(typed)).toBe('01234567')
  expect(['0123.4567', '0123456a', 'KEEP-'].map(readGroupedCode)).toEqual([
    '0123.4567',
    '0123456A',
    'KEEP',
  ])
  expect(readTypedCode('KEEP-')).toBe('KEEP-')
})

test('an email is one identity however it is pasted, and no two become one', () => {
  const ada = ['ada@example.com', '<Ada@Example.com>', 'mailto:ada@example.com', 'ada@example.com.']
  const odd = [
    '\u200bada@exam\u00adple.com\u2060',
    'ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ',
    '"ada@example.com",',
  ]
  for (const typed of [...ada, ...odd]) expect(Email.parse(typed)).toBe('ada@example.com')
  for (const typed of ['ada@bücher.example', 'ada@BÜCHER.example', 'ada@xn--bcher-kva.example'])
    expect(Email.parse(typed)).toBe('ada@xn--bcher-kva.example')
  expect(Email.parse('ada@ехample.com')).not.toBe('ada@example.com')
  for (const typed of ['ada@bü%41.com', 'ada@a.com, bob@a.com', 'áda@example.com', 'ada@bü:80.com'])
    expect(Email.safeParse(typed).success).toBe(false)
  // An email stays the same as before text was read this way.
  expect(Email.parse("'ada@example.com")).toBe("'ada@example.com")
  // Refuses what is too long unread: reading it would take minutes.
  expect(Email.safeParse(`a${'"'.repeat(1_000_000)}a`).success).toBe(false)
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-z'+-]{1,9}(\.[a-z_]{1,5})?@([a-z\d]{1,5}\.){1,2}[a-z]{2}$/),
      (email) => {
        expect(Email.parse(email.toUpperCase())).toBe(email)
      },
    ),
    propertyRuns(50),
  )
})

test('names are looked for in the spellings of those without the letters', () => {
  const finds = (query: string, name: string) =>
    wordsToSpell(query).every((word) => word.some((one) => foldText(name).includes(one)))
  for (const [name, ...queries] of [
    ['Zoë', 'zoe', 'Zoë', 'ZOË'],
    ['Müller', 'muller', 'mueller', 'müller', 'ｍｕｌｌｅｒ'],
    ['Mueller', 'müller', 'mueller'],
    ['O’Brien', "o'brien", 'o’brien'],
    ['Łukasz', 'lukasz'],
    ['Groß', 'gross', 'GROSS'],
    ['Gross', 'groß'],
    ['Sørensen', 'sorensen', 'soerensen'],
    ['Soerensen', 'sørensen'],
    ['Ægir Åse', 'aegir', 'ase', 'aase'],
  ])
    for (const query of queries) expect([query, finds(query, name ?? '')]).toEqual([query, true])
})
