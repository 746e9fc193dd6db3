import { expect, test } from 'vitest'
import {
  showBytes,
  showDay,
  showLanguage,
  showMinutes,
  showNumber,
  showPercent,
  showPeriod,
  showPlainNumber,
} from './format.ts'
import { inLanguageOf } from './in-language.ts'

test.each<[string, string, string]>([
  ['a number', showNumber(1_234_567.5), '1,234,567.5'],
  ['one without groups', showPlainNumber('1234567.50'), '1234567.5'],
  ['one of many digits', showPlainNumber('0.1234567890123456789'), '0.1234567890123456789'],
  ['a percentage', showPercent(66.66), '66.66%'],
  ['all of it', showPercent(100), '100%'],
  ['minutes', showMinutes(45), '45 min'],
  ['no minutes', showMinutes(0), '0 min'],
  ['hours', showMinutes(120), '2 hr'],
  ['hours and minutes', showMinutes(135), '2 hr 15 min'],
  ['a tiny file', showBytes(70), '70 bytes'],
  ['a small file', showBytes(1_500), '1.5 kB'],
  ['one below a megabyte', showBytes(999_999), '1,000 kB'],
  ['a large one', showBytes(2_345_678), '2.3 MB'],
  ['a huge one', showBytes(2_000_000_000), '2 GB'],
  ['a day', showDay('2027-03-01'), 'Mar 1, 2027'],
  ['a day of sales', showPeriod('2026-11-21'), 'Nov 21'],
  ['a month of sales', showPeriod('2026-11'), 'Nov 2026'],
  ['a language', showLanguage('de'), 'German'],
  ['a language of a country', showLanguage('pt-BR'), 'Brazilian Portuguese'],
  ['what is none', showLanguage('not a tag'), 'not a tag'],
])('%s', (_what, shown, expected) => {
  expect(shown.replaceAll(/\s/g, ' ')).toBe(expected)
})

test.each([
  ['ar', 'rtl'],
  ['he-IL', 'rtl'],
  ['ur', 'rtl'],
  ['en', 'ltr'],
  ['arn', 'ltr'],
])('a text in %s runs %s', (language, dir) => {
  expect(inLanguageOf(language)).toEqual({ lang: language, dir })
})

test('a text whose language is not known runs as what is around it', () => {
  expect(inLanguageOf(undefined)).toEqual({})
})
