import { describe, expect, test } from 'vitest'
import { toDisplayText } from './display-text.ts'

describe('the text of a certificate', () => {
  test.each([
    'Ada Lovelace',
    'Nguyễn Thị Phương Thảo',
    'Екатерина Ђорђевић',
    'प्रिया शर्मा',
    'مريم',
    '山田 太郎',
    "Sinéad O'Connor <3",
  ])('leaves the letters of %s alone', (name) => {
    expect(toDisplayText(name)).toBe(name)
  })

  test.each([
    ['Ada\u202Eecalevol', 'Adaecalevol'],
    ['\u2066Ada\u2069 Lovelace', 'Ada Lovelace'],
    ['A\u200Bd\u2060a\uFEFF', 'Ada'],
    ['A\u00ADda', 'Ada'],
    ['Ada\u{E0041}\u{E0042}', 'Ada'],
    ['Ada\u3164Lovelace', 'AdaLovelace'],
  ])('has nothing invisible in it: %j', (name, shown) => {
    expect(toDisplayText(name)).toBe(shown)
  })

  test('is one line without control characters', () => {
    expect(toDisplayText('  Ada\r\n\tLove\u0000lace\u2028Byron\u001B[31m ')).toBe(
      'Ada Love lace Byron [31m',
    )
  })

  test('keeps joiners where they change how a word is written, and only there', () => {
    expect(toDisplayText('نامه\u200Cای')).toBe('نامه\u200Cای')
    expect(toDisplayText('क्\u200Dष')).toBe('क्\u200Dष')
    expect(toDisplayText('👩\u200D🚀')).toBe('👩\u200D🚀')
    expect(toDisplayText('Ad\u200Da \u200CLovelace')).toBe('Ada Lovelace')
  })

  test('stacks no more marks on a letter than a language needs', () => {
    expect(toDisplayText(`A${'\u0301\u0302'.repeat(20)}da`)).toHaveLength(
      'Á\u0302\u0301\u0302\u0301da'.length,
    )
    expect(toDisplayText('e\u0302\u0303')).toBe('ễ')
  })

  test('survives half a surrogate pair', () => {
    expect(toDisplayText('Ada\uD800')).toBe('Ada\uFFFD')
  })
})
