import {
  everyConfiguration,
  foldForSearch,
  hasUnspacedWords,
  lettersOf,
  lexemesOf,
  nameSymbols,
  piecesOf,
  toWords,
  variantsOf,
} from './search-words.ts'

export interface SearchedWord {
  word: string
  /** Pattern for `like`: matches words that contain it, or begin with it when it is short. */
  part: string
  variants: string[]
  /** The word for trigrams; null if it is too short for them. */
  similar: string | null
}

/** A way to meet the query: all of it has to be there. */
export interface Alternative {
  /** The words in lower case, one query for each configuration. */
  queries: string[]
  /** Its words as they stand, as a tsquery; null where the query has quotes, `-` or `or`. */
  plain: string | null
  /** Their letters as a tsquery, in scripts that do not separate words. */
  letters: string | null
  /** Patterns for `like` beside `letters`: all must match. */
  patterns: string[] | null
  /** Patterns for `like` in scripts that do not separate words: none may match. */
  excluded: string[]
}

export interface SearchQuery {
  configurations: readonly string[]
  /** The ways to match, one of which has to be found. Several, up to five, without word breaks. */
  alternatives: Alternative[]
  /** Wanted words and runs of letters, folded. */
  parts: string[]
  /** Words that may be misspelled: at most five, none with quotes, `-`, `or` or letters. */
  words: SearchedWord[]
}

const mostSearchedWords = 5
const mostAlternatives = 5
/** Bounds the query's length: some letters are compositions of eighteen. */
const longestQuery = 400
const shortestSimilar = 6
const shortestPart = 3

/** A word, or the text between quotes. */
interface Term {
  written: string
  folded: string
  isPhrase: boolean
  isExcluded: boolean
}

/** Reads a query into the ways to search for it. */
export function readQuery(query: string): SearchQuery {
  const groups = groupsOf(query)
  const terms = groups.flat()
  const isPlain = groups.length < 2 && !terms.some((term) => term.isPhrase || term.isExcluded)
  const wanted = terms.filter(({ isExcluded }) => !isExcluded)
  const pieces = [...new Set(wanted.flatMap(({ folded }) => piecesOf(folded)))]
  const hasLetters = terms.some(({ folded }) => hasUnspacedWords(folded))
  const plain = isPlain && pieces.length > 0 ? allOf(lexemesOf(pieces.join(' '))) : null
  return {
    configurations: everyConfiguration,
    alternatives: hasLetters
      ? groups
          .slice(0, mostAlternatives)
          .map((group) => ({ ...lettersIn(group), queries: inEveryWay([group]), plain }))
      : [{ queries: inEveryWay(groups), plain, letters: null, patterns: null, excluded: [] }],
    parts: pieces,
    words: hasLetters || !isPlain ? [] : pieces.slice(0, mostSearchedWords).map(toSearched),
  }
}

const token = /(?<minus>-*)(?:"(?<phrase>[^"]*)"?|(?<word>[^\s"]+))/gu

/** Splits the terms at each `or`, as PostgreSQL reads them; a `-` by itself is a dash. */
function groupsOf(query: string): Term[][] {
  const composed = query.normalize('NFKC').slice(0, longestQuery).toWellFormed()
  const tokens = [...composed.matchAll(token)]
  const groups: Term[][] = [[]]
  for (const [index, { 0: whole, groups: parts = {} }] of tokens.entries()) {
    const { minus, phrase, word } = parts
    const isBetween = groups.at(-1)?.length !== 0 && index < tokens.length - 1
    if (isBetween && whole.toLowerCase() === 'or') groups.push([])
    else if (!/^-+$/u.test(whole))
      groups.at(-1)?.push({
        written: nameSymbols(whole.replace(/^-+/u, '-')),
        folded: foldForSearch(phrase ?? word ?? ''),
        isPhrase: phrase !== undefined,
        isExcluded: minus !== '',
      })
  }
  return groups.filter((group) => group.length > 0)
}

/** Returns the query as typed and, where that differs, without what people leave out. */
function inEveryWay(groups: Term[][]): string[] {
  const written = groups.map((group) => group.map((term) => term.written).join(' '))
  const folded = groups.map((group) => group.map(foldedTerm).join(' '))
  const others = folded.filter((text, at) => bare(text) !== bare(written[at]?.toLowerCase() ?? ''))
  // Puts texts that may have an open quote last.
  const texts = [...others, ...written]
  return everyConfiguration.map((configuration) => toWords(texts.join(' or '), configuration))
}

function bare(text: string): string {
  return text.replaceAll('"', '')
}

function foldedTerm({ folded, isPhrase, isExcluded }: Term): string {
  return `${isExcluded ? '-' : ''}${isPhrase ? `"${folded.replaceAll('"', ' ')}"` : folded}`
}

/** Lists the runs of letters to find and to leave out, in scripts that do not separate words. */
function lettersIn(group: Term[]): Pick<Alternative, 'letters' | 'patterns' | 'excluded'> {
  const wanted = group.filter(({ isExcluded }) => !isExcluded)
  const runs = wanted.flatMap(({ folded }) => piecesOf(folded)).filter(hasUnspacedWords)
  const parts = wanted.flatMap(({ folded, isPhrase }) => (isPhrase ? [folded] : piecesOf(folded)))
  const left = group.some(({ folded }) => hasUnspacedWords(folded))
    ? group.filter(({ isExcluded }) => isExcluded).map(({ folded }) => folded)
    : []
  return {
    letters: runs.length === 0 ? null : allOf([...new Set(runs.flatMap(lettersOf))]),
    patterns: runs.length === 0 ? null : patternsOf(parts),
    excluded: patternsOf(left),
  }
}

const aroundWords = /^[^\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]+$/gu

function patternsOf(parts: string[]): string[] {
  return parts
    .map((part) => part.replace(aroundWords, ''))
    .filter((part) => part !== '')
    .map((part) => `%${part.replace(/[\\%_]/gu, '\\$&')}%`)
}

function toSearched(word: string): SearchedWord {
  return {
    word,
    part: word.length < shortestPart ? `${word}%` : `%${word}%`,
    variants: variantsOf(word),
    similar: word.length < shortestSimilar ? null : word,
  }
}

/** Lexemes are letters and digits alone, which need no escape. */
function allOf(lexemes: string[]): string {
  return lexemes.map((lexeme) => `'${lexeme}'`).join(' & ')
}
