/** PostgreSQL's text search configurations, by the language of BCP 47; it has `simple` for others. */
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

const everyConfiguration = ['simple', ...new Set(Object.values(configurations))]

/** How PostgreSQL searches the words of a language. */
export function configurationOf(language: string): string {
  const [primary = ''] = language.toLowerCase().split('-')
  return Object.hasOwn(configurations, primary) ? (configurations[primary] ?? 'simple') : 'simple'
}

/** A text in small letters as its language writes them, whatever the database's locale is. */
export function toWords(value: string, configuration: string): string {
  const composed = value.normalize('NFKC')
  return configuration === 'turkish' ? composed.toLocaleLowerCase('tr') : composed.toLowerCase()
}

/** A text without what people leave out when they type: capitals, accents, the dot of a letter. */
export function foldText(value: string): string {
  const plain = value.normalize('NFKD').replace(/[\u0300-\u036f]/gu, '')
  return plain.normalize('NFC').toLowerCase().replaceAll('ß', 'ss').replaceAll('ı', 'i')
}

/** Scripts that set no words apart. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

export function hasUnspacedWords(value: string): boolean {
  return unspaced.test(value)
}

const shortestMisspelled = 4
const longestMisspelled = 24
const mostWords = 1_500

function wordsOf(folded: string): string[] {
  return folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}

/**
 * A word, and the word without any one of its letters. Two words that differ by one letter too many,
 * too few, wrong, or in the other's place have one of these in common.
 */
function variantsOf(word: string): string[] {
  const letters = [...word]
  if (letters.length < shortestMisspelled || letters.length > longestMisspelled) return []
  return [word, ...letters.map((_, left) => letters.toSpliced(left, 1).join(''))]
}

/** The words of a text, as they may be misspelled. */
export function misspellingsOf(folded: string): string[] {
  const words = [...new Set(wordsOf(folded))].slice(0, mostWords)
  return [...new Set(words.filter((word) => !hasUnspacedWords(word)).flatMap(variantsOf))]
}

export interface SearchedWord {
  /** For `like`. */
  pattern: string
  variants: string[]
  /** For trigrams; null if it is too short for them to tell. */
  similar: string | null
}

export interface SearchQuery {
  configurations: readonly string[]
  /** What was asked in small letters, for each of the configurations. */
  queries: string[]
  /** The words that are asked for, without those that are excluded; at most five. */
  words: SearchedWord[]
  isUnspaced: boolean
}

const mostSearchedWords = 5
const shortestSimilar = 6

/** What was asked for, in each way in which it is looked for. */
export function readQuery(query: string): SearchQuery {
  const wanted = foldText(query)
    .replace(/(?<!\S)-(?:"[^"]*"?|\S+)/gu, ' ')
    .replace(/(?<!\S)or(?!\S)/gu, ' ')
  const words = [...new Set(wordsOf(wanted))].slice(0, mostSearchedWords)
  return {
    configurations: everyConfiguration,
    queries: everyConfiguration.map((configuration) => toWords(query, configuration)),
    words: words.map((word) => ({
      pattern: `%${word}%`,
      variants: variantsOf(word),
      similar: word.length < shortestSimilar ? null : word,
    })),
    isUnspaced: words.length > 0 && hasUnspacedWords(wanted),
  }
}
