import { bodyFamily, createBodyCoverage } from './body-font.ts'
import { createSubsetFinder, type Family, type FontSubset } from './subsets.ts'

/** A stretch of text in one font. */
export interface Run {
  text: string
  /** Name under which a page knows the font. */
  family: string
}

/** A text to be printed, and the fonts that it needs beside the body font. */
export interface TextRuns {
  runs: Run[]
  subsets: FontSubset[]
  /** Characters that no font has; their code points replace them in `runs`. */
  uncovered: string[]
}

/** All available fonts. Reads each file when a text first needs it. */
export type Fonts = ReturnType<typeof createFonts>

export function createFonts() {
  const sources = { isInBodyFont: createBodyCoverage(), findSubset: createSubsetFinder() }
  return {
    /** Chooses a font for every character of a text. `language` is a BCP 47 tag. */
    splitIntoRuns: (text: string, language: string) => splitIntoRuns(text, language, sources),
  }
}

/** Fonts in which characters are looked up. */
interface FontSources {
  isInBodyFont: ReturnType<typeof createBodyCoverage>
  findSubset: ReturnType<typeof createSubsetFinder>
}

/** The same sources, for one text. */
interface Lookup extends FontSources {
  /** Families to try first. */
  preferred: readonly Family[]
}

const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' })
const ignorable = /\p{Default_Ignorable_Code_Point}/u
const european = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u
const cjk =
  /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Hangul}\p{Script_Extensions=Bopomofo}]/u

/** Splits between whole clusters, so that marks and joined emoji stay together. */
async function splitIntoRuns(
  text: string,
  language: string,
  sources: FontSources,
): Promise<TextRuns> {
  const result: TextRuns = { runs: [], subsets: [], uncovered: [] }
  if (await sources.isInBodyFont(text)) {
    append(result.runs, text, bodyFamily)
    return result
  }

  const lookup = await lookupFor(text, language, sources)
  let current: FontSubset | undefined
  for (const { segment } of clusters.segment(text)) {
    for (const part of await printableParts(segment, current, lookup)) {
      current = part.subset
      if (part.isUncovered) result.uncovered.push(part.text)
      if (current !== undefined && !result.subsets.includes(current)) result.subsets.push(current)
      append(
        result.runs,
        part.isUncovered ? notationOf(part.text) : part.text,
        current?.name ?? bodyFamily,
      )
    }
  }
  return result
}

/** Keeps words of one alphabet in one font: if the body font lacks a letter, none is in it. */
async function lookupFor(text: string, language: string, sources: FontSources): Promise<Lookup> {
  const preferred = cjk.test(text) ? preferredHan(text, language) : []
  const letters = [...clusters.segment(text)].flatMap(({ segment }) =>
    european.test(segment) ? [segment] : [],
  )
  if (await sources.isInBodyFont(letters.join(''))) return { ...sources, preferred }
  return {
    ...sources,
    isInBodyFont: () => Promise.resolve(false),
    preferred: ['gentium-book-plus', ...preferred],
  }
}

interface Part {
  text: string
  /** Undefined for the body font. */
  subset?: FontSubset | undefined
  isUncovered?: boolean
}

/**
 * Returns the cluster as one part, or letter by letter, each with the marks that can be shown on
 * it, and what cannot be shown last.
 */
async function printableParts(
  cluster: string,
  current: FontSubset | undefined,
  lookup: Lookup,
): Promise<Part[]> {
  const whole = await findFont(cluster, current, lookup)
  if (whole !== undefined) return [whole]

  const parts: Part[] = []
  const uncovered: Part[] = []
  for (const character of [...cluster].filter((character) => !ignorable.test(character))) {
    const isMark = /\p{M}/u.test(character)
    const base = isMark ? parts.at(-1) : undefined
    const found =
      isMark && base === undefined
        ? undefined
        : await findFont((base?.text ?? '') + character, base?.subset, lookup)
    if (found === undefined) uncovered.push({ text: character, isUncovered: true })
    else parts.splice(base === undefined ? parts.length : -1, 1, found)
  }
  return [...parts, ...uncovered]
}

async function findFont(
  cluster: string,
  current: FontSubset | undefined,
  { isInBodyFont, findSubset, preferred }: Lookup,
): Promise<Part | undefined> {
  const codePoints = drawnCodePoints(cluster)
  // Keeps spaces, digits and points with the word before them, in its font.
  const isNeutral = !/\p{L}/u.test(cluster)
  if (
    isNeutral &&
    current !== undefined &&
    current.family !== 'noto-emoji' &&
    codePoints.every((codePoint) => current.codePoints.has(codePoint))
  )
    return { text: cluster, subset: current }
  if (await isInBodyFont(String.fromCodePoint(...codePoints))) return { text: cluster }

  const subset = await findSubset(codePoints, preferred)
  return subset && { text: cluster, subset }
}

/** Leaves out selectors and joiners, which only choose between forms. */
function drawnCodePoints(cluster: string): number[] {
  return [...cluster]
    .filter((character) => !ignorable.test(character))
    .map((character) => character.codePointAt(0) ?? 0)
}

function append(runs: Run[], text: string, family: string): void {
  const last = runs.at(-1)
  if (last?.family === family) last.text += text
  else if (text !== '') runs.push({ text, family })
}

/** Names a code point, like U+13CD. */
export function nameCodePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

function notationOf(characters: string): string {
  return [...characters].map((character) => `[${nameCodePoint(character)}]`).join('')
}

/**
 * Chooses how a character is drawn that looks different in China, Taiwan, Japan and Korea: by kana
 * and hangul, then by the language of the course.
 */
function preferredHan(text: string, language: string): readonly Family[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return hanOrders.ja
  if (/\p{Script=Hangul}/u.test(text)) return hanOrders.ko
  const tag = language.toLowerCase()
  if (/^zh-(?:hant|tw|hk|mo)\b/u.test(tag)) return hanOrders['zh-hant']
  if (tag.startsWith('ja')) return hanOrders.ja
  if (tag.startsWith('ko')) return hanOrders.ko
  return hanOrders['zh-hans']
}

const hanOrders = {
  'zh-hans': ['source-han-serif-cn', 'noto-serif-tc', 'noto-serif-jp', 'noto-serif-kr'],
  'zh-hant': ['noto-serif-tc', 'source-han-serif-cn', 'noto-serif-jp', 'noto-serif-kr'],
  ja: ['noto-serif-jp', 'noto-serif-tc', 'source-han-serif-cn', 'noto-serif-kr'],
  ko: ['noto-serif-kr', 'noto-serif-jp', 'noto-serif-tc', 'source-han-serif-cn'],
} as const satisfies Record<string, readonly Family[]>
