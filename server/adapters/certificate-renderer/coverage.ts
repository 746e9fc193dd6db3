import type { CodePointRange } from './fonts.ts'

/** What the fonts at hand cannot show. */
export interface Uncovered {
  /** U+4F1F and the like, each once, sorted. */
  codePoints: string[]
  /** Unicode's names of the scripts they belong to; `Emoji` for pictures, `Other` for the rest. */
  scripts: string[]
}

const scriptNames = [
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Arabic',
  'Hebrew',
  'Syriac',
  'Thaana',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Thai',
  'Lao',
  'Tibetan',
  'Myanmar',
  'Khmer',
  'Georgian',
  'Armenian',
  'Ethiopic',
  'Cherokee',
  'Mongolian',
  'Tifinagh',
  'Latin',
  'Greek',
  'Cyrillic',
  'Devanagari',
]
const scripts = scriptNames.map((name) => ({
  name,
  pattern: new RegExp(`\\p{Script=${name}}`, 'u'),
}))

/** The characters of a text that none of the ranges covers, or undefined when all can be shown. */
export function findUncovered(text: string, ranges: readonly CodePointRange[]): Uncovered | undefined {
  const missing = [...new Set(text)].filter((character) => {
    const codePoint = character.codePointAt(0) ?? 0
    return !ranges.some((range) => range.first <= codePoint && codePoint <= range.last)
  })
  if (missing.length === 0) return undefined

  return {
    codePoints: missing.map(nameCodePoint).sort(),
    scripts: [...new Set(missing.map(scriptOf))].sort(),
  }
}

function nameCodePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

function scriptOf(character: string): string {
  const script = scripts.find(({ pattern }) => pattern.test(character))
  if (script !== undefined) return script.name
  return /\p{Extended_Pictographic}/u.test(character) ? 'Emoji' : 'Other'
}
