import { expect, test } from 'vitest'
import { findUncovered } from './coverage.ts'
import { loadFonts } from './fonts.ts'

test('every subset of a family is there in every weight, inside the style sheet', async () => {
  const fonts = await loadFonts([{ name: '@fontsource/noto-sans', weights: [400, 700] }])

  expect(fonts.faceCount).toBe(16)
  expect(fonts.css.match(/@font-face\{/gu)).toHaveLength(16)
  expect(fonts.css.match(/url\((?!data:font\/woff2;base64,[\w+/=]+\))/gu)).toBeNull()
  expect(fonts.stack).toBe("'Noto Sans', sans-serif")
})

test.each(['Ada Lovelace', 'Łukasz Żółć', 'Nguyễn Thị Phương Thảo', 'Αλεξάνδρα', 'Екатерина Ђорђевић', 'प्रिया शर्मा'])(
  'the fonts can show %s',
  async (name) => {
    const { ranges } = await loadFonts()

    expect(findUncovered(name, ranges)).toBeUndefined()
  },
)

test('what the fonts cannot show is named, code point by code point', async () => {
  const { ranges } = await loadFonts()

  expect(findUncovered('Ada 太郎太 م 😀', ranges)).toEqual({
    codePoints: ['U+0645', 'U+1F600', 'U+592A', 'U+90CE'],
    scripts: ['Arabic', 'Emoji', 'Han'],
  })
})
