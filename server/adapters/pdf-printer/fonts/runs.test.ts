import { describe, expect, test } from 'vitest'
import { toDisplayText } from '../../../../lib/display-text.ts'
import { livingNames } from '../test/living-names.ts'
import { loadBodyFont, plainLetters, readBodyCoverage } from './body-font.ts'
import { describeUncovered } from './coverage.ts'
import { createFonts } from './runs.ts'

const { splitIntoRuns } = createFonts()

test('the style sheet holds every face of the body font', async () => {
  const { css, faceCount } = await loadBodyFont()

  expect(faceCount).toBe(21)
  expect(css.match(/@font-face\{/gu)).toHaveLength(21)
  expect(css.match(/url\((?!data:font\/woff2;base64,[\w+/=]+\))/gu)).toBeNull()
})

test('every face of the body font holds the letters that are taken for granted', async () => {
  const held = new Set((await readBodyCoverage()).flatMap((file) => [...file]))

  const assigned = Array.from({ length: 0x3000 }, (_, codePoint) => codePoint).filter((codePoint) =>
    /\P{Cn}/u.test(String.fromCodePoint(codePoint)),
  )
  const granted = assigned.filter((codePoint) => plainLetters.test(String.fromCodePoint(codePoint)))

  expect(granted.length).toBeGreaterThan(1_000)
  expect(
    granted.filter((codePoint) => !held.has(codePoint)).map((codePoint) => codePoint.toString(16)),
  ).toEqual([])
})

describe('a name in a script of today', () => {
  test.each(livingNames)('is printed whole, in one font unless it is Chinese: %s', async (name) => {
    const { runs, uncovered } = await splitIntoRuns(toDisplayText(name), 'en')

    expect(uncovered).toEqual([])
    expect(runs.map(({ text }) => text).join('')).toBe(toDisplayText(name))
    if (!/\p{Script=Han}/u.test(name)) expect(runs).toHaveLength(1)
  })

  test('of the Table of General Standard Chinese Characters is printed, outside the basic plane too', async () => {
    const rare = '张𬭎𬬸𬯀𬭛𬊤𬨎𫍣𫗴𬺈𬒈𫚖𠳐丂'
    expect((await splitIntoRuns(rare, 'zh-CN')).uncovered).toEqual([])
  })

  test('that stacks marks on its letters has them in their places', async () => {
    const [{ font } = { font: new Uint8Array() }] = (await splitIntoRuns('Ẹ̀Ọ́ị̄G̃', 'en')).subsets
    const { Blob, Buffer, Face, Font, shape } = await import('harfbuzzjs')
    const buffer = new Buffer()
    buffer.addText('Ẹ̀Ọ́ị̄G̃')
    buffer.guessSegmentProperties()
    shape(new Font(new Face(new Blob(font))), buffer)

    const marks = buffer.getGlyphInfosAndPositions().filter(({ xAdvance }) => xAdvance === 0)
    expect(marks.length).toBeGreaterThanOrEqual(4)
    // Finds marks without an anchor, which stay where the next letter begins.
    const stray = marks.filter(({ xOffset, yOffset }) => !xOffset && !yOffset)
    expect(stray).toEqual([])
  })
})

describe('a text', () => {
  test.each([
    'Ada Lovelace',
    'Łukasz Żółć',
    'Nguyễn Thị Phương Thảo',
    'Αλεξάνδρα',
    'Екатерина Ђорђевић',
    'Sinéad O’Connor',
    '',
  ])('in Latin, Greek or Cyrillic letters needs no further font: %s', async (text) => {
    const { runs, subsets, uncovered } = await splitIntoRuns(text, 'en')

    expect(runs.map(({ family }) => family)).toEqual(text === '' ? [] : ['EB Garamond'])
    expect([subsets, uncovered]).toEqual([[], []])
  })

  test.each([
    ['مريم عبد الله', ['noto-naskh-arabic-arabic']],
    ['שָׂרָה לֵוִי', ['noto-serif-hebrew-hebrew']],
    ['प्रिया शर्मा', ['noto-serif-devanagari-devanagari']],
    ['สมชาย ใจดี', ['noto-serif-thai-thai']],
    ['Աննա', ['noto-serif-armenian-armenian']],
    ['தமிழ்', ['noto-serif-tamil-tamil']],
    ['ዘሪሁን', ['noto-serif-ethiopic-ethiopic']],
    ['ɗɓƙ Ada', ['gentium-book-plus']],
    ['Ẹ̀kọ́ Ọlá', ['gentium-book-plus']],
    ['Porã G̃', ['gentium-book-plus']],
  ])(
    'stays in one font as long as it has the characters, spaces included: %s',
    async (text, families) => {
      const { runs, uncovered } = await splitIntoRuns(text, 'en')

      expect(runs.map(({ family }) => family)).toEqual(families)
      expect(uncovered).toEqual([])
    },
  )

  test('in several scripts is split where the font changes', async () => {
    const { runs } = await splitIntoRuns('Anna 李 محمد 7', 'en')

    expect(runs).toEqual([
      { text: 'Anna ', family: 'EB Garamond' },
      { text: '李', family: expect.stringMatching(/^source-han-serif-cn-/u) },
      { text: ' ', family: 'EB Garamond' },
      { text: 'محمد ', family: 'noto-naskh-arabic-arabic' },
      { text: '7', family: 'EB Garamond' },
    ])
  })

  test.each([
    ['直', 'en', 'source-han-serif-cn'],
    ['直', 'zh-CN', 'source-han-serif-cn'],
    ['直', 'zh-TW', 'noto-serif-tc'],
    ['直', 'zh-Hant-HK', 'noto-serif-tc'],
    ['直', 'ja', 'noto-serif-jp'],
    ['直', 'ko-KR', 'noto-serif-kr'],
    ['直さくら', 'zh-CN', 'noto-serif-jp'],
    ['直김', 'en', 'noto-serif-kr'],
  ])(
    'in Han characters is drawn as its language draws them: %s in %s by %s',
    async (text, language, family) => {
      const { runs, subsets } = await splitIntoRuns(text, language)

      expect(runs.map((run) => run.text).join('')).toBe(text)
      expect(new Set(subsets.map((subset) => subset.family))).toEqual(new Set([family]))
    },
  )

  test('keeps joined emoji together, in a file that can join them', async () => {
    const { runs } = await splitIntoRuns('👩‍🚀🏳️‍🌈👍🏽🇩🇪', 'en')

    expect(runs.map(({ text }) => text)).toEqual(['👩‍🚀', '🏳️‍🌈', '👍🏽', '🇩🇪'])
  })

  test('that no font can show is reported, and its code points stand in its place', async () => {
    const { runs, uncovered } = await splitIntoRuns('𓀀𓀁 Ada', 'en')

    expect(runs).toEqual([{ text: '[U+13000][U+13001] Ada', family: 'EB Garamond' }])
    expect(describeUncovered(uncovered)).toEqual({
      codePoints: ['U+13000', 'U+13001'],
      scripts: ['Egyptian_Hieroglyphs'],
    })
  })

  test('with a mark that no font has keeps its letter, and no mark lands on a code point', async () => {
    const { runs } = await splitIntoRuns('Z\u0323\u05B4', 'en')

    expect(runs.map(({ text }) => text).join('')).toBe('Z\u0323[U+05B4]')
  })
})
