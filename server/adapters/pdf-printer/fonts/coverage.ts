import type { Uncovered } from '../types.ts'
import { nameCodePoint } from './runs.ts'

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
  'Egyptian_Hieroglyphs',
  'Cuneiform',
  'Wancho',
  'Batak',
  'Mandaic',
  'Latin',
  'Greek',
  'Cyrillic',
  'Devanagari',
]
const scripts = scriptNames.map((name) => ({
  name,
  pattern: new RegExp(`\\p{Script=${name}}`, 'u'),
}))

/** Names characters by code point and script; undefined if there are none. */
export function describeUncovered(characters: readonly string[]): Uncovered | undefined {
  if (characters.length === 0) return undefined
  const single = [...new Set(characters.join(''))]
  return {
    codePoints: single.map(nameCodePoint).sort(),
    scripts: [...new Set(single.map(scriptOf))].sort(),
  }
}

function scriptOf(character: string): string {
  const script = scripts.find(({ pattern }) => pattern.test(character))
  if (script !== undefined) return script.name
  return /\p{Extended_Pictographic}/u.test(character) ? 'Emoji' : 'Other'
}
