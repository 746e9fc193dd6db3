import { foldText } from '../typed-text/typed-text.ts'

/** PostgreSQL's text search configurations by BCP 47 language; others use its `simple`. */
const configurations: Readonly<Record<string, string>> = {
  ar: 'arabic',
  ca: 'catalan',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hi: 'hindi',
  hu: 'hungarian',
  hy: 'armenian',
  id: 'indonesian',
  it: 'italian',
  lt: 'lithuanian',
  nb: 'norwegian',
  ne: 'nepali',
  nl: 'dutch',
  nn: 'norwegian',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
}

export const everyConfiguration = ['simple', ...new Set(Object.values(configurations))]

/** Names the configuration with which PostgreSQL searches a language. */
export function configurationOf(language: string): string {
  const [primary = ''] = language.toLowerCase().split('-')
  return Object.hasOwn(configurations, primary) ? (configurations[primary] ?? 'simple') : 'simple'
}

/** Lower-cases a text as its language does, whatever the database's locale is. */
export function toWords(value: string, configuration: string): string {
  const composed = value.normalize('NFKC')
  return configuration === 'turkish' ? composed.toLocaleLowerCase('tr') : composed.toLowerCase()
}

/** Rewrites C++ and C# so that they count as words of their own. */
export function nameSymbols(text: string): string {
  return text
    .replace(/(?<=\p{L})\+\+(?![\p{L}\p{N}+])/gu, 'pp')
    .replace(/(?<![\p{L}\p{N}])([a-z])#(?![\p{L}\p{N}#])/giu, '$1sharp')
}

export function foldForSearch(text: string): string {
  return nameSymbols(foldText(text))
}

/** Letters of scripts that do not separate words. */
const unspaced =
  '(?=[\\p{L}\\p{N}\\p{M}])[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}]'
const anyUnspaced = new RegExp(unspaced, 'u')
const pieces = new RegExp(`(?:${unspaced})+|(?:(?!${unspaced})[\\p{L}\\p{N}\\p{M}])+`, 'gu')

export function hasUnspacedWords(value: string): boolean {
  return anyUnspaced.test(value)
}

/** More than anybody searches for, and less than PostgreSQL's limit. */
const longestPiece = 200

/** Returns words, and runs of letters in scripts that do not separate them. */
export function piecesOf(folded: string): string[] {
  return (folded.match(pieces) ?? []).filter(({ length }) => length <= longestPiece)
}

/** Cuts a run into all its letters and pairs of letters. */
export function lettersOf(run: string): string[] {
  const letters = [...run]
  return letters.flatMap((letter, at) => {
    const next = letters[at + 1]
    return next === undefined ? [letter] : [letter, letter + next]
  })
}

/** Returns the lexemes of a folded text: its words, and the letters and pairs of its runs. */
export function lexemesOf(folded: string): string[] {
  const all = piecesOf(folded).flatMap((piece) =>
    hasUnspacedWords(piece) ? lettersOf(piece) : [piece],
  )
  return [...new Set(all)]
}

const letteredNumber = /(?<!\p{L})(\p{L}{1,12}) ?(\d{1,6})(?![\p{L}\p{N}])/gu

/** Lists other ways of typing words of a folded text: `sql101` for `sql 101`, and vice versa. */
export function joinedIn(folded: string): string[] {
  const all = Array.from(folded.matchAll(letteredNumber), ([, word = '', number = '']) => [
    word,
    number,
    word + number,
  ])
  return [...new Set(all.flat())]
}

/**
 * Returns the words that find a text: those in it, and, where written differently, the same words
 * without what people leave out.
 */
export function wordsToFind(text: string, configuration: string): string {
  const written = toWords(text, configuration)
  const known = new Set(piecesOf(written))
  const folded = foldForSearch(text)
  const others = [...spellableOf(folded), ...joinedIn(folded)].filter((word) => !known.has(word))
  return others.length === 0 ? written : `${written}\n${[...new Set(others)].join(' ')}`
}

/** Returns the words of a folded text that may be misspelled. */
export function spellableOf(folded: string): string[] {
  return [...new Set(piecesOf(folded).filter((piece) => !hasUnspacedWords(piece)))]
}

export const shortestMisspelled = 4
export const longestMisspelled = 24

/**
 * Returns a word, and the word without any one of its letters. Two words that differ by one letter
 * missing, added, wrong or swapped with its neighbour have one of these in common.
 */
export function variantsOf(word: string): string[] {
  const letters = [...word]
  if (letters.length < shortestMisspelled || letters.length > longestMisspelled) return []
  return [word, ...letters.map((_, left) => letters.toSpliced(left, 1).join(''))]
}
